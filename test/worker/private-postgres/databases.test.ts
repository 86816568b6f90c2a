import {afterAll, beforeAll, expect, test} from "bun:test";
import {Databases} from "../../../worker/private-postgres/databases.ts";
import {until} from "../../support/until.ts";
import {TestSqlServer} from "./sql-server.ts";

let sql: TestSqlServer;
beforeAll(async () => {
  sql = await TestSqlServer.start();
});
afterAll(() => sql.stop());

const MOST = 2;

test("the database of the least recent caller makes room for a new caller, and all callers are answered", async () => {
  const cluster = await sql.server.postgres.cluster();
  const databases = new Databases(cluster, async () => undefined, MOST);
  const namesOf = async () => {
    const client = await cluster.connectAsOwner("postgres");
    const {rows} = await client.query<{name: string}>(
      "select datname as name from pg_database where datname like 'c\\_%'",
    );
    await client.end();
    return rows.map(({name}) => name);
  };
  const ask = async (id: string) => {
    using lease = await databases.lease({id, user: id, database: "d"});
    expect(await namesOf()).toContain(lease.name);
    return lease.name;
  };
  const names: string[] = [];
  for (const id of ["a", "b", "c", "d"]) names.push(await ask(id));
  expect(await ask("c")).toBe(names[2] ?? "");
  // The database is requested again while it is dropped.
  const again = await Promise.all(["e", "c", "f", "d", "c"].map(ask));
  expect(new Set(again).size).toBe(4);
  await until(async () => (await namesOf()).length <= MOST);
});
