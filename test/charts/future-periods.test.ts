import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {requireChart} from "../../shared/content/charts/charts.ts";
import {drawingFor} from "../../shared/content/charts/draw.ts";
import {futureParts} from "../../shared/content/charts/future-parts.ts";
import {blankFuturePeriods} from "../../shared/content/charts/future-periods.ts";
import {chartSpec} from "../../shared/content/charts/vega/chart-spec.ts";
import type {Actor} from "../../shared/core/actor.ts";
import {loadRunAs} from "../../shared/core/load-run-as.ts";
import type {DrawnColumn} from "../../shared/core/wire/drawing.ts";
import {shopProjects} from "../support/shop.ts";
import {type TestService, testService} from "../support/worker.ts";

describe("periods in the future", () => {
  const columns: DrawnColumn[] = [
    {name: "orders.placed_at.month", type: "date", role: "dimension", label: "Month", grain: "month"},
    {name: "orders.count", type: "number", role: "measure", label: "Count"},
    {name: "orders.count@before", type: "number", role: "measure", label: "Count before"},
    {name: "orders.count@change", type: "number", role: "measure", label: "Change of count"},
    {name: "orders.total", type: "number", role: "measure", label: "Total"},
  ];
  const MID_MARCH = Date.UTC(2026, 2, 15);

  test("have no count and no change, but the earlier value", () => {
    const rows = [
      ["2026-02-01", 0, 5, -1, null],
      ["2026-03-01", 3, 6, -0.5, 9],
      ["2026-04-01", 0, 7, -1, null],
      ["2026-05-01", "0", 8, -1, null],
    ];
    expect(blankFuturePeriods({columns, rows}, MID_MARCH)).toEqual([
      ...rows.slice(0, 2),
      ["2026-04-01", null, 7, null, null],
      ["2026-05-01", null, 8, null, null],
    ]);
    expect(blankFuturePeriods({columns, rows}, Date.UTC(2026, 11, 1))).toEqual(rows);
  });

  test("keep every value of a measure that has a value in one of them", () => {
    const booked = [
      ["2026-04-01", 0, 7, -1, 0],
      ["2026-05-01", 2, 8, -0.75, 0],
    ];
    expect(blankFuturePeriods({columns, rows: booked}, MID_MARCH)).toEqual([
      ["2026-04-01", 0, 7, -1, null],
      ["2026-05-01", 2, 8, -0.75, null],
    ]);
  });
});

type Part = NonNullable<DrawnColumn["grain"]>;

describe("parts of a date that are in the future", () => {
  const column = (grain: Part): DrawnColumn[] => [
    {name: `orders.placed_at.${grain}`, type: "number", role: "dimension", label: "Part", grain},
    {name: "orders.count", type: "number", role: "measure", label: "Count"},
  ];
  const compare = {offset: {unit: "year", count: 1}} as const;
  const MID_MARCH = Temporal.PlainDate.from("2026-03-15");
  const toCome = (
    grain: Part,
    op: string,
    value: string | {unit: string; count?: number; completed?: boolean},
    today = MID_MARCH,
  ) => {
    const filters = [{field: "orders.placed_at", op, value}];
    const query = {model: "orders", filters, compare};
    return [
      ...(futureParts({columns: column(grain)}, query, today, {weekStart: "sunday"}).get(0) ?? []),
    ].toSorted((a, b) => a - b);
  };

  test("are only those of the rest of the span", () => {
    expect(toCome("month_of_year", "in_current", {unit: "year"})).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(toCome("quarter_of_year", "in_current", {unit: "year"})).toEqual([2, 3, 4]);
    expect(toCome("month_of_year", "=", "2026")).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(toCome("month_of_year", "=", "2025")).toEqual([]);
    expect(toCome("day_of_month", "=", "2026-03")).toEqual([
      16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
    ]);
    // The year has had every weekday. The current week begins today, on a Sunday, and has had no other weekday.
    expect(toCome("day_of_week", "in_current", {unit: "year"})).toEqual([]);
    expect(toCome("day_of_week", "in_current", {unit: "week"})).toEqual([1, 2, 3, 4, 5, 6]);
    expect(toCome("month_of_year", ">", "2026")).toEqual([]);
    expect(toCome("quarter_of_year", "in_past", {unit: "year", count: 1})).toEqual([2, 3, 4]);
    expect(toCome("quarter_of_year", "in_past", {unit: "year", count: 2})).toEqual([]);
    expect(toCome("month_of_year", "in_past", {unit: "year", count: 1, completed: true})).toEqual([]);
    expect(toCome("month_of_year", "in_past", {unit: "hour", count: 5})).toEqual([]);
    // The last days of 2024 are in the first week of 2025, and so is the first week of January 2024.
    const december = Temporal.PlainDate.from("2024-12-20");
    expect(toCome("week_of_year", "in_current", {unit: "year"}, december)).toEqual([52]);
  });

  test("have no count", () => {
    const rows = [
      [3, 5],
      [4, 0],
      ["5", 0],
    ];
    const columns = column("month_of_year");
    const blanked = blankFuturePeriods(
      {columns, rows},
      Date.UTC(2026, 2, 15),
      new Map([[0, new Set([4, 5])]]),
    );
    expect(blanked).toEqual([
      [3, 5],
      [4, null],
      ["5", null],
    ]);
  });
});

describe("a year beside the previous one", () => {
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

  // Orders: Jan 31, Feb 1 at 00:30, Feb 28, Mar 1 at 00:00, all of 2026.
  test.each(["postgres", "duckdb"] as const)("ends with the current month (%s)", async shop => {
    const query = {
      model: "orders",
      dimensions: ["orders.placed_at.month"],
      measures: ["orders.count"],
      filters: [{field: "orders.placed_at", op: "=", value: "2027"}],
      compare: {offset: {unit: "year", count: 1}},
      fillGaps: true,
    };
    const {projectId} = shops[shop];
    const made = await t.call("POST", "/api/charts", {body: {name: "Years", type: "line", projectId, query}});
    expect(made.status).toBe(201);
    const chart = await requireChart(t.db, actor, made.body.id, "view");
    const asking = {actor, requestId: "req_test", signal: new AbortController().signal};
    const now = new Date("2027-02-10T12:00:00Z");
    const {drawing} = await drawingFor(t.web.runner, asking, chart, "light", {now});
    expect(drawing.rows.map(([month, count, before]) => [String(month).slice(0, 7), count, before])).toEqual([
      ["2027-01", 0, 1],
      ["2027-02", 0, 2],
      ["2027-03", null, 1],
      ...["04", "05", "06", "07", "08", "09", "10", "11", "12"].map(month => [`2027-${month}`, null, 0]),
    ]);
    expect(JSON.stringify(chartSpec(drawing, {width: 600, height: 300}))).toContain("Feb");
    // The result that programs get is that of the query.
    const {body} = await t.call("GET", `/api/charts/${made.body.id}/data`);
    expect(body.rows.map(([, count]: unknown[]) => count)).toEqual(Array(12).fill(0));
  });

  test("ends with the current month in a chart by months of the year, too", async () => {
    const query = {
      model: "orders",
      dimensions: ["orders.placed_at.month_of_year"],
      measures: ["orders.count"],
      filters: [{field: "orders.placed_at", op: "in_current", value: {unit: "year"}}],
      compare: {offset: {unit: "year", count: 1}},
    };
    const {projectId} = shops.duckdb;
    const made = await t.call("POST", "/api/charts", {body: {name: "Parts", type: "line", projectId, query}});
    expect(made.status).toBe(201);
    const chart = await requireChart(t.db, actor, made.body.id, "view");
    const asking = {actor, requestId: "req_test", signal: new AbortController().signal};
    const now = new Date("2027-02-10T12:00:00Z");
    const {drawing} = await drawingFor(t.web.runner, asking, chart, "light", {now});
    expect(drawing.rows.map(row => row.slice(0, 3))).toEqual([
      [1, 0, 1],
      [2, 0, 2],
      [3, null, 1],
    ]);
  });
});
