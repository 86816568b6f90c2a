import {describe, expect, test} from "bun:test";
import {ServiceError} from "../../shared/core/errors.ts";
import {type CompileContext, compile} from "../../shared/semantic/compile.ts";
import {datasetQuery, liveSource} from "../../shared/semantic/dataset/dataset.ts";
import {buildLayer} from "../../shared/semantic/layer/layer.ts";
import type {Query} from "../../shared/semantic/query/query.ts";
import {resolveQuery} from "../../shared/semantic/resolve/resolve.ts";
import {needsOf} from "../../shared/semantic/rollup-matching/needs.ts";

const layer = buildLayer({
  models: [
    {
      name: "orders",
      table: {name: "orders"},
      dimensions: [
        {
          name: "amount",
          type: "number",
          column: "amount",
          label: "Worth",
          format: {style: "number", decimals: 2},
        },
        {name: "customer", type: "string", column: "customer"},
        {name: "placed", type: "date", column: "placed"},
      ],
      measures: [{name: "count", type: "count"}],
    },
  ],
});
const context: CompileContext = {
  dialect: "duckdb",
  timezone: "UTC",
  weekStart: "monday",
  attributes: {},
  now: new Date("2024-06-01T00:00:00Z"),
};
const asked = (dimensions: Query["dimensions"], more: Partial<Query> = {}): Query => ({
  model: "orders",
  ...(dimensions ? {dimensions} : {}),
  measures: ["orders.count"],
  ...more,
});

function refusalOf(query: Query): {path: string; message: string}[] {
  try {
    compile(layer, query, context);
  } catch (error) {
    if (error instanceof ServiceError) return [...(error.details.errors ?? [])];
    throw error;
  }
  return [];
}

describe("bins are refused", () => {
  const cases: [string, Query, string, RegExp][] = [
    [
      "of a text",
      asked([{field: "orders.customer", bin: {width: 1}}]),
      "/dimensions/0/field",
      /numeric dimension/,
    ],
    [
      "of a part of a time",
      asked([{field: "orders.placed.month_of_year", bin: {width: 3}}]),
      "/dimensions/0/field",
      /bins/,
    ],
    [
      "with edges that do not ascend",
      asked([{field: "orders.amount", bin: {edges: [0, 5, 5]}}]),
      "/dimensions/0/bin/edges/2",
      /ascend/,
    ],
    [
      "with more digits than edges can have",
      asked([{field: "orders.amount", bin: {width: 1e-12}}]),
      "/dimensions/0/bin",
      /digits/,
    ],
    [
      "of one field twice, without names of their own",
      asked([
        {field: "orders.amount", bin: {width: 1}},
        {field: "orders.amount", bin: {width: 5}},
      ]),
      "/dimensions/1",
      /"name" of its own/,
    ],
    [
      "under a name with a dot",
      asked([{field: "orders.amount", bin: {width: 1}, name: "a.b"}]),
      "/dimensions/0/name",
      /dot/,
    ],
    [
      "under the name of a calculation",
      asked([{field: "orders.amount", bin: {width: 1}, name: "share"}], {
        calculations: [{name: "share", type: "percent_of_total", of: "orders.count"}],
      }),
      "/dimensions/0/name",
      /another column/,
    ],
    [
      "by count in a comparison of two spans",
      asked([{field: "orders.amount", bin: {count: 3}}], {
        filters: [{field: "orders.placed", op: "=", value: "2024-05"}],
        compare: {offset: {unit: "month", count: 1}},
      }),
      "/dimensions/0/bin/count",
      /would differ between the two spans/,
    ],
    [
      "with fillGaps",
      asked([{field: "orders.amount", bin: {width: 1}}], {fillGaps: true}),
      "/fillGaps",
      /time grain/,
    ],
  ];
  for (const [name, query, path, message] of cases) {
    test(name, () => {
      expect(refusalOf(query)).toEqual([
        expect.objectContaining({path, message: expect.stringMatching(message)}),
      ]);
    });
  }
});

test("bins are a column of numbers with the field's format, or of texts without a format", () => {
  const {columns, fields} = compile(
    layer,
    asked([
      {field: "orders.amount", bin: {width: 5}},
      {field: "orders.amount", bin: {width: 5, labels: true}, name: "label"},
    ]),
    context,
  );
  expect(columns.slice(0, 2)).toEqual([
    {name: "orders.amount.bin", type: "number"},
    {name: "label", type: "string"},
  ]);
  expect(fields.slice(0, 2).map(({field}) => [field.source.label, field.source.format?.decimals])).toEqual([
    ["Worth", 2],
    ["Worth", undefined],
  ]);
});

test("a query of bins lists no field whose exact values the caller would see", () => {
  const {fields} = compile(layer, asked([{field: "orders.amount", bin: {width: 5}}]), context);
  expect(fields.some(({field}) => field === layer.models.get("orders")?.fields.get("amount"))).toBe(false);
});

test("bins of a dataset's field have the dataset's name, and only fields of the dataset can be binned", () => {
  const source = liveSource(
    {
      slug: "dear",
      timezone: "UTC",
      definition: {model: "orders", dimensions: ["orders.amount"], measures: ["orders.count"]},
    },
    layer,
    {ownFieldsOnly: true},
  );
  const query: Query = {
    model: "dear",
    dimensions: [{field: "dear.amount", bin: {width: 5}}],
    measures: ["dear.count"],
    orderBy: ["dear.amount.bin desc"],
    top: {dimension: "dear.amount.bin", by: "dear.count", count: 2},
  };
  const {query: own, bounds} = datasetQuery(source, query);
  const {columns, sql} = compile(layer, own, {...context, dataset: bounds});
  expect(columns.map(({name}) => name)).toEqual(["dear.amount.bin", "dear.count"]);
  expect(sql).toContain('order by "dear.amount.bin" desc');
  expect(() =>
    datasetQuery(source, {...query, dimensions: [{field: "dear.customer", bin: {width: 5}}]}),
  ).toThrow("dear.customer");
});

test("bins get no roll-up proposed", () => {
  const resolved = resolveQuery(
    layer,
    asked([{field: "orders.amount", bin: {width: 5}, name: "size"}]),
    context,
  );
  expect(needsOf(layer, resolved)).toBe('"size" puts numbers into bins');
});
