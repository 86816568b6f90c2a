import {expect, test} from "bun:test";
import {drawingOf} from "../../shared/content/charts/drawing-of.ts";
import {compile} from "../../shared/semantic/compile.ts";
import {buildLayer} from "../../shared/semantic/layer/layer.ts";
import type {Query} from "../../shared/semantic/query/query.ts";

const layer = buildLayer({
  models: [
    {
      name: "orders",
      table: {name: "orders"},
      dimensions: [
        {name: "amount", type: "number", column: "amount"},
        {name: "customer", type: "string", column: "customer"},
      ],
      measures: [{name: "count", type: "count"}],
    },
  ],
});
const context = {
  dialect: "duckdb",
  timezone: "UTC",
  weekStart: "monday",
  attributes: {},
  now: new Date("2026-01-01T00:00:00Z"),
} as const;
const amount = "orders.amount";
const bins = {field: amount, bin: {width: 50}, name: "size"};

test.each<[string, string | typeof bins, boolean]>([
  ["numbers", amount, false],
  ["bins", bins, false],
  ["labels of bins", {...bins, bin: {width: 50, labels: true} as (typeof bins)["bin"]}, false],
  ["names", "orders.customer", true],
])("whether %s beside the rest are drawn by their measure", (_, dimension, byMeasure) => {
  const name = typeof dimension === "string" ? dimension : dimension.name;
  const query: Query = {
    model: "orders",
    dimensions: [dimension],
    measures: ["orders.count"],
    top: {dimension: name, by: "orders.count", count: 2, others: "Other"},
  };
  const json = JSON.stringify({
    columns: [
      {name, type: "string"},
      {name: "orders.count", type: "number"},
    ],
    rows: [
      ["0", 2],
      ["100", 7],
      ["Other", 1],
    ],
    truncated: false,
  });
  const drawn = drawingOf(
    {name: "n", type: "bar", config: {}, query},
    compile(layer, query, context),
    json,
    "light",
  );
  expect(drawn.unordered === true).toBe(byMeasure);
});
