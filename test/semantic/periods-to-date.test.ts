import {expect, test} from "bun:test";
import type {Filter, Query} from "../../shared/semantic/documents.ts";
import {type CompileContext, compile} from "../../shared/semantic/index.ts";
import {buildLayer} from "../../shared/semantic/layers.ts";

const layer = buildLayer({
  models: [
    {
      name: "o",
      table: {name: "o"},
      primaryKey: ["id"],
      dimensions: [
        {name: "id", type: "number", column: "id"},
        {name: "day", type: "date", column: "day"},
        {name: "at", type: "timestamp", column: "at"},
      ],
      measures: [
        {name: "count", type: "count"},
        {name: "paid", type: "count", where: "paid"},
        {name: "stock", type: "sum", column: "stock", nonAdditive: {dimension: "day", take: "last"}},
        {name: "per_item", type: "number", sql: "${count} / ${items.count}"},
        {name: "of_stock", type: "number", sql: "${items.of_stock} * 2"},
        {name: "circle", type: "number", sql: "${items.circle}"},
      ],
    },
    {
      name: "items",
      table: {name: "items"},
      primaryKey: ["id"],
      dimensions: [{name: "id", type: "number", column: "id"}],
      measures: [
        {name: "count", type: "count"},
        {name: "of_stock", type: "number", sql: "${o.stock} / ${count}"},
        {name: "circle", type: "number", sql: "${o.circle}"},
      ],
    },
  ],
  joins: [{from: "items", to: "o", relationship: "many_to_one", on: [{from: "o_id", to: "id"}]}],
});
const context: CompileContext = {
  dialect: "postgres",
  timezone: "Europe/Berlin",
  weekStart: "monday",
  attributes: {},
  now: new Date("2026-03-10T12:00:00.250Z"),
};

const during = (op: string, value: object, field = "o.day"): Filter => ({field, op, value});
const month = {unit: "month"};
const thisMonth = during("in_current", month);
const other = {field: "o.id", op: "=", value: 1};
const untilToday = ["2026-03-01", "2026-03-11"];
const whole = ["2026-03-01", "2026-04-01"];

/** The time bounds in the parameters of a query with these filters. */
function bounds(filters: Filter[], options: Partial<CompileContext> = {}, query: Partial<Query> = {}) {
  const asked: Query = {model: "o", measures: ["o.count"], filters, ...query};
  const {parameters} = compile(layer, asked, {...context, toDate: true, ...options});
  const times = parameters.filter(value => typeof value === "string" && value.startsWith("20"));
  return [...new Set(times)];
}

test.each([
  ["a filter on a date includes all of today", thisMonth, untilToday],
  [
    "a filter on a time ends now, and its month begins in local time",
    during("in_current", month, "o.at"),
    ["2026-02-28 23:00:00", "2026-03-10 12:00:00.250000"],
  ],
  [
    "a filter by hours ends now",
    during("in_past", {unit: "hour", count: 2}, "o.at"),
    ["2026-03-10 11:00:00", "2026-03-10 12:00:00.250000"],
  ],
  [
    "of several months, the last one ends today",
    during("in_past", {unit: "month", count: 2}),
    ["2026-02-01", "2026-03-11"],
  ],
  ["a filter on the month of a date ends today, too", during("in_current", month, "o.day.month"), untilToday],
  [
    "completed months are whole",
    during("in_past", {unit: "month", count: 1, completed: true}),
    ["2026-02-01", "2026-03-01"],
  ],
  ["future months are whole", during("in_next", {unit: "month", count: 1}), whole],
  ["a period in an alternative ends today", {or: [other, thisMonth]}, untilToday],
  ["a negated period is excluded as a whole", {not: thisMonth}, whole],
  ["a period deep inside a negation is excluded as a whole", {not: {or: [thisMonth, other]}}, whole],
  ["a doubly negated period ends today", {not: {not: thisMonth}}, untilToday],
] satisfies [string, Filter, string[]][])("%s", (_, filter, expected) => {
  expect(bounds([filter])).toEqual(expected);
});

test("periods are whole unless periods to date are requested", () => {
  expect(bounds([thisMonth], {toDate: false})).toEqual(whole);
});

test("balances cover the whole period, and so do the rows of groups by a balance", () => {
  const per = (field: string, than: string) => ({
    per: ["o.id"],
    field,
    op: ">",
    other: than,
    filters: [thisMonth],
  });
  expect(bounds([per("o.count", "o.paid")])).toEqual(untilToday);
  expect(bounds([per("o.stock", "o.count")])).toEqual(whole);
  expect(bounds([per("o.count", "o.stock")])).toEqual(whole);
  expect(bounds([thisMonth], {}, {measures: ["o.count", "o.stock"]}).slice(0, 2)).toEqual(whole);
});

test("a measure that is derived from other models' measures covers the periods that those cover", () => {
  const of = (measure: string) => bounds([thisMonth], {}, {measures: [measure]}).slice(0, 2);
  expect(of("o.per_item")).toEqual(untilToday);
  expect(of("o.of_stock")).toEqual(whole);
  expect(() => of("o.circle")).toThrow("circle");
});

test("the filters of a dataset end now by the dataset's own clock", () => {
  const dataset = {columnNames: ["o.count"], filters: [during("in_current", month, "o.at")], timezone: "UTC"};
  expect(bounds([], {dataset})).toEqual(["2026-03-01 00:00:00", "2026-03-10 12:00:00.250000"]);
});
