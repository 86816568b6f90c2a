import {expect, test} from "bun:test";
import {ServiceError} from "../../shared/core/errors.ts";
import {type CompileContext, compile} from "../../shared/semantic/compile.ts";
import {datasetQuery, liveSource} from "../../shared/semantic/dataset/dataset.ts";
import {buildLayer} from "../../shared/semantic/layer/layer.ts";
import type {Query} from "../../shared/semantic/query/query.ts";
import {readCorpus} from "../semantic/corpus.ts";

const shop = (await readCorpus()).find(({topic}) => topic === "top");
const layer = buildLayer(shop?.layer ?? {models: []});
const context: CompileContext = {
  dialect: "duckdb",
  timezone: "UTC",
  weekStart: "monday",
  attributes: {},
  now: new Date("2024-03-15T12:00:00Z"),
};
const paid = {field: "orders.status", op: "=", value: "paid"};
const listed = {dimensions: ["customers.name", "orders.placed.month"], measures: ["orders.total"]};

function compiled(definition: Query, query: Query, options = {ownFieldsOnly: false}) {
  const source = liveSource({slug: "sales", definition, timezone: "UTC"}, layer, options);
  const asked = datasetQuery(source, query);
  try {
    return compile(layer, asked.query, {...context, dataset: asked.bounds});
  } catch (error) {
    throw asked.translate(error);
  }
}

function refusalOf(work: () => unknown): ServiceError {
  try {
    work();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error("not refused");
}

test("groups and calculations of a dataset are those of its model under its filters, in its own names", () => {
  const {sql, columns} = compiled(
    {model: "orders", filters: [paid], ...listed},
    {
      model: "sales",
      dimensions: ["sales.name", "sales.placed.month"],
      measures: ["sales.total"],
      filters: [
        {per: ["sales.name"], field: "sales.total", op: ">", value: 20},
        {field: "share", op: ">", value: 0.1},
      ],
      calculations: [
        {name: "share", type: "percent_of_total", of: "sales.total", within: ["sales.placed.month"]},
        {name: "so far", type: "running_total", of: "sales.total", along: "sales.placed.month"},
        {name: "by total", type: "running_total", of: "share", along: "sales.total"},
        {name: "by share", type: "running_total", of: "share", along: "share"},
      ],
      top: {dimension: "sales.name", by: "sales.total", count: 2},
      orderBy: ["share desc"],
    },
  );
  expect(columns.map(({name}) => name)).toEqual([
    "sales.name",
    "sales.placed.month",
    "sales.total",
    "share",
    "so far",
    "by total",
    "by share",
  ]);
  // Four selects are filtered: the query's rows, the rows from which `top` chooses, and for each of them the groups that a
  // condition looks up.
  expect(sql.match(/"status" = \$/g)).toHaveLength(4);
});

test("a dataset may contain the rows of groups, and rows to which others belong", () => {
  const definition: Query = {
    model: "orders",
    filters: [
      {per: ["customers.id"], field: "orders.count", op: ">=", value: 2},
      {some: "items", filters: [{field: "items.sku", op: "=", value: "shoe"}]},
    ],
  };
  const query = {...definition, measures: ["orders.total"]};
  const {sql} = compiled(definition, {model: "sales", measures: ["sales.total"]});
  expect(sql.replace('"sales.total"', '"orders.total"')).toBe(compile(layer, query, context).sql);
});

test("a dataset that lists its fields refuses rows of other models, and names what it does not offer", () => {
  const query: Query = {
    model: "sales",
    measures: ["sales.total"],
    filters: [{none: "items"}, {per: ["sales.status"], field: "sales.total", op: ">", value: 1}],
  };
  const refusal = refusalOf(() => compiled({model: "orders", ...listed}, query));
  expect(refusal.details.errors?.map(({path}) => path)).toEqual(["/filters/0/none", "/filters/1/per/0"]);
  expect(refusal.details.errors?.[0]?.message).toContain("offers only its fields");
  const whole = {...query, filters: [{none: "items"}]};
  expect(refusalOf(() => compiled({model: "orders"}, whole, {ownFieldsOnly: true})).code).toBe(
    "invalid_filter",
  );
  expect(compiled({model: "orders"}, whole).sql).toContain("not ");
});

test("a field that a calculation or a top of a dataset does not find is reported in the dataset's names", () => {
  const refusal = refusalOf(() =>
    compiled(
      {model: "orders", ...listed},
      {
        model: "sales",
        dimensions: ["sales.name"],
        measures: ["sales.total"],
        calculations: [
          {name: "share", type: "rank", of: "sales.totl"},
          {name: "so far", type: "running_total", of: "sales.total", along: "sales.nam"},
        ],
        top: {dimension: "sales.nam", by: "sales.total", count: 1},
      },
    ),
  );
  expect(refusal.details.errors?.map(({path, suggestions}) => [path, suggestions])).toEqual([
    ["/calculations/0/of", ["sales.total"]],
    ["/calculations/1/along", ["sales.name"]],
    ["/top/dimension", ["sales.name"]],
  ]);
});

test("a funnel over a dataset counts its rows alone, in its own names", () => {
  const definition: Query = {model: "orders", filters: [paid]};
  const {sql, columns} = compiled(definition, {
    model: "sales",
    dimensions: ["sales.status"],
    funnel: {
      entity: "customers.id",
      steps: [{}, {name: "again", filters: [{field: "sales.id", op: ">", value: 2}]}],
      timing: true,
    },
    orderBy: ["funnel.step", "funnel.entities desc"],
  });
  expect(columns.map(({name}) => name)).toEqual([
    "sales.status",
    "funnel.step",
    "funnel.entities",
    "funnel.share_of_first",
    "funnel.share_of_previous",
    "funnel.median_seconds",
  ]);
  expect(sql.match(/"status" = \$/g)).toHaveLength(2);
  const otherwise = refusalOf(() =>
    compiled(
      {...definition, dimensions: ["customers.name", "orders.placed.month"]},
      {
        model: "sales",
        retention: {entity: "customers.id", grain: "month", returns: {model: "orders"}},
      },
    ),
  );
  expect(otherwise.details.errors?.map(({path}) => path)).toEqual([
    "/retention/entity",
    "/retention/time",
    "/retention/returns/model",
    "/retention/returns/time",
  ]);
});

test("a retention over a dataset uses the measures that it offers, in its names and under its filters", () => {
  const definition: Query = {
    model: "orders",
    filters: [paid],
    dimensions: ["customers.id", "orders.placed"],
    measures: ["orders.total"],
  };
  const retention = {entity: "sales.id", grain: "month", periods: 2} as const;
  const {sql, columns} = compiled(definition, {
    model: "sales",
    retention: {...retention, measures: ["sales.total"]},
    orderBy: ["sales.total desc"],
  });
  expect(columns.slice(-2).map(({name}) => name)).toEqual(["retention.cohort_size", "sales.total"]);
  expect(sql.match(/"status" = \$/g)).toHaveLength(2);
  expect(sql).toContain('order by "sales.total" desc');
  const refused = refusalOf(() =>
    compiled(definition, {model: "sales", retention: {...retention, measures: ["sales.count"]}}),
  );
  expect(refused.details.errors?.map(({path}) => path)).toEqual(["/retention/measures/0"]);
  expect(refused.message).toContain('"sales.count" is not a field of the dataset "sales"');
});
