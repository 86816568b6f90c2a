import {afterAll, beforeAll, expect, test} from "bun:test";
import type {Actor} from "../../shared/actor.ts";
import {requireChart} from "../../shared/charts/charts.ts";
import {drawingFor} from "../../shared/charts/draw.ts";
import {bigNumberOf} from "../../shared/charts/figures-of.ts";
import {loadRunAs} from "../../shared/run-as.ts";
import {shopProjects} from "../support/shop.ts";
import {type TestService, testService} from "../support/worker.ts";

let t: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;
let actor: Actor;

beforeAll(async () => {
  t = await testService();
  shops = await shopProjects(t);
  actor = await loadRunAs(t.db, t.org.id, t.org.admin.id);
});
afterAll(async () => {
  await t.stop();
  await shops.drop();
});

/** What a big number of the shop's orders says at this moment. Orders: Jan 31, Feb 1 at 00:30, Feb 28, Mar 1 at 00:00. */
async function saidAt(now: string, grain: string, shop: "postgres" | "duckdb", query: object = {}) {
  const body = {
    name: "Orders",
    type: "big_number",
    projectId: shops[shop].projectId,
    query: {
      model: "orders",
      dimensions: [`orders.placed_at.${grain}`],
      measures: ["orders.count"],
      filters: [{field: "orders.placed_at", op: "<", value: now.slice(0, 19)}],
      ...query,
    },
  };
  const made = await t.call("POST", "/api/charts", {body});
  expect(made.status).toBe(201);
  const chart = await requireChart(t.db, actor, made.body.id, "view");
  const asking = {actor, requestId: "req_test", signal: new AbortController().signal};
  const {drawing} = await drawingFor(t.web.runner, asking, chart, "light", {now: new Date(now)});
  return bigNumberOf(drawing);
}

for (const shop of ["postgres", "duckdb"] as const) {
  test(`a month that goes on is compared with the same days of the one before (${shop})`, async () => {
    const said = await saidAt("2026-03-01T12:00:00Z", "month", shop);
    expect(said).toEqual({
      value: "1",
      change: "= 0.0% against the same days of Feb 2026",
      note: "Count · Mar 2026 to date",
    });
  });

  test(`a month that is over is compared with the whole one before (${shop})`, async () => {
    const said = await saidAt("2026-04-02T12:00:00Z", "month", shop);
    expect(said.change).toBe("▼ 50.0% against Feb 2026");
    expect(said.note).toBe("Count · Mar 2026");
  });

  test(`without rows on the same days there is nothing to compare with (${shop})`, async () => {
    const said = await saidAt("2026-02-10T12:00:00Z", "month", shop);
    expect(said).toEqual({value: "1", note: "Count · Feb 2026 to date"});
  });

  test(`a day that goes on is compared with the same hours, a year with the same days (${shop})`, async () => {
    expect(await saidAt("2026-02-01T00:45:00Z", "day", shop)).toEqual({
      value: "1",
      note: "Count · 2026-02-01 to date",
    });
    expect((await saidAt("2026-02-01T23:45:00Z", "day", shop)).change).toBe(
      "= 0.0% against the same hours of 2026-01-31",
    );
    expect((await saidAt("2026-03-02T12:00:00Z", "quarter", shop)).note).toBe("Count · Q1 2026 to date");
  });
}

test("the days are those of the query's timezone", async () => {
  // In Auckland it is the 1st of March since 11:00 UTC of the day before, and the last order is on the 1st, too.
  const said = await saidAt("2026-02-28T12:30:00Z", "month", "postgres", {
    timezone: "Pacific/Auckland",
    filters: [],
  });
  expect(said.note).toBe("Count · Mar 2026 to date");
  expect(said.value).toBe("2");
});
