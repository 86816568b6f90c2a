import {expect, test} from "bun:test";
import {ServiceError} from "../../shared/core/errors.ts";
import {compile, resolve} from "../../shared/semantic/compile.ts";
import {datasetQuery, liveSource} from "../../shared/semantic/dataset/dataset.ts";
import {buildLayer} from "../../shared/semantic/layer/layer.ts";
import type {NestedMeasure} from "../../shared/semantic/query/nested.ts";
import type {Query} from "../../shared/semantic/query/query.ts";
import {resolveQuery} from "../../shared/semantic/resolve/resolve.ts";
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
        {name: "customer", type: "number", column: "customer_id"},
        {name: "placed_on", type: "date", column: "placed_on"},
      ],
      measures: [
        {name: "count", type: "count"},
        {name: "total", type: "sum", column: "amount"},
      ],
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
const filters = [{field: "orders.placed_on", op: ">=", value: "2024-01-01"}];
const offers: Query = {
  model: "orders",
  dimensions: ["orders.region", "orders.placed_on.month"],
  measures: ["orders.total"],
  filters,
};

function compiled(definition: Query, query: Query) {
  const source = liveSource({slug: "sales", definition, timezone: "UTC"}, layer, {ownFieldsOnly: false});
  const asked = datasetQuery(source, query);
  try {
    return compile(layer, asked.query, {...context, dataset: asked.bounds});
  } catch (error) {
    throw asked.translate(error);
  }
}

const usual = {name: "usual", agg: "median", of: "sales.total", per: ["sales.customer"]} as const;
const query: Query = {
  model: "sales",
  dimensions: ["sales.region"],
  measures: [{...usual, per: [...usual.per]}, "sales.count"],
  filters: [{field: "usual", op: ">", value: 10}],
  calculations: [{name: "place", type: "rank", of: "usual"}],
  top: {dimension: "sales.region", by: "usual", count: 3},
  orderBy: ["usual desc"],
};

test("groups over a dataset have its filter and the caller's rows, and their measure has its own name", () => {
  const {sql, parameters, columns} = compiled({model: "orders", filters}, query);
  expect(columns.map(({name}) => name)).toEqual(["sales.region", "usual", "sales.count", "place"]);
  expect(sql).toContain('order by "usual" desc');
  // The rows for the top, the groups, and the count beside them.
  const tables = sql.match(/from "orders"\n/g)?.length;
  expect(tables).toBe(3);
  expect(parameters.filter(value => value === "2024-01-01")).toHaveLength(3);
  expect(parameters.filter(value => value === "east")).toHaveLength(3);
});

test("a field that a dataset does not offer cannot make groups and cannot be aggregated", () => {
  const asked = (more: object): Query => ({
    model: "sales",
    measures: [{name: "usual", agg: "median", of: "sales.total", per: ["sales.region"], ...more}],
  });
  expect(() => compiled(offers, asked({}))).not.toThrow();
  expect(() => compiled(offers, asked({per: ["sales.placed_on.year"]}))).not.toThrow();
  const refused: [object, string][] = [
    [{per: ["sales.customer"]}, "/measures/0/per/0"],
    [{per: ["orders.customer"]}, "/measures/0/per/0"],
    [{per: ["sales.region", "sales.placed_on.day"]}, "/measures/0/per/1"],
    [{of: "sales.count"}, "/measures/0/of"],
    [{of: "orders.count"}, "/measures/0/of"],
  ];
  for (const [more, path] of refused) {
    let fault: unknown;
    try {
      compiled(offers, asked(more));
    } catch (error) {
      fault = error;
    }
    if (!(fault instanceof ServiceError)) throw new Error(`${JSON.stringify(more)} is offered`);
    expect([fault.code, fault.details.errors?.[0]?.path]).toEqual(["unknown_field", path]);
  }
});

test("a measure of groups can be a dimension if a dataset offers the fields that it is computed from", () => {
  const value = {name: "value", of: "sales.total", per: ["sales.customer"]};
  const buyers = {name: "buyers", agg: "count", of: "sales.total", per: ["sales.customer"]} as const;
  const asked: Query = {
    model: "sales",
    dimensions: [value],
    measures: [{...buyers, per: [...buyers.per]}],
    orderBy: ["value desc"],
  };
  const {sql, parameters, columns} = compiled({model: "orders", filters}, asked);
  expect(columns.map(({name}) => name)).toEqual(["value", "buyers"]);
  expect(sql).toContain('order by "value" desc');
  expect(parameters.filter(one => one === "2024-01-01" || one === "east")).toHaveLength(2);
  expect(() => compiled(offers, asked)).toThrow('"sales.customer" is not a field of the dataset "sales"');
});

test("a roll-up for such a dataset has the fields of its groups, and none is suggested for their bins", () => {
  const own = (per: NestedMeasure["per"]): Query => ({
    model: "orders",
    dimensions: ["orders.region"],
    measures: [{name: "usual", agg: "avg", of: "orders.total", per}],
  });
  expect(needsOf(layer, resolveQuery(layer, own(["orders.customer"]), context))).toEqual({
    model: "orders",
    dimensions: ["orders.region", "orders.customer"],
    measures: ["orders.total"],
  });
  const binned = own([{field: "orders.customer", bin: {width: 10}}]);
  expect(needsOf(layer, resolveQuery(layer, binned, context))).toBe(
    '"orders.customer.bin" puts numbers into bins',
  );
});

test("a query for the number of groups by value is not answered by roll-ups", () => {
  const planned = [{name: "by_region", faults: []}];
  const asked: Query = {
    model: "orders",
    dimensions: [{name: "value", of: "orders.total", per: ["orders.customer"]}],
    measures: [{name: "buyers", agg: "count", of: "orders.total", per: ["orders.customer"]}],
  };
  expect(chooseRollup(resolve(layer, asked, context), {planned, built: []}).passed).toEqual([
    {rollup: "by_region", why: '"value" is the value of a measure in groups of its own'},
  ]);
});
