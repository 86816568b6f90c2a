import {expect, test} from "bun:test";
import {ServiceError} from "../../../shared/core/errors.ts";
import {type CompileContext, compile} from "../../../shared/semantic/compile.ts";
import {datasetQuery, liveSource} from "../../../shared/semantic/dataset/dataset.ts";
import {buildLayer} from "../../../shared/semantic/layer/layer.ts";
import type {Filter} from "../../../shared/semantic/query/filter.ts";
import type {Query} from "../../../shared/semantic/query/query.ts";
import {readCorpus} from "../corpus.ts";

const compared = (await readCorpus()).find(({topic}) => topic === "compared-fields");
if (compared === undefined) throw new Error("no cases of compared fields");
const [customers, orders] = compared.layer.models;
const layer = buildLayer({
  ...compared.layer,
  models: compared.layer.models.map(model => ({
    ...model,
    ...(model === orders
      ? {
          time: "placed",
          dimensions: [
            ...model.dimensions,
            {name: "extra", type: "json", column: "extra"} as const,
            {name: "tags", type: "json", items: "string", column: "tags"} as const,
          ],
          measures: [
            ...(model.measures ?? []),
            {
              name: "running",
              type: "sum",
              column: "amount",
              rolling: {dimension: "placed", window: "unbounded"},
            } as const,
          ],
        }
      : {}),
    ...(model === customers ? {time: "joined"} : {}),
  })),
});
const context: CompileContext = {
  dialect: "postgres",
  timezone: "UTC",
  weekStart: "monday",
  attributes: {},
  now: new Date("2024-03-15T12:00:00Z"),
};

function refusal(query: Query): ServiceError {
  try {
    compile(layer, query, context);
  } catch (fault) {
    if (fault instanceof ServiceError) return fault;
    throw fault;
  }
  throw new Error("the query was not refused");
}

const amount = {field: "orders.amount", op: "<"};
const REFUSED: [what: string, filter: Filter, path: string, said: string[]][] = [
  [
    "a name that does not exist",
    {...amount, other: "orders.discont"},
    "/filters/0/other",
    ['Did you mean "orders.discount"'],
  ],
  [
    "a dimension and a measure",
    {...amount, other: "orders.total"},
    "/filters/0/other",
    ['"orders.amount" is a dimension', '"orders.total" a measure', '{"per"'],
  ],
  [
    "a measure and a dimension",
    {field: "orders.total", op: "<", other: "orders.amount"},
    "/filters/0/other",
    ['"orders.amount" is a dimension', '"orders.total" a measure'],
  ],
  [
    "types that cannot be compared",
    {...amount, other: "orders.region"},
    "/filters/0/other",
    ['"orders.amount" is of type number', '"orders.region" of type string'],
  ],
  [
    "a part of a time, which is a number",
    {field: "orders.placed.month_of_year", op: "=", other: "orders.promised"},
    "/filters/0/other",
    ["of type number", '"orders.promised" of type date'],
  ],
  [
    "a document",
    {field: "orders.region", op: "=", other: "orders.extra"},
    "/filters/0/other",
    ['"orders.extra" is of type json', 'with a "path"'],
  ],
  [
    "an array",
    {field: "orders.tags", op: "=", other: "orders.region"},
    "/filters/0/field",
    ['"orders.tags" is of type json'],
  ],
  [
    "an operator that takes only values",
    {field: "orders.region", op: "in", other: "customers.region"},
    "/filters/0/op",
    ['"in" does not compare "orders.region" with another field'],
  ],
  ["no operator", {field: "orders.amount", op: "=>", other: "orders.discount"}, "/filters/0/op", ['"=>"']],
  [
    "the order of booleans",
    {field: "orders.sent", op: "<", other: "orders.paid"},
    "/filters/0/op",
    ['"<" does not compare "orders.sent"', "type boolean"],
  ],
  ["a value beside it", {...amount, value: 3, other: "orders.discount"}, "/filters/0/value", ['"other"']],
  [
    "a null beside it",
    {...amount, value: null, other: "orders.discount"},
    "/filters/0/value",
    ["Leave one of them out"],
  ],
  [
    "letter case",
    {field: "orders.region", op: "=", other: "customers.region", caseSensitive: false},
    "/filters/0/caseSensitive",
    ["does not take it"],
  ],
  [
    "a calculation",
    {field: "share", op: ">", other: "orders.total"},
    "/filters/0/field",
    ['"share" is computed'],
  ],
  [
    "with a calculation",
    {field: "orders.total", op: ">", other: "share"},
    "/filters/0/other",
    ['"share" is computed'],
  ],
  [
    "dimensions of groups",
    {per: ["customers.id"], ...amount, other: "orders.discount"},
    "/filters/0/field",
    ['"orders.amount" is a dimension, and "per" compares a measure'],
  ],
  [
    "measures in a filter on other models' rows",
    {some: "items", filters: [{field: "items.count", op: ">", other: "orders.count"}]},
    "/filters/0/filters/0",
    ['"items.count" is a measure'],
  ],
  [
    "one predicate of rows and groups",
    {
      or: [
        {...amount, other: "orders.discount"},
        {field: "orders.total", op: ">", other: "orders.discounts"},
      ],
    },
    "/filters/0/or/1",
    ['"orders.total" and "orders.amount" are in one "or"'],
  ],
];

test.each(REFUSED)("%s", (_, filter, path, said) => {
  const calculations = [{name: "share", type: "percent_of_total" as const, of: "orders.total"}];
  const fault = refusal({
    model: "orders",
    dimensions: ["orders.region"],
    measures: ["orders.total"],
    filters: [filter],
    calculations,
  });
  expect(fault.details.errors?.[0]?.path).toBe(path);
  for (const words of said) expect(fault.message).toContain(words);
});

test("a comparison of fields of two many sides is refused, because they belong to different rows", () => {
  const filters = [{field: "orders.amount", op: "<", other: "tickets.minutes"}];
  const fault = refusal({model: "customers", measures: ["customers.count"], filters});
  expect([fault.code, fault.details.errors?.[0]?.path]).toEqual(["invalid_filter", "/filters/0/other"]);
  expect(fault.message).toContain('"orders.amount" and "tickets.minutes" belong to different rows');
  const not = refusal({
    model: "customers",
    measures: ["customers.count"],
    filters: filters.map(one => ({not: one})),
  });
  expect(not.details.errors?.[0]?.path).toBe("/filters/0/not/other");
});

test("the time of a window is filtered by spans alone, not compared with another field", () => {
  const fault = refusal({
    model: "orders",
    dimensions: ["orders.placed.month"],
    measures: ["orders.running"],
    filters: [{field: "orders.shipped", op: ">", other: "orders.placed"}],
  });
  expect(fault.message).toContain("nor compared with another field");
});

test("the time of a retention is filtered by spans alone, not compared with another field", () => {
  const fault = refusal({
    model: "orders",
    retention: {entity: "customers.id", grain: "month", time: "orders.placed"},
    filters: [{field: "customers.joined", op: "<", other: "orders.placed"}],
  });
  expect(fault.message).toContain("nor beside another field");
  const other = {field: "orders.promised", op: "<", other: "orders.shipped"};
  const retention = {entity: "customers.id", grain: "month", time: "orders.placed"} as const;
  expect(compile(layer, {model: "orders", retention, filters: [other]}, context).sql).toContain("::date");
});

test("a comparison may spell its operator differently, and metric_time is each model's own time in it", () => {
  const filters = [{field: "metric_time.month", op: "gte", other: "customers.joined"}];
  const {sql} = compile(
    layer,
    {model: "orders", dimensions: ["metric_time.month"], measures: ["orders.count"], filters},
    context,
  );
  expect(sql).toContain(`(date_trunc('month', "orders"."placed")::date) >= "customers"."joined"::date`);
});

test("a comparison of two fields applies to the earlier span, too", () => {
  const query: Query = {
    model: "orders",
    measures: ["orders.count"],
    filters: [
      {field: "orders.placed", op: "=", value: "2024-02"},
      {field: "orders.shipped", op: ">", other: "orders.placed"},
    ],
    compare: {offset: {unit: "month", count: 1}},
  };
  expect(compile(layer, query, context).sql.match(/"shipped" > "placed"/g)).toHaveLength(2);
});

function overDataset(definition: Query, query: Query): string {
  const source = liveSource({slug: "sales", definition, timezone: "America/New_York"}, layer, {
    ownFieldsOnly: false,
  });
  const {query: asked, bounds, translate} = datasetQuery(source, query);
  try {
    return compile(layer, asked, {...context, dataset: bounds}).sql;
  } catch (error) {
    throw translate(error);
  }
}

test("a dataset compares days of its own timezone, and its queries use its names for both fields", () => {
  const definition: Query = {
    model: "orders",
    dimensions: ["orders.region", "customers.region", "orders.id"],
    measures: ["orders.count"],
    filters: [{field: "orders.shipped", op: ">", other: "orders.promised"}],
  };
  const sql = overDataset(definition, {
    model: "sales",
    measures: ["sales.count"],
    filters: [{field: "sales.orders_region", op: "!=", other: "sales.customers_region"}],
    timezone: "Asia/Tokyo",
  });
  expect(sql).toContain(
    `("orders"."shipped"::timestamptz at time zone 'America/New_York')::date > "orders"."promised"`,
  );
  expect(sql).toContain(`not coalesce("orders"."region" = "customers"."region", false)`);
  expect(() =>
    overDataset(definition, {
      model: "sales",
      measures: ["sales.count"],
      filters: [{field: "sales.orders_region", op: "=", other: "customers.name"}],
    }),
  ).toThrow('"customers.name" is not a field of the dataset "sales"');
});
