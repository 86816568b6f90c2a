import {afterAll, beforeAll, expect, test} from "bun:test";
import {requireChart} from "../../shared/content/charts/charts.ts";
import {drawingFor, newAllowance} from "../../shared/content/charts/draw.ts";
import {bigNumberOf} from "../../shared/content/charts/figures-of.ts";
import type {Actor} from "../../shared/core/actor.ts";
import {loadRunAs} from "../../shared/core/load-run-as.ts";
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

/** The text of a big number of the shop's orders at this moment. Orders: Jan 31, Feb 1 at 00:30, Feb 28, Mar 1 at 00:00. */
async function saidAt(
  now: string,
  grain: string,
  shop: "postgres" | "duckdb",
  query: object = {},
  allowance = newAllowance(),
) {
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
  expect(made).toMatchObject({status: 201});
  const chart = await requireChart(t.db, actor, made.body.id, "view");
  const asking = {actor, requestId: "req_test", signal: new AbortController().signal};
  const {drawing} = await drawingFor(t.web.runner, asking, chart, "light", {now: new Date(now), allowance});
  return bigNumberOf(drawing);
}

for (const shop of ["postgres", "duckdb"] as const) {
  test(`a current month is compared with the same days of the previous one (${shop})`, async () => {
    const said = await saidAt("2026-03-01T12:00:00Z", "month", shop);
    expect(said).toEqual({
      value: "1",
      change: "= 0.0% against the same days of Feb 2026",
      note: "Count · Mar 2026 to date",
    });
  });

  test(`a past month is compared with the whole previous one (${shop})`, async () => {
    const said = await saidAt("2026-04-02T12:00:00Z", "month", shop);
    expect(said.change).toBe("▼ 50.0% against Feb 2026");
    expect(said.note).toBe("Count · Mar 2026");
  });

  test(`a month without earlier rows on the same days is compared with nothing (${shop})`, async () => {
    const said = await saidAt("2026-02-10T12:00:00Z", "month", shop);
    expect(said).toEqual({value: "1", note: "Count · Feb 2026 to date"});
  });

  test(`a current day is compared with the same hours, and a current year with the same days (${shop})`, async () => {
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

test("the days to date are those of the query's timezone", async () => {
  // In Auckland it is half past one on the 1st of March. Two orders are on that day: at one, and this afternoon.
  const said = await saidAt("2026-02-28T12:30:00Z", "month", "postgres", {
    timezone: "Pacific/Auckland",
    filters: [],
  });
  expect(said.note).toBe("Count · Mar 2026 to date");
  expect(said.value).toBe("1");
});

/** A night for each day of October and November, and three in the following February, all booked ahead. */
async function addBookings(): Promise<void> {
  const sql =
    "select cast(d as date) as night, d as arrives from generate_series(timestamp '2026-10-01', timestamp '2026-11-30', interval 1 day) as s(d) " +
    "union all select cast(d as date), d from generate_series(timestamp '2027-02-01', timestamp '2027-02-03', interval 1 day) as s(d)";
  const times = [
    {name: "night", type: "date", column: "night"},
    {name: "arrives", type: "timestamp", column: "arrives"},
  ];
  const measures = [{name: "nights", type: "count"}];
  const model = {name: "bookings", table: {sql}, dimensions: times, measures};
  const path = `/api/projects/${shops.duckdb.projectId}/introspect`;
  expect((await t.call("POST", path, {body: {graph: {models: [model]}}})).status).toBe(201);
}

test("nights that are booked ahead are left out to date, and make no month or quarter of their own", async () => {
  await addBookings();
  const at = (now: string, grain: string, time = "night", more: object = {}) =>
    saidAt(now, grain, "duckdb", {
      model: "bookings",
      dimensions: [`bookings.${time}.${grain}`],
      measures: ["bookings.nights"],
      filters: [],
      ...more,
    });
  // The 1st to the 23rd of November, against the 1st to the 23rd of October.
  expect(await at("2026-11-23T12:00:00Z", "month")).toEqual({
    value: "23",
    change: "= 0.0% against the same days of Oct 2026",
    note: "Nights · Nov 2026 to date",
  });
  // By timestamp: at noon of the 23rd its midnight has passed, but not at midnight of the 23rd.
  expect((await at("2026-11-23T12:00:00Z", "month", "arrives")).value).toBe("23");
  expect((await at("2026-11-23T00:00:00Z", "month", "arrives")).value).toBe("22");
  expect(await at("2026-11-23T12:00:00Z", "quarter")).toEqual({
    value: "54",
    note: "Nights · Q4 2026 to date",
  });
  // A day without rows is not shown, and neither are days in the future.
  expect((await at("2026-11-23T12:00:00Z", "day")).note).toBe("Nights · 2026-11-23");
  // The year is over: the last month that has begun is the whole of November, and February is not the latest.
  expect(await at("2026-12-05T12:00:00Z", "month")).toEqual({
    value: "30",
    change: "▼ 3.2% against Oct 2026",
    note: "Nights · Nov 2026",
  });
  // They do not displace periods that have begun, either.
  for (const time of ["night", "arrives"]) {
    const lastOf = (limit: number, more: object = {}) =>
      at("2026-11-23T12:00:00Z", "month", time, {
        orderBy: [`bookings.${time}.month desc`],
        limit,
        ...more,
      });
    expect(await lastOf(1)).toEqual({value: "23", note: "Nights · Nov 2026 to date · First row only"});
    expect(await lastOf(2)).toEqual({
      value: "23",
      change: "= 0.0% against the same days of Oct 2026",
      note: "Nights · Nov 2026 to date",
    });
    const ahead = {filters: [{field: "bookings.night", op: ">", value: "2027-02-01"}]};
    expect((await at("2026-11-23T12:00:00Z", "day", time, {...ahead, limit: 1})).note).toBe(
      "Nights · 2027-02-02 · First row only",
    );
  }
  // Everything is in the future, so there is nothing else to show.
  expect((await at("2026-09-05T12:00:00Z", "month")).note).toBe("Nights · Feb 2027");
});

test("nights that are booked ahead stay if the dataset has no days by which to leave them out", async () => {
  await addBookings();
  const made = await t.call("POST", `/api/projects/${shops.duckdb.projectId}/datasets`, {
    body: {
      name: "Months booked",
      kind: "live",
      definition: {model: "bookings", dimensions: ["bookings.night.month"], measures: ["bookings.nights"]},
    },
  });
  expect(made).toMatchObject({status: 201});
  const {slug: model} = made.body;
  const said = await saidAt("2026-11-23T12:00:00Z", "month", "duckdb", {
    model,
    dimensions: [`${model}.night.month`],
    measures: [`${model}.nights`],
    filters: [],
    orderBy: [`${model}.night.month desc`],
    limit: 1,
  });
  expect(said).toEqual({value: "3", note: "Nights · Feb 2027 · First row only"});
});

test("a number without the nights booked ahead fails like any other if it is too large to draw", async () => {
  await addBookings();
  const query = {
    model: "bookings",
    dimensions: ["bookings.night.month"],
    measures: ["bookings.nights"],
    filters: [],
    orderBy: ["bookings.night.month desc"],
    limit: 1,
  };
  const drawn = async (bytes: number) => {
    const allowance = {bytes};
    await saidAt("2026-11-23T12:00:00Z", "month", "duckdb", query, allowance);
    return bytes - allowance.bytes;
  };
  // The first result fits, and the second one, without the nights booked ahead, lacks a byte.
  const both = await drawn(1_000_000);
  await expect(drawn(both - 1)).rejects.toMatchObject({code: "invalid_request"});
});

test("a period that is wholly in the future has no value so far", async () => {
  const later = [{field: "bookings.night", op: "not_between", value: ["2026-11-01", "2026-11-25"]}];
  const query = {model: "bookings", dimensions: ["bookings.night.month"], measures: ["bookings.nights"]};
  const said = await saidAt("2026-11-23T12:00:00Z", "month", "duckdb", {...query, filters: later});
  expect(said).toEqual({
    value: "0",
    change: "▼ 100.0% against the same days of Oct 2026",
    note: "Nights · Nov 2026 to date",
  });
});
