import {afterAll, beforeAll, expect, test} from "bun:test";
import {addPerson} from "../../support/people.ts";
import {type SqlOverShops, sqlOverShops} from "./support/sql-over-shops.ts";

let sides: SqlOverShops;
beforeAll(async () => {
  sides = await sqlOverShops({SQL_REST_CONCURRENCY: "4", QUERY_TIMEOUT_MS: "10000"});
});
afterAll(() => sides.stop());

test("cursors that nobody reads on hold nobody else up for longer than a statement may take", async () => {
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

  expect(performance.now() - startedAt).toBeLessThan(9_000);
  expect(answer).toMatchObject({rows: [{n: "4"}]});
  for (const one of [...clients, client]) await one.end();
}, 30_000);
