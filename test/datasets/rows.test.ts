import {expect, test} from "bun:test";
import {ServiceError} from "../../shared/core/errors.ts";
import {compile} from "../../shared/semantic/compile.ts";
import {datasetQuery, liveSource} from "../../shared/semantic/dataset/dataset.ts";
import {describeDataset} from "../../shared/semantic/dataset/describe.ts";
import type {DatasetSource} from "../../shared/semantic/dataset/fields.ts";
import {snapshotSource} from "../../shared/semantic/dataset/snapshot.ts";
import {buildLayer} from "../../shared/semantic/layer/layer.ts";
import type {Query} from "../../shared/semantic/query/query.ts";

const layer = buildLayer({
  models: [
    {
      name: "orders",
      table: {name: "orders"},
      primaryKey: ["id"],
      dimensions: [
        {name: "region", type: "string", column: "region"},
        {name: "amount", type: "number", column: "amount"},
        {name: "placed_on", type: "date", column: "placed_on"},
      ],
      measures: [{name: "total", type: "sum", column: "amount"}],
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
const open = liveSource({slug: "sales", definition: {model: "orders", filters}, timezone: "UTC"}, layer, {
  ownFieldsOnly: false,
});
const listing = liveSource(
  {
    slug: "sales",
    definition: {model: "orders", dimensions: ["orders.region", "orders.placed_on.month"], filters},
    timezone: "UTC",
  },
  layer,
  {ownFieldsOnly: false},
);

function compiled(source: DatasetSource, query: Query) {
  const asked = datasetQuery(source, query);
  try {
    return compile(source.layer, asked.query, {...context, dataset: asked.bounds});
  } catch (error) {
    throw asked.translate(error);
  }
}

function faultOf(source: DatasetSource, query: Query): string | undefined {
  try {
    compiled(source, query);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return error.details.errors?.[0]?.path;
  }
  return undefined;
}

test("the rows of a live dataset are those of its model within its filters and row access, under its own names", () => {
  const {sql, parameters, columns} = compiled(open, {
    model: "sales",
    rows: true,
    dimensions: ["sales.region", "sales.placed_on.month"],
    filters: [{field: "sales.amount", op: ">", value: 5}],
    orderBy: ["sales.amount desc", "sales.region"],
    limit: 10,
  });
  expect(columns).toEqual([
    {name: "sales.region", type: "string"},
    {name: "sales.placed_on.month", type: "date"},
  ]);
  expect(sql).not.toMatch(/distinct|group by/);
  expect(sql).toEndWith('order by d2 desc nulls last, "sales.region" nulls last\nlimit 11');
  expect(
    parameters.filter(value => value === "2024-01-01" || value === "east" || value === "5"),
  ).toHaveLength(3);
});

test("rows and aggregates have only the fields that a dataset lists", () => {
  const rows = (dimensions: string[], more: Partial<Query> = {}): Query => ({
    model: "sales",
    rows: true,
    dimensions,
    ...more,
  });
  expect(faultOf(listing, rows(["sales.region", "sales.placed_on.year"]))).toBeUndefined();
  expect(faultOf(listing, rows(["sales.amount"]))).toBe("/dimensions/0");
  expect(faultOf(listing, rows(["sales.placed_on"]))).toBe("/dimensions/0");
  expect(faultOf(listing, rows(["sales.region"], {orderBy: ["sales.amount"]}))).toBe("/orderBy/0");
  const aggregate = (of: string): Query => ({model: "sales", measures: [{name: "x", agg: "max", of}]});
  expect(faultOf(listing, aggregate("sales.placed_on.month"))).toBeUndefined();
  expect(faultOf(listing, aggregate("sales.placed_on.day"))).toBe("/measures/0/of");
  expect(faultOf(listing, aggregate("sales.amount"))).toBe("/measures/0/of");
  expect(faultOf(listing, aggregate("orders.amount"))).toBe("/measures/0/of");
});

test("an aggregate over a dataset has its own name everywhere", () => {
  const {sql, columns} = compiled(open, {
    model: "sales",
    dimensions: ["sales.region"],
    measures: [{name: "rows", agg: "count"}, {name: "most", agg: "max", of: "sales.amount"}, "sales.total"],
    filters: [{field: "most", op: ">", value: 5}],
    calculations: [{name: "place", type: "rank", of: "most"}],
    top: {dimension: "sales.region", by: "rows", count: 3},
    orderBy: ["most desc"],
  });
  expect(columns.map(({name}) => name)).toEqual(["sales.region", "rows", "most", "sales.total", "place"]);
  expect(sql).toContain('order by "most" desc');
});

test("a snapshot can be queried for rows and aggregates of its columns", () => {
  const columns = [
    {name: "region", type: "string"},
    {name: "orders.total", type: "number"},
  ] as const;
  const source = snapshotSource({slug: "frozen", columns, timezone: "UTC"});
  const rows = compiled(source, {model: "frozen", rows: true, dimensions: ["frozen.orders_total"], limit: 5});
  expect(rows.sql).toBe(
    'select "orders.total" as "frozen.orders_total"\nfrom "main"."data" as "frozen"\nlimit 6',
  );
  const aggregated = compiled(source, {
    model: "frozen",
    dimensions: ["frozen.region"],
    measures: [{name: "middle", agg: "median", of: "frozen.orders_total"}],
  });
  expect(aggregated.sql).toContain('median("orders.total"::double) as "middle"');
});

test("a snapshot has no fiscal year, and offers no grains of one", () => {
  const columns = [
    {name: "at", type: "timestamp" as const},
    {name: "day", type: "date" as const},
  ];
  const source = snapshotSource({slug: "frozen", columns, timezone: "UTC"});
  const grains = describeDataset(source).dimensions.flatMap(field => field.grains ?? []);
  expect(grains).toContain("quarter");
  expect(grains.filter(grain => grain.startsWith("fiscal"))).toEqual([]);
  expect(() => compiled(source, {model: "frozen", dimensions: ["frozen.at.fiscal_year"]})).toThrow(
    'has no grain "fiscal_year"',
  );
});
