import {expect, test} from "bun:test";
import {ServiceError} from "../../../shared/core/errors.ts";
import {type CompileContext, compile} from "../../../shared/semantic/compile.ts";
import {buildLayer} from "../../../shared/semantic/layer/layer.ts";
import type {MeasuredDimension, NestedMeasure} from "../../../shared/semantic/query/nested.ts";
import type {Query} from "../../../shared/semantic/query/query.ts";

const layer = buildLayer({
  models: [
    {
      name: "orders",
      table: {name: "orders"},
      primaryKey: ["id"],
      dimensions: [
        {name: "id", type: "number", column: "id"},
        {name: "status", type: "string", column: "status"},
        {name: "customer", type: "number", column: "customer_id"},
        {name: "placed", type: "date", column: "placed"},
      ],
      measures: [
        {name: "count", type: "count"},
        {name: "total", type: "sum", column: "amount", format: {style: "currency", currency: "EUR"}},
        {name: "latest", type: "max", sql: "${placed}"},
      ],
    },
  ],
});
const context: CompileContext = {
  dialect: "postgres",
  timezone: "UTC",
  weekStart: "monday",
  attributes: {},
  now: new Date("2024-03-15T12:00:00Z"),
};
const orders: MeasuredDimension = {name: "orders", of: "orders.count", per: ["orders.customer"]};
const buyers: NestedMeasure = {name: "buyers", agg: "count", of: "orders.count", per: ["orders.customer"]};
const query: Query = {model: "orders", dimensions: [orders], measures: [buyers]};

function faultOf(asked: Query): [string | undefined, string] {
  try {
    compile(layer, asked, context);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const [fault] = error.details.errors ?? [];
    return [fault?.path, fault?.message ?? error.message];
  }
  throw new Error(`it compiles: ${JSON.stringify(asked)}`);
}

test("parts of a query without a meaning beside a measure in groups as a dimension are refused with a remedy", () => {
  const perStatus = ["orders.status"];
  const region = "orders.status";
  const passing = [{field: "buyers", op: ">", value: 1}];
  const refused: [Partial<Query>, string, string][] = [
    [{measures: ["orders.total"]}, "/measures/0", '"of": "orders.total", "per": ["orders.customer"]}'],
    [
      {measures: [{...buyers, per: perStatus}]},
      "/measures/0/per",
      'Take the same, "per": ["orders.customer"]',
    ],
    [{dimensions: [orders, {...orders, name: "o", per: perStatus}]}, "/dimensions/1/per", "of other groups"],
    [
      {filters: [{field: "orders.total", op: ">", value: 1}]},
      "/filters/0",
      '{"per": […], "field": "orders.total", …}',
    ],
    [
      {filters: [{or: [{field: "buyers", op: "<", other: "orders.total"}]}]},
      "/filters/0/or/0/other",
      '"orders.total" has no value beside "orders"',
    ],
    [{orderBy: ["orders.total desc"]}, "/orderBy/0", "Order by a column of the query"],
    [{top: {dimension: "orders", by: "buyers", count: 3}}, "/top/dimension", 'with a "limit"'],
    [
      {dimensions: [orders, region], top: {dimension: region, by: "buyers", count: 3, within: ["orders"]}},
      "/top/within/0",
      'with a "limit"',
    ],
    [{totals: true, filters: passing}, "/totals", "Leave out the filter"],
    [{dimensions: [orders, region], subtotals: true}, "/subtotals", 'Put "orders.status" first'],
    [{fillGaps: true}, "/fillGaps", "the query has none"],
    [{dimensions: [{...orders, of: "orders.latest"}], fillGaps: true}, "/fillGaps", "the query has none"],
    [
      {dimensions: [{...orders, bin: {count: 5}}]},
      "/dimensions/0/bin/count",
      'Give the bins a "width" or "edges"',
    ],
    [
      {dimensions: [{...orders, of: "orders.latest", bin: {width: 5}}]},
      "/dimensions/0/bin",
      "bins are of numbers",
    ],
    [{dimensions: [{...orders, of: "orders.status"}]}, "/dimensions/0/of", "is a dimension"],
    [
      {dimensions: [{...orders, per: ["orders.custmer"]}]},
      "/dimensions/0/per/0",
      'Did you mean "orders.customer"',
    ],
    [
      {dimensions: [{...orders, name: "orders.n"}]},
      "/dimensions/0/name",
      "Give the dimension a name without one",
    ],
    [{dimensions: [{...orders, name: "buyers"}]}, "/measures/0/name", "is the name of another column"],
    [
      {measures: [{...buyers, per: [{field: "orders.id", bin: {count: 5}}]}], dimensions: []},
      "/measures/0/per/0/bin/count",
      'Give the bins a "width" or "edges"',
    ],
    [
      {
        measures: [],
        funnel: {
          entity: "orders.customer",
          steps: [{}, {filters: [{field: region, op: "=", value: "paid"}]}],
        },
      },
      "/funnel",
      "Ask for each in a query of its own",
    ],
  ];
  for (const [more, path, why] of refused) {
    expect(faultOf({...query, ...more})).toEqual([path, expect.stringContaining(why)]);
  }
});

test("a dimension that is a measure in groups has the measure's type and format, and its bins those of bins", () => {
  const of = "orders.total";
  const dimensions: MeasuredDimension[] = [
    {...orders, name: "worth", of},
    {...orders, name: "about", of, bin: {width: 10}},
    {...orders, name: "size", of, bin: {width: 10, labels: true}},
    {...orders, name: "last", of: "orders.latest"},
  ];
  const {columns, fields} = compile(layer, {...query, dimensions}, context);
  expect(columns.map(({type}) => type)).toEqual(["number", "number", "string", "date", "number"]);
  const euros = {style: "currency", currency: "EUR"} as const;
  expect(fields.map(({field}) => field.source.format)).toEqual([
    euros,
    euros,
    undefined,
    undefined,
    undefined,
  ]);
});
