import {afterAll, beforeAll, expect, test} from "bun:test";
import pg from "pg";
import {onBusyMachine} from "../../support/busy-machine.ts";
import {addPerson} from "../../support/people.ts";
import {addShopElsewhere} from "../../support/shop.ts";
import {type SqlOverShops, sqlOverShops} from "./support/sql-over-shops.ts";

let sides: SqlOverShops;
beforeAll(async () => {
  sides = await sqlOverShops({SQL_REST_CONCURRENCY: "4", QUERY_TIMEOUT_MS: "10000"});
});
afterAll(() => sides.stop());

test("cursors that nobody reads hold up others no longer than a statement may take", async () => {
  const [one, other] = [await addPerson(sides.service), await addPerson(sides.service)];
  const clients = await Promise.all(Array.from({length: 5}, () => sides.open({password: one.token})));
  for (const [i, client] of clients.entries()) {
    await client.query("begin");
    await client.query(
      `declare c no scroll cursor for select g, repeat('x', 1000), ${i} from generate_series(1, 10000000) g`,
    );
    const first = client.query("fetch 1 from c").catch((error: unknown) => error);
    if (i < 2) await first;
    void first;
  }
  const startedAt = performance.now();
  const client = await sides.open({password: other.token});
  const answer = await client
    .query("select 1 + count(*) as n from generate_series(1, 3)")
    .catch((error: unknown) => error);

  expect(performance.now() - startedAt).toBeLessThan(onBusyMachine(9000));
  expect(answer).toMatchObject({rows: [{n: "4"}]});
  for (const one of [...clients, client]) await one.end();
});

test("a cursor exists as long as its session, however long nobody reads it", async () => {
  const patient = await sqlOverShops({READER_STALL_MS: "2000", QUERY_TIMEOUT_MS: "30000"}, {stallMs: 1000});
  const {token} = await addPerson(patient.service);
  const client = await patient.open({password: token});
  await client.query("begin");
  await client.query(
    "declare c no scroll cursor for select g, repeat('x', 1000) as x from generate_series(1, 20000) g",
  );
  const numbers = (rows: {g: number}[]) => rows.map(({g}) => g);
  const first = numbers((await client.query("fetch 10 from c")).rows);
  // Three times as long as the worker waits for a reader, which is six times the time until a cursor is spooled to disk.
  await Bun.sleep(6000);
  const rest = numbers((await client.query("fetch all from c")).rows);
  expect([...first, ...rest]).toEqual(Array.from({length: 20_000}, (_, i) => i + 1));
  await client.end();
  await patient.stop();
});

test("a cursor with too many rows to be spooled reports that when it is read too late", async () => {
  const small = await sqlOverShops(
    {READER_STALL_MS: "1000", QUERY_TIMEOUT_MS: "30000"},
    {stallMs: 1000, cursorBytes: {session: 2_000_000, org: 1e8, all: 1e8}},
  );
  const {token} = await addPerson(small.service);
  const client = await small.open({password: token});
  await client.query("begin");
  await client.query(
    "declare c no scroll cursor for select g, repeat('x', 1000) as x from generate_series(1, 200000) g",
  );
  expect((await client.query("fetch 10 from c")).rows).toHaveLength(10);
  await Bun.sleep(4000);
  const fault: unknown = await client.query("fetch all from c").catch((error: unknown) => error);
  expect(fault).toMatchObject({code: "54000", hint: expect.stringContaining("SQL_CURSOR_MB")});
  await client.query("rollback");
  expect((await client.query("select 1 as n")).rows).toEqual([{n: 1}]);
  await client.end();
  await small.stop();
});

test("cursors of one organization take no spool space from another one's", async () => {
  const shared = await sqlOverShops(
    {READER_STALL_MS: "2000", QUERY_TIMEOUT_MS: "30000"},
    {stallMs: 1000, cursorBytes: {session: 16_000_000, org: 20_000_000, all: 40_000_000}},
  );
  const {service, shops} = shared;
  const {org: other} = await addShopElsewhere(service, shops.postgresUrl);
  const park = async (client: pg.Client) => {
    await client.query("begin");
    await client.query(
      "declare c no scroll cursor for select g, repeat('x', 1000) as x from generate_series(1, 12000) g",
    );
    await client.query("fetch 1 from c");
  };
  const greedy = await Promise.all(
    Array.from({length: 3}, () => shared.open({password: service.org.admin.token})),
  );
  await Promise.all(greedy.map(park));
  await Bun.sleep(1500);
  const modest = await shared.open({password: other.admin.token});
  await park(modest);
  // Longer than the worker waits for a reader, which is six times the time until a cursor is spooled to disk.
  await Bun.sleep(4500);
  const rows = async (client: pg.Client) =>
    client.query("fetch all from c").then(
      ({rowCount}) => rowCount,
      (error: unknown) => error instanceof pg.DatabaseError && error.code,
    );
  expect(await rows(modest)).toBe(11_999);
  expect(await Promise.all(greedy.map(rows))).toContain("54000");
  for (const client of [...greedy, modest]) await client.end();
  await shared.stop();
});
