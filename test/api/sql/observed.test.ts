import {afterAll, beforeAll, expect, test} from "bun:test";
import type {TestService} from "../../support/worker.ts";
import {type SqlOverShops, sqlOverShops} from "./support/sql-over-shops.ts";

let sides: SqlOverShops;
let service: TestService;
beforeAll(async () => {
  sides = await sqlOverShops({RATE_LIMIT_PER_MINUTE: "400"});
  ({service} = sides);
});
afterAll(() => sides.stop());

const admin = () => ({password: service.org.admin.token});

/** The metrics of SQL, by name and labels. */
async function metrics(): Promise<Map<string, number>> {
  const lines = (await service.web.metrics.text()).split("\n").filter(line => line.startsWith("sql_"));
  const samples = lines.map(line => line.split(/ (?=\S+$)/));
  return new Map(samples.map(([name = "", value]) => [name, Number(value)]));
}

const runs = (plan: string, outcome: string) =>
  `sql_statement_duration_seconds_count{step="run",plan="${plan}",outcome="${outcome}"}`;

test("statements are counted by what answers them and how they end, and sessions while they are open", async () => {
  const before = await metrics();
  const client = await sides.open(admin());
  const statements = [
    ["query", "select status, measure(count) from orders group by 1"],
    ["rest", "select status, row_number() over () from orders"],
    ["catalog", "select count(*) from pg_class"],
    ["constant", "select 1"],
  ] as const;
  for (const [, text] of statements) await client.query(text);
  await client.query("select 1 / 0").catch(() => undefined);
  expect((await metrics()).get("sql_sessions")).toBe((before.get("sql_sessions") ?? 0) + 1);
  await client.end();
  await sides.open({password: "wrong"}).catch(() => undefined);
  while ((await metrics()).get("sql_sessions") !== (before.get("sql_sessions") ?? 0)) await Bun.sleep(5);
  const after = await metrics();
  const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
  for (const [plan] of statements) expect([plan, grown(runs(plan, "succeeded"))]).toEqual([plan, 1]);
  expect(grown(runs("constant", "invalid"))).toBe(1);
  expect(grown('sql_sign_ins_total{sqlstate="00000"}')).toBe(1);
  expect(grown('sql_sign_ins_total{sqlstate="28P01"}')).toBe(1);
});

test("planning counts against the rate limit together with the first run, and each later run counts by itself", async () => {
  const token = await service.addToken(service.org.member.id);
  const client = await sides.open({password: token});
  let answered = 0;
  let fault: unknown;
  while (!fault && answered < 2000) {
    await client.query({name: "one", text: "select 1"}).then(
      () => answered++,
      (error: unknown) => {
        fault = error;
      },
    );
  }
  expect(fault).toMatchObject({code: "53400", message: expect.stringContaining("400 calls a minute")});
  expect(answered).toBeGreaterThanOrEqual(400);
  await client.end();
});

test("a statement is explained without a worker", async () => {
  const client = await sides.open(admin());
  await client.query("select status, row_number() over () from orders");
  await service.worker.stop();
  const rest = await client.query("explain select status, row_number() over () from orders");
  expect(rest.rows.map(row => row["QUERY PLAN"]).join("\n")).toContain("orders");
  const detail = await service.call("POST", "/api/sql/detail", {
    body: {
      sql: "select upper(status), row_number() over () from orders",
      projectId: sides.shops.postgres.projectId,
    },
  });
  expect(detail).toMatchObject({status: 200, body: {rest: expect.stringContaining("row_number")}});
  await client.end();
});
