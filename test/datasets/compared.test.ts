import {expect, test} from "bun:test";
import {ServiceError} from "../../shared/core/errors.ts";
import {compile, resolve} from "../../shared/semantic/compile.ts";
import {datasetQuery, liveSource} from "../../shared/semantic/dataset/dataset.ts";
import {buildLayer} from "../../shared/semantic/layer/layer.ts";
import type {Query} from "../../shared/semantic/query/query.ts";
import {chooseRollup} from "../../shared/semantic/rollup-matching/choose.ts";
import {needsOf} from "../../shared/semantic/rollup-matching/needs.ts";

const layer = buildLayer({
  models: [
    {
      name: "orders",
      table: {name: "orders"},
      primaryKey: ["id"],
      dimensions: [
        {name: "region", type: "string", column: "region"},
        {name: "status", type: "string", column: "status"},
        {name: "placed_on", type: "date", column: "placed_on"},
      ],
      time: "placed_on",
      measures: [{name: "count", type: "count"}],
      rowAccess: [{dimension: "region", attribute: "region"}],
    },
  ],
});
const context = {
  dialect: "duckdb",
  timezone: "UTC",
  weekStart: "monday",
  attributes: {region: ["east"]},
  now: new Date("2024-03-15T12:00:00Z"),
} as const;
const march: Query = {
  model: "sales",
  dimensions: ["sales.region"],
  measures: ["sales.count"],
  filters: [{field: "sales.placed_on", op: "=", value: "2024-03"}],
  compare: {offset: {unit: "month", count: 1}},
  orderBy: ["sales.count@change desc"],
};

function compiled(since: string, query: Query) {
  const definition: Query = {
    model: "orders",
    filters: [{field: "orders.placed_on", op: ">=", value: since}],
  };
  const source = liveSource({slug: "sales", definition, timezone: "UTC"}, layer, {ownFieldsOnly: false});
  const {query: own, bounds} = datasetQuery(source, query);
  return compile(layer, own, {...context, dataset: bounds});
}

test("an earlier value over a dataset has the dataset's name, and both spans have its filter and row access", () => {
  const {sql, parameters, columns} = compiled("2024-01-01", march);
  expect(columns.map(({name}) => name)).toEqual([
    "sales.region",
    "sales.count",
    "sales.count@before",
    "sales.count@change",
  ]);
  expect(sql).toContain('order by "sales.count@change" desc');
  expect(parameters.filter(value => value === "2024-01-01")).toHaveLength(2);
  expect(parameters.filter(value => value === "east")).toHaveLength(2);
});

test("a dataset that begins within the earlier span cannot be compared with it", () => {
  const refused = () => compiled("2024-02-10", march);
  expect(refused).toThrow(ServiceError);
  expect(refused).toThrow("looks back to 2024-02-01, and the dataset begins at 2024-02-10");
});

test("a roll-up for a comparison has the time of its spans, and one over several facts is left to the warehouse", () => {
  const filters = [{field: "orders.placed_on", op: "=", value: "2024-03"}];
  const compare = {offset: {unit: "month" as const, count: 1}};
  const query: Query = {model: "orders", measures: ["orders.count"], filters, compare};
  expect(needsOf(layer, resolve(layer, query, context).query)).toEqual({
    model: "orders",
    dimensions: ["orders.region"],
    measures: ["orders.count"],
    time: {dimension: "orders.placed_on", timezone: "UTC", type: "date"},
  });
  const planned = [{name: "by_region", faults: []}];
  const conformed = [{field: "metric_time", op: "=", value: "2024-03"}];
  const ofTimes = resolve(layer, {...query, filters: conformed}, context);
  expect(chooseRollup(ofTimes, {planned, built: []}).passed).toEqual([
    {
      rollup: "by_region",
      why: "it compares with an earlier span, and not everything in the query comes from the rows of its own model",
    },
  ]);
});
