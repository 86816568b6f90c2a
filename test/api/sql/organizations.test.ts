import {afterAll, beforeAll, expect, test} from "bun:test";
import pg from "pg";
import {sql} from "../../../shared/core/db.ts";
import {addPerson} from "../../support/people.ts";
import {addShopElsewhere} from "../../support/shop.ts";
import {until} from "../../support/until.ts";
import * as frontend from "./support/frontend.ts";
import {errorFields, RawClient} from "./support/raw-client.ts";
import {type SqlOverShops, sqlOverShops} from "./support/sql-over-shops.ts";

let sides: SqlOverShops;
let theirs: Awaited<ReturnType<typeof addShopElsewhere>>;
beforeAll(async () => {
  sides = await sqlOverShops({QUERY_TIMEOUT_MS: "15000", SQL_REST_ROWS: "5000", SQL_REST_CONCURRENCY: "8"});
  theirs = await addShopElsewhere(sides.service, sides.shops.postgresUrl);
});
afterAll(() => sides.stop());

const codeOf = (running: Promise<unknown>): Promise<string> =>
  running.then(
    () => "",
    (error: unknown) => (error instanceof pg.DatabaseError ? (error.code ?? "") : String(error)),
  );

/** Statements of the private Postgres that only its limits end, each by another limit, if nobody cancels them. */
const HOSTILE = [
  "select count(*) from generate_series(1, 1000000000000::bigint) g",
  "with recursive r as (select 1 as n union all select n + 1 from r) select count(*) from r",
  "select count(*) from generate_series(1, 1000000) a, generate_series(1, 1000000) b",
  "select repeat(md5(a::text), 20) as t from generate_series(1, 100000000) a order by t",
  "select length(string_agg(repeat('x', 100000), '')) from generate_series(1, 100000)",
];

/** Cancels the statements of these callers again and again, because a request may arrive before its statement. */
async function cancelAll(clients: readonly RawClient[], areOver: () => boolean): Promise<void> {
  while (!areOver()) {
    for (const {processId, key} of clients) {
      const client = await RawClient.open({host: "127.0.0.1", port: sides.port});
      client.send(frontend.cancelPacket(processId, key));
      await client.receive();
    }
    await Bun.sleep(100);
  }
}

test("an organization gets answers while callers of another one fill the private Postgres", async () => {
  // More people than places: with a share for each person, they would take all places.
  const people = await Promise.all(Array.from({length: 10}, () => addPerson(sides.service)));
  const target = {host: "127.0.0.1", port: sides.port, user: "ada", database: "shop postgres"};
  const clients = await Promise.all(people.map(({token}) => RawClient.signIn({...target, password: token})));
  let ended = 0;
  const running = clients.map(async (client, i) => {
    client.send(frontend.query(HOSTILE[i % HOSTILE.length] ?? ""));
    const error = (await client.untilReady()).find(({type}) => type === "E");
    ended++;
    return errorFields(error?.body ?? Buffer.alloc(5)).get("C");
  });
  const place = {password: theirs.org.admin.token};
  for (const statement of [
    "select status, row_number() over (order by status) from orders limit 1",
    "select status, measure(count) from orders group by 1 limit 1",
    "select count(*) from pg_class where relname = 'orders'",
  ])
    expect([statement, await sides.rowsOf(place, statement)]).toEqual([statement, [expect.anything()]]);
  expect(ended).toBeLessThan(clients.length);
  await cancelAll(clients, () => ended === clients.length);
  for (const code of await Promise.all(running)) expect(["57014", "54000", "53200"]).toContain(code ?? "");
  for (const client of clients) client.end();
  expect(await sides.rowsOf({password: people[0]?.token ?? ""}, "select 1")).toEqual([[1]]);
});

test("equal statements of two organizations at the same time each have their own result", async () => {
  const {id, token} = await addPerson(sides.service);
  const statement =
    "select current_user, current_database(), (select count(*) from orders), (select string_agg(relname, ' ') from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace)";
  const places = [{password: token, database: "shop postgres"}, {password: theirs.org.admin.token}];
  const ask = () => Promise.all(places.map(place => sides.rowsOf(place, statement)));
  const alone = await ask();
  expect(alone.map(([row]) => row?.[0])).toEqual([id, "admin"]);
  expect(alone.map(([row]) => row?.[1])).toEqual(["shop postgres", "shop postgres"]);
  for (const together of await Promise.all([ask(), ask(), ask()])) expect(together).toEqual(alone);
});

test("a statement that reads too many rows gets an error, and the session continues", async () => {
  const client = await sides.open({password: theirs.org.admin.token});
  expect(await codeOf(client.query("select label, row_number() over () from numbers"))).toBe("54000");
  expect(await codeOf(client.query("select 1"))).toBe("");
  await client.end();
});

test("statements are in their callers' history as runs of SQL, and not in the audit log", async () => {
  const {id, token} = await addPerson(sides.service);
  const before = await sql<{count: string}>`select count(*) from audit_log`.execute(sides.service.db);
  const place = {password: token};
  await sides.rowsOf(place, "select status, measure(count) from orders group by 1");
  await sides.rowsOf(place, "select status, row_number() over () from orders");
  await codeOf(sides.rowsOf(place, "select 1 / count(*) filter (where status = 'none') from orders"));
  const runs = async () => (await sides.service.call("GET", "/api/query/runs", {token})).body;
  await until(
    async () => (await runs()).filter((run: {status: string}) => run.status === "failed").length === 1,
  );
  const found: {trigger: string; model: string; status: string; rowCount: number}[] = await runs();
  expect(new Set(found.map(({trigger}) => trigger))).toEqual(new Set(["sql"]));
  expect(new Set(found.map(({model}) => model))).toEqual(new Set(["orders"]));
  expect(found.some(({status}) => status === "succeeded")).toBe(true);
  const others = await sides.service.call("GET", "/api/query/runs", {token: theirs.org.admin.token});
  expect(JSON.stringify(others.body)).not.toContain(id);
  const after = await sql<{count: string}>`select count(*) from audit_log`.execute(sides.service.db);
  expect(after.rows).toEqual(before.rows);
});
