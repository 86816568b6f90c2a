import {expect, test} from "bun:test";
import {ServiceError} from "../../../shared/core/errors.ts";
import {type CompileContext, compile} from "../../../shared/semantic/compile.ts";
import {buildLayer} from "../../../shared/semantic/layer/layer.ts";
import type {NestedMeasure} from "../../../shared/semantic/query/nested.ts";
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
        {name: "placed", type: "timestamp", column: "placed"},
      ],
      measures: [
        {name: "count", type: "count"},
        {name: "total", type: "sum", column: "amount"},
        {name: "last_status", type: "max", column: "status"},
        {name: "running", type: "sum", column: "amount", rolling: {dimension: "placed", window: "unbounded"}},
      ],
    },
    {
      name: "customers",
      table: {name: "customers"},
      primaryKey: ["id"],
      dimensions: [
        {name: "id", type: "number", column: "id"},
        {name: "region", type: "string", column: "region"},
      ],
    },
  ],
  joins: [
    {from: "orders", to: "customers", relationship: "many_to_one", on: [{from: "customer_id", to: "id"}]},
  ],
});
const context: CompileContext = {
  dialect: "postgres",
  timezone: "UTC",
  weekStart: "monday",
  attributes: {},
  now: new Date("2024-03-15T12:00:00Z"),
};
const usual: NestedMeasure = {name: "usual", agg: "avg", of: "orders.total", per: ["customers.id"]};
const query: Query = {model: "orders", dimensions: ["orders.status"], measures: [usual]};

function faultOf(asked: Query): {path: string | undefined; message: string; code: string} {
  try {
    compile(layer, asked, context);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const [fault] = error.details.errors ?? [];
    return {path: fault?.path, message: fault?.message ?? error.message, code: error.code};
  }
  throw new Error("it compiles");
}

test("an invalid nested aggregate is refused at the path of the fault, with a remedy", () => {
  const refused: [Partial<NestedMeasure>, string, string][] = [
    [{agg: "percentile"}, "/measures/0/percentile", 'add "percentile", such as 0.9'],
    [{percentile: 0.5}, "/measures/0/percentile", 'does not go with "avg"'],
    [{of: "orders.totl"}, "/measures/0/of", 'Did you mean "orders.total"'],
    [{of: "orders.status"}, "/measures/0/of", "is a dimension"],
    [{of: "orders.last_status"}, "/measures/0/agg", 'Take one of "min", "max", "count"'],
    [{per: ["customers.id", "customers.regin"]}, "/measures/0/per/1", 'Did you mean "customers.region"'],
    [{per: ["orders.count"]}, "/measures/0/per/0", "is a measure"],
    [{per: ["customers.id", "orders.status", "customers.id"]}, "/measures/0/per/2", "Name it once"],
    [{name: "orders.usual"}, "/measures/0/name", "Give the measure a name without one"],
    [{name: " usual"}, "/measures/0/name", "Choose another name"],
    [{of: "orders.running"}, "/measures/0/of", "is computed along"],
  ];
  for (const [more, path, why] of refused) {
    const fault = faultOf({...query, measures: [{...usual, ...more}]});
    expect([fault.path, fault.message]).toEqual([path, expect.stringContaining(why)]);
  }
  const two = faultOf({...query, measures: [{...usual, of: "orders.totl", per: ["customers.idd"]}]});
  expect(two.message).toContain("totl");
});

test("a nested aggregate cannot have the name of another column", () => {
  const share = {name: "usual", type: "rank", of: "orders.count"} as const;
  const taken: Query[] = [
    {...query, measures: ["orders.count", usual], calculations: [share]},
    {...query, dimensions: [{field: "orders.id", bin: {width: 5}, name: "usual"}]},
    {
      ...query,
      dimensions: ["orders.status", "customers.region"],
      measures: [{...usual, name: "subtotal"}],
      subtotals: true,
    },
    {
      ...query,
      measures: [usual, {...usual, name: "usual@before"}],
      filters: [{field: "orders.placed", op: "=", value: "2024-02"}],
      compare: {offset: {unit: "month", count: 1}},
    },
  ];
  for (const asked of taken) expect(faultOf(asked).message).toContain("is the name of another column");
  expect(faultOf({...query, measures: [usual, {...usual, agg: "min"}]}).message).toContain("asked for twice");
});

test("parts of a query without a meaning beside a nested aggregate are refused", () => {
  const running = {...usual, of: "orders.running", per: ["orders.placed.month"]};
  const dimensions = ["orders.status", "customers.region"];
  const month = [{field: "orders.placed", op: "=", value: "2024-02"}];
  const compare = {offset: {unit: "month", count: 1}} as const;
  const refused: [Query, string, string][] = [
    [{...query, measures: [running], totals: true}, "/totals", '"orders.running" has a window'],
    [{...query, dimensions, measures: [running], subtotals: true}, "/subtotals", "has a window"],
    [{...query, measures: [running], filters: month, compare}, "/compare", '"usual" looks at other periods'],
    [
      {...query, measures: [{...usual, agg: "max", of: "orders.last_status"}], filters: month, compare},
      "/measures/0",
      "is of type string",
    ],
    [{...query, funnel: {entity: "customers.id", steps: [{}, {}]}}, "/measures", "funnel"],
    [{...query, filters: [{field: "usul", op: ">", value: 1}]}, "/filters/0/field", 'Did you mean "usual"'],
    [
      {
        ...query,
        filters: [
          {
            or: [
              {field: "usual", op: ">", value: 1},
              {field: "orders.id", op: "=", value: 1},
            ],
          },
        ],
      },
      "/filters/0/or/1",
      "which picks groups",
    ],
    [
      {
        ...query,
        filters: [
          {
            per: ["customers.id"],
            field: "orders.count",
            op: ">",
            value: 1,
            filters: [{field: "usual", op: ">", value: 1}],
          },
        ],
      },
      "/filters/0/filters/0",
      "is computed from the query's own groups",
    ],
    [
      {...query, filters: [{per: ["customers.id"], field: "usual", op: ">", value: 1}]},
      "/filters/0/field",
      '"usual"',
    ],
    [{...query, orderBy: ["usul"]}, "/orderBy/0", "is not a qualified field name"],
    [
      {...query, top: {dimension: "orders.status", by: "usul", count: 1}},
      "/top/by",
      "is not a qualified field name",
    ],
  ];
  for (const [asked, path, why] of refused) {
    const fault = faultOf(asked);
    expect([fault.path, fault.message]).toEqual([path, expect.stringContaining(why)]);
  }
});

test("nested aggregates have the types of their measures, and numbers their format", () => {
  const measures: NestedMeasure[] = [
    usual,
    {...usual, name: "last", agg: "max", of: "orders.last_status"},
    {...usual, name: "so many", agg: "count", of: "orders.last_status"},
  ];
  const {columns, fields} = compile(layer, {...query, measures}, context);
  expect(columns).toEqual([
    {name: "orders.status", type: "string"},
    {name: "usual", type: "number"},
    {name: "last", type: "string"},
    {name: "so many", type: "number"},
  ]);
  expect(fields.map(({field}) => field.name)).toEqual(["status", "usual", "last", "so many"]);
});

test("nested aggregates over the same groups share one select", () => {
  const measures: NestedMeasure[] = [
    usual,
    {...usual, name: "most", agg: "max"},
    {...usual, name: "orders", of: "orders.count"},
    {...usual, name: "buyers", agg: "count"},
  ];
  const {sql} = compile(layer, {...query, measures}, context);
  expect(sql.match(/from "orders"/g)).toHaveLength(1);
  expect(sql.match(/sum\("orders"."amount"\)/g)).toHaveLength(1);
});
