import {expect, test} from "bun:test";
import {compile} from "../../../shared/semantic/compile.ts";
import {buildLayer} from "../../../shared/semantic/layer/layer.ts";
import type {Filter} from "../../../shared/semantic/query/filter.ts";
import type {Query} from "../../../shared/semantic/query/query.ts";
import {readCorpus} from "../corpus.ts";

const calendar = (await readCorpus()).find(({topic}) => topic === "calendar");
if (calendar === undefined) throw new Error("no cases of the calendar");
const TIMES: Record<string, string> = {refunds: "day", orders: "placed_at"};
const SHARE = {name: "share", type: "number", sql: "${total} / ${orders.total}"} as const;
const models = calendar.layer.models.map(model => {
  const time = TIMES[model.name];
  const {measures = []} = model;
  const timed = time === undefined ? model : {...model, time};
  return model.name === "refunds" ? {...timed, measures: [...measures, SHARE]} : timed;
});
const layer = buildLayer({...calendar.layer, models});

function comparing(span: string, query: Partial<Query> = {}, ...filters: Filter[]) {
  const asked: Query = {
    model: "refunds",
    measures: ["refunds.total"],
    compare: {offset: {unit: "month", count: 1}},
    ...query,
    filters: [{field: span, op: "=", value: "2024-02"}, ...filters],
  };
  const context = {
    dialect: "postgres",
    timezone: "UTC",
    weekStart: "monday",
    attributes: {amounts: ["1"]},
    now: new Date("2024-03-15T12:00:00Z"),
  } as const;
  return () => compile(layer, asked, context);
}

// The values of such a dimension differ between the two spans, and would be shown side by side as if they were equal.
test.each([
  [
    "metric_time.retail_month",
    'moves "refunds.day", and "metric_time.retail_month" names that time differently',
  ],
  ["metric_time.month", 'moves "refunds.day", and "metric_time.month" names that time differently'],
  [
    "metric_time.month_of_year",
    '"metric_time.month_of_year" belongs to that time and differs between the two spans',
  ],
  [
    "refunds.day.retail_month",
    '"refunds.day.retail_month" belongs to that time and differs between the two spans',
  ],
])("a comparison is refused beside %s, which depends on the moved time", (dimension, why) => {
  expect(comparing("refunds.day", {dimensions: [dimension]})).toThrow(why);
});

const february = (field: string): Filter => ({field, op: "=", value: 2});
const retail = (field: string): Filter => ({field, op: "=", value: "2024-R01"});
const differs = (name: string) => `"${name}" belongs to that time and differs between the two spans`;

// Such a filter would leave no row of the earlier span.
test.each([
  ["refunds.day", "metric_time.month_of_year", february("metric_time.month_of_year")],
  ["refunds.day", "metric_time.retail_month", retail("metric_time.retail_month")],
  ["metric_time", "refunds.day.month_of_year", february("refunds.day.month_of_year")],
  ["metric_time", "refunds.day.retail_month", retail("refunds.day.retail_month")],
  ["refunds.day", "refunds.day.month_of_year", {not: february("refunds.day.month_of_year")}],
  [
    "refunds.day",
    "refunds.day.month_of_year",
    {or: [{field: "orders.amount", op: ">", value: 1}, {not: february("refunds.day.month_of_year")}]},
  ],
  ["metric_time", "refunds.day.month_of_year", {not: february("refunds.day.month_of_year")}],
] satisfies [string, string, Filter][])(
  "a comparison by %s is refused beside a filter on %s: %j",
  (span, part, filter) => {
    expect(comparing(span, {}, filter)).toThrow(differs(part));
  },
);

test.each([
  ["metric_time", "refunds.day.month", 'Use one name for both: "metric_time.month".'],
  ["refunds.day", "metric_time.week", 'Use one name for both: "refunds.day.week".'],
])("a comparison by %s beside %s says how to name both alike", (span, dimension, why) => {
  expect(comparing(span, {dimensions: [dimension]})).toThrow(why);
});

test("metric_time is also the time of the measure of a nested aggregate", () => {
  const measures = [{name: "n", agg: "sum", of: "refunds.total", per: ["refunds.day.week"]}] as const;
  const asked = comparing("metric_time", {dimensions: ["refunds.day.month"], measures: [...measures]});
  expect(asked).toThrow('Use one name for both: "metric_time.month".');
});

test("metric_time is also the time of a second measured model, and not of a model that is only joined", () => {
  const dimensions = ["orders.placed_at.month_of_year"];
  const filter = february("orders.placed_at.month_of_year");
  const both = ["refunds.total", "orders.total"];
  expect(comparing("metric_time", {dimensions, measures: both})).toThrow(
    differs("orders.placed_at.month_of_year"),
  );
  expect(comparing("metric_time", {measures: both}, filter)).toThrow(
    differs("orders.placed_at.month_of_year"),
  );
  expect(comparing("metric_time", {dimensions}, filter)).not.toThrow();
  expect(comparing("orders.placed_at", {}, february("metric_time.month_of_year"))).not.toThrow();
});

test("metric_time is also the time of the measures of a quotient, nested or not", () => {
  const nested = {name: "n", agg: "avg", of: "refunds.share", per: ["orders.amount"]} as const;
  const dimensions = ["orders.placed_at.month_of_year"];
  for (const measure of ["refunds.share", nested])
    expect(comparing("metric_time", {dimensions, measures: [measure]})).toThrow(
      differs("orders.placed_at.month_of_year"),
    );
});
