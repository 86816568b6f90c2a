import {afterAll, beforeAll, expect, test} from "bun:test";
import pg from "pg";
import {newId} from "../../../shared/core/ids.ts";
import {makeLogger} from "../../../shared/core/log.ts";
import {connectPostgresStore} from "../../../worker/warehouses/postgres/table-store.ts";
import {shopProjects} from "../../support/shop.ts";
import {type TestService, testService} from "../../support/worker.ts";

/** A warehouse that has roll-ups as tables, hostile names of others, and roll-ups of others. */

let service: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;
let client: pg.Client;

beforeAll(async () => {
  service = await testService();
  shops = await shopProjects(service);
  client = new pg.Client({connectionString: shops.postgresUrl});
  await client.connect();
  await client.query("create schema rollups");
});

afterAll(async () => {
  await client.end();
  await service.stop();
  await shops.drop();
});

test("a type whose name contains SQL is quoted, and runs nothing with the writer's rights", async () => {
  // If it were cut at " collate ", the first name would open a quote that the second one closes, and the rest would be SQL.
  const names = ["a collate b", "), coalesce(public.evil() collate x"];
  const [plain, hostile] = names.map(name => `public.${pg.escapeIdentifier(name)}`);
  for (const type of [plain, hostile, `public.${pg.escapeIdentifier("a), cast(c1 as public.")}`])
    await client.query(`create type ${type} as enum ('v')`);
  await client.query(`
    create cast (public."a), cast(c1 as public." as ${plain}) with inout as assignment;
    create table public.evidence (at text);
    create function public.evil() returns ${hostile} language plpgsql as
      $$ begin insert into public.evidence values ('called'); return 'v'; end $$`);
  const {hostname, port, username, password, pathname} = new URL(shops.postgresUrl);
  const store = await connectPostgresStore(
    {
      host: hostname,
      port: Number(port),
      database: pathname.slice(1),
      user: username,
      password,
      ssl: "disable",
    },
    {connectTimeoutMs: 5000, statementTimeoutMs: 5000},
    makeLogger("test", "silent"),
  );
  const table = {schema: "rollups", name: newId("rlp")};
  const columns = [
    {name: "c0", kind: "other" as const, engineType: plain ?? ""},
    {name: "c1", kind: "other" as const, engineType: hostile ?? ""},
    {name: "c2", kind: "other" as const, engineType: 'text collate pg_catalog."C"'},
  ];
  await store.create(table, columns, "A roll-up");
  const rows = {
    rowCount: 2,
    kinds: ["other", "other", "other"] as const,
    columns: [
      ["v", null],
      ["v", "v"],
      ["x", "y"],
    ],
  };
  await store.insert(table, columns, rows, new AbortController().signal);
  await store.close();
  const held = await client.query(`select c0::text, c1::text, c2 from rollups.${table.name} order by c2`);
  expect(held.rows).toEqual([
    {c0: "v", c1: "v", c2: "x"},
    {c0: null, c1: "v", c2: "y"},
  ]);
  expect((await client.query("select * from public.evidence")).rows).toEqual([]);
});

test("tables of roll-ups are neither listed nor proposed as models, whoever owns them", async () => {
  const rollup = newId("rlp");
  await client.query(`create table rollups.${rollup} (region text, amount numeric);
    create table rollups.rlp_of_somebody (id int primary key)`);
  const path = `/api/projects/${shops.postgres.projectId}`;
  const listed = await service.call("GET", `${path}/schemas`);
  expect(listed.status).toBe(200);
  expect(listed.text).toContain("rlp_of_somebody");
  expect(listed.text).not.toContain(rollup);
  for (const asked of [
    {},
    {schemas: ["rollups"]},
    {tables: [`rollups.${rollup}`, "rollups.rlp_of_somebody"]},
  ]) {
    const proposed = await service.call("POST", `${path}/introspect/preview`, {
      body: {inferJoins: false, ...asked},
    });
    expect(proposed.text).not.toContain(`"${rollup}"`);
  }
  const proposed = await service.call("POST", `${path}/introspect/preview`, {
    body: {inferJoins: false, schemas: ["rollups"]},
  });
  expect(proposed.text).toContain("rlp_of_somebody");
});
