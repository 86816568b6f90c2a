import {expect, test} from "bun:test";
import {ServiceError} from "../../../shared/core/errors.ts";
import {type CompileContext, compile, detail, resolve} from "../../../shared/semantic/compile.ts";
import {buildLayer} from "../../../shared/semantic/layer/layer.ts";
import type {Query} from "../../../shared/semantic/query/query.ts";
import {resolveQuery} from "../../../shared/semantic/resolve/resolve.ts";
import {chooseRollup} from "../../../shared/semantic/rollup-matching/choose.ts";
import {needsOf} from "../../../shared/semantic/rollup-matching/needs.ts";
import {shapeOf} from "../../../shared/semantic/rollup-matching/shape.ts";

const layer = buildLayer({
  models: [
    {
      name: "orders",
      table: {name: "orders"},
      primaryKey: ["id"],
      time: "placed",
      dimensions: [
        {name: "id", type: "number", column: "id"},
        {name: "status", type: "string", column: "status"},
        {name: "amount", type: "number", column: "amount", format: {style: "currency", currency: "EUR"}},
        {name: "placed", type: "timestamp", column: "placed"},
        {name: "notes", type: "json", column: "notes"},
        {name: "secret", type: "number", column: "secret", hidden: true},
        {name: "a b", type: "number", column: "ab"},
        {name: "the day", type: "date", column: "day"},
      ],
      measures: [
        {name: "count", type: "count"},
        {name: "total", type: "sum", column: "amount"},
      ],
    },
    {
      name: "customers",
      table: {name: "customers"},
      primaryKey: ["id"],
      dimensions: [
        {name: "id", type: "number", column: "id"},
        {name: "credit", type: "number", column: "credit"},
      ],
    },
    {
      name: "items",
      table: {name: "items"},
      dimensions: [
        {name: "sku", type: "string", column: "sku"},
        {name: "price", type: "number", column: "price"},
      ],
      measures: [{name: "count", type: "count"}],
    },
  ],
  joins: [
    {from: "orders", to: "customers", relationship: "many_to_one", on: [{from: "customer_id", to: "id"}]},
    {from: "items", to: "orders", relationship: "many_to_one", on: [{from: "order_id", to: "id"}]},
  ],
});
const context: CompileContext = {
  dialect: "postgres",
  timezone: "UTC",
  weekStart: "monday",
  attributes: {},
  now: new Date("2024-03-15T12:00:00Z"),
};
const rows: Query = {model: "orders", rows: true, dimensions: ["orders.id"]};
const aggregate = {name: "most", agg: "max", of: "orders.amount"} as const;

/** The paths and messages of the faults of a query. */
function faultsOf(query: Query): {path: string; message: string}[] {
  try {
    compile(layer, query, context);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return (error.details.errors ?? []).map(({path, message}) => ({path, message}));
  }
  throw new Error("it compiles");
}

function onlyFaultOf(query: Query): {path: string; message: string} {
  const [fault, ...others] = faultsOf(query);
  if (fault === undefined || others.length > 0) throw new Error(JSON.stringify(others));
  return fault;
}

test("rows are refused beside everything that concerns groups", () => {
  const others: Partial<Query>[] = [
    {measures: ["orders.total"]},
    {measures: [aggregate]},
    {totals: true},
    {fillGaps: true},
    {retention: {entity: "customers.id", grain: "month"}},
    {funnel: {entity: "customers.id", steps: [{}, {}]}},
  ];
  for (const more of others) {
    const paths = faultsOf({...rows, ...more}).map(({path}) => path);
    expect(paths).toContain(`/${Object.keys(more)[0]}`);
  }
  const all = faultsOf({
    ...rows,
    dimensions: ["orders.id", "orders.status"],
    measures: ["orders.total"],
    calculations: [{name: "place", type: "rank", of: "orders.total"}],
    top: {dimension: "orders.id", by: "orders.total", count: 1},
    subtotals: true,
  });
  expect(all.map(({path}) => path)).toEqual(["/measures", "/calculations", "/top", "/subtotals"]);
  expect(
    compile(layer, {...rows, measures: [], calculations: [], totals: false}, context).totals,
  ).toBeUndefined();
});

test("rows without columns are refused", () => {
  for (const query of [
    {model: "orders", rows: true},
    {...rows, dimensions: []},
  ]) {
    expect(onlyFaultOf(query)).toEqual({
      path: "/dimensions",
      message: `"rows" shows the dimensions of each row, and the query names none. Add some of the model "orders" to "dimensions".`,
    });
  }
});

test("columns of rows are refused if a row has several values of them", () => {
  expect(onlyFaultOf({...rows, dimensions: ["orders.id", "items.sku"]})).toEqual({
    path: "/dimensions/1",
    message: `"items.sku" has several values for one row of the model "orders", and "rows" shows each row once. Ask for the rows of the model "items" instead.`,
  });
  const value = {name: "value", of: "orders.total", per: ["customers.id"]};
  expect(onlyFaultOf({...rows, dimensions: [value]}).path).toBe("/dimensions/0");
  expect(onlyFaultOf({...rows, orderBy: ["items.sku"]}).path).toBe("/orderBy");
});

test("rows are filtered and ordered by fields of rows, not by measures", () => {
  expect(onlyFaultOf({...rows, filters: [{field: "orders.total", op: ">", value: 1}]})).toEqual({
    path: "/filters/0",
    message: `"orders.total" is a measure, which picks groups, and "rows" has none. To pick rows by the groups that they lie in, write {"per": […], "field": "orders.total", …}.`,
  });
  expect(onlyFaultOf({...rows, orderBy: ["orders.total desc"]})).toEqual({
    path: "/orderBy/0",
    message: `"orders.total" is a measure, which groups have, and "rows" shows rows. Order by a dimension.`,
  });
  expect(onlyFaultOf({...rows, orderBy: ["orders.amount down"]}).message).toContain(
    '"down" in "orders.amount down" is not a direction',
  );
  expect(onlyFaultOf({...rows, orderBy: ["orders.colour"]}).path).toBe("/orderBy/0");
});

test("rows have no order but the requested one", () => {
  const sqlOf = (query: Query) => compile(layer, query, context).sql;
  expect(sqlOf({...rows, limit: 10})).not.toContain("order by");
  expect(sqlOf({...rows, limit: 10})).toContain("limit 11");
  expect(sqlOf({...rows, orderBy: ["orders.id desc"]})).toEndWith('order by "orders.id" desc nulls last');
  expect(sqlOf({...rows, orderBy: ["orders.a b"]})).toEndWith("order by d1 nulls last");
  expect(sqlOf({...rows, orderBy: ["orders.a b desc"]})).toEndWith("order by d1 desc nulls last");
  expect(sqlOf({...rows, orderBy: ["orders.the day.month"]})).toEndWith("order by d1 nulls last");
});

test("rows have the types of their fields, and no columns for hidden order fields", () => {
  const query = {
    ...rows,
    dimensions: ["orders.placed.day", "orders.notes", {field: "orders.amount", bin: {width: 10}}],
    orderBy: ["orders.status"],
  };
  const {columns, fields} = compile(layer, query, context);
  expect(columns).toEqual([
    {name: "orders.placed.day", type: "date"},
    {name: "orders.notes", type: "json"},
    {name: "orders.amount.bin", type: "number"},
  ]);
  expect(fields).toHaveLength(3);
});

test("an invalid aggregate of a dimension is refused with the reason", () => {
  const cases: [object, string, string][] = [
    [{agg: "sum", of: undefined}, "/measures/0/of", `"sum" aggregates a dimension: name it in "of".`],
    [{of: "orders.total"}, "/measures/0/of", `"orders.total" is a measure.`],
    [
      {of: "items.price"},
      "/measures/0/of",
      `One row of the model "orders" has several values of "items.price", so "items.price" cannot be aggregated over that model's rows. Ask here for a measure of the model "items", or aggregate "items.price" in a query over the model "items".`,
    ],
    [{of: "metric_time.day"}, "/measures/0/of", `"metric_time.day" belongs to several models`],
    [{agg: "avg", of: "orders.status"}, "/measures/0/agg", `"avg" aggregates numbers`],
    [{of: "orders.notes"}, "/measures/0/agg", `"max" aggregates values that have an order`],
    [{agg: "percentile"}, "/measures/0/percentile", "A percentile says which one it is"],
    [{percentile: 0.5}, "/measures/0/percentile", `"percentile" does not go with "max"`],
    [{name: "a.b"}, "/measures/0/name", `"a.b" has a dot`],
    [{name: " a"}, "/measures/0/name", `" a" contains a control character or begins or ends with a space`],
  ];
  for (const [more, path, message] of cases) {
    const {of, ...rest} = {...aggregate, ...more};
    const entry = of === undefined ? rest : {...rest, of};
    const fault = onlyFaultOf({model: "orders", measures: [entry]});
    expect([fault.path, fault.message.slice(0, message.length)]).toEqual([path, message]);
  }
});

test("an aggregate cannot have the name of another column", () => {
  const bins = {field: "orders.amount", bin: {width: 1}, name: "most"};
  expect(onlyFaultOf({model: "orders", dimensions: [bins], measures: [aggregate]}).path).toBe(
    "/measures/0/name",
  );
  expect(onlyFaultOf({model: "orders", measures: [aggregate, aggregate]}).path).toBe("/measures/1");
});

test("aggregates of rows are refused beside a dimension that is a measure in groups", () => {
  const value = {name: "value", of: "orders.total", per: ["customers.id"]};
  expect(onlyFaultOf({model: "orders", dimensions: [value], measures: [aggregate]})).toEqual({
    path: "/measures/0",
    message: `"most" aggregates rows, and "value" groups by the values of whole groups. Ask for it in a query of its own.`,
  });
});

test("an aggregate has the type and the format of its dimension", () => {
  const query: Query = {
    model: "orders",
    measures: [
      aggregate,
      {name: "last", agg: "max", of: "orders.placed"},
      {name: "day", agg: "max", of: "orders.placed.day"},
      {name: "words", agg: "min", of: "orders.status"},
      {name: "rows", agg: "count"},
      {name: "notes", agg: "count_distinct", of: "orders.notes"},
      {name: "credit", agg: "avg", of: "customers.credit"},
    ],
  };
  const {columns, fields} = compile(layer, query, context);
  expect(columns.map(({type}) => type)).toEqual([
    "number",
    "timestamp",
    "date",
    "string",
    "number",
    "number",
    "number",
  ]);
  expect(fields[0]?.field.source.format).toEqual({style: "currency", currency: "EUR"});
  expect(fields[4]?.field.source.format).toBeUndefined();
});

test("a statement to paste explains the timezone of moments, even if only an aggregate reads moments", () => {
  const of = (field: string): Query => ({
    model: "orders",
    measures: [{name: "x", agg: "count_distinct", of: field}],
  });
  const mysql = {...context, dialect: "mysql"} as const;
  expect(detail(layer, of("orders.placed.day"), mysql)).toContain("time_zone");
  expect(detail(layer, of("orders.status"), mysql)).not.toContain("time_zone");
});

test("rows and aggregates of dimensions are answered by no roll-up, and none is suggested for them", () => {
  const planned = [{name: "by_status", faults: []}];
  const asked: [Query, string][] = [
    [
      {model: "orders", dimensions: ["orders.status"], measures: [aggregate]},
      '"most" aggregates a dimension, row by row',
    ],
    [{...rows, dimensions: ["orders.status"]}, "it shows rows, and a roll-up stores groups"],
  ];
  for (const [query, why] of asked) {
    expect(chooseRollup(resolve(layer, query, context), {planned, built: []}).passed).toEqual([
      {rollup: "by_status", why},
    ]);
    expect(needsOf(layer, resolveQuery(layer, query, context))).toBe(why);
  }
  const inFilter: Query = {
    model: "orders",
    dimensions: ["orders.status"],
    measures: ["orders.count", aggregate],
    filters: [{field: "most", op: ">", value: 3}],
  };
  expect(shapeOf(inFilter, "monday")?.filters).toEqual([{field: "n0", op: ">", value: 1}]);
  expect(shapeOf(rows, "monday")).toBeUndefined();
});
