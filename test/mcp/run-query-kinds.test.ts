import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {Ajv2020, type ValidateFunction} from "ajv/dist/2020.js";
import type {Query} from "../../shared/semantic/query/query.ts";
import {readCorpus} from "../semantic/corpus.ts";
import {callTool, rpc} from "../support/mcp.ts";
import {shopProjects} from "../support/shop.ts";
import {type TestService, testService} from "../support/worker.ts";

// Compares the published schema of run_query, as an independent validator applies it, with what the service accepts.

/** Orders and payments of four customers in two regions, in two months. */
const ORDERS = `select * from (values
  (1, date '2026-01-05', 1, 10, 10), (2, date '2026-01-06', 2, 20, 5), (3, date '2026-01-07', 3, 30, 30),
  (4, date '2026-02-01', 1, 40, 40), (5, date '2026-02-03', 3, 60, 10), (6, date '2026-02-05', 4, 120, 120)
) as o(id, placed_at, customer_id, amount, paid)`;
const CUSTOMERS = `select * from (values
  (1, 'Ada', 'north'), (2, 'Bo', 'north'), (3, 'Cy', 'south'), (4, 'Di', 'south')) as c(id, name, region)`;
const column = (name: string, type: string) => ({name, type, column: name});
const LAYER = {
  models: [
    {
      name: "orders",
      table: {sql: ORDERS},
      primaryKey: ["id"],
      dimensions: [column("placed_at", "date"), column("amount", "number"), column("paid", "number")],
      measures: [
        {name: "count", type: "count"},
        {name: "total", type: "sum", column: "amount"},
        {name: "received", type: "sum", column: "paid"},
      ],
    },
    {
      name: "customers",
      table: {sql: CUSTOMERS},
      primaryKey: ["id"],
      dimensions: [column("id", "number"), column("name", "string"), column("region", "string")],
      measures: [{name: "count", type: "count"}],
    },
  ],
  joins: [
    {from: "orders", to: "customers", relationship: "many_to_one", on: [{from: "customer_id", to: "id"}]},
  ],
};

type Args = Record<string, unknown>;
interface Kind {
  /** Whether a query is of this kind. */
  has(query: Query): boolean;
  /** Queries of orders with the rows that they return. */
  right: [Args, unknown[][]][];
  /** Queries of wrong shapes, with the place that the service names. */
  wrong: [Args, string][];
  /** Wrong queries that the published schema accepts, because it shows the keys of an object but not what is inside them. */
  wrongInside?: [Args, string][];
}

const byCustomer = {of: "orders.total", per: ["customers.id"]};
const share = {name: "share", type: "percent_of_total", of: "orders.total"};
const inFebruary = [{field: "orders.placed_at", op: "=", value: "2026-02"}];
const regions = {dimensions: ["customers.region"], measures: ["orders.total"]};
const names = {dimensions: ["customers.name"], measures: ["orders.total"]};
const monthBefore = {offset: {unit: "month", count: 1}};
const cohorts = {entity: "customers.id", grain: "month", periods: 1};
const again = {entity: "customers.id", steps: [{}, {name: "again"}]};

const KINDS: Record<string, Kind> = {
  "aggregates of groups": {
    has: ({measures = []}) => measures.some(one => typeof one !== "string" && "per" in one),
    // Ada has 50, Bo 20, Cy 90 and Di 120.
    right: [
      [{measures: [{name: "usual", agg: "median", ...byCustomer}]}, [[70]]],
      [{measures: [{name: "usual", agg: "percentile", percentile: 0.5, ...byCustomer}]}, [[70]]],
      [{measures: [{name: "large", agg: "max", ...byCustomer}]}, [[120]]],
    ],
    wrong: [
      [{measures: [{name: "usual", agg: "mode", ...byCustomer}]}, "/measures/0"],
      [{measures: [{name: "usual", agg: "avg", per: ["customers.id"]}]}, "/measures/0"],
      [{measures: [{agg: "avg", ...byCustomer}]}, "/measures/0"],
      [{measures: [{name: "usual", agg: "avg", of: "orders.total", per: "customers.id"}]}, "/measures/0"],
      [{measures: [{name: "usual", agg: "avg", ...byCustomer, by: "day"}]}, "/measures/0"],
      [{measures: [7]}, "/measures/0"],
      [{measures: "orders.total"}, "/measures"],
    ],
    wrongInside: [
      [{measures: [{name: "usual", agg: "avg", of: "orders.total", per: []}]}, "/measures/0"],
      [{measures: [{name: "usual", agg: "percentile", percentile: 90, ...byCustomer}]}, "/measures/0"],
    ],
  },
  "values of groups": {
    has: ({dimensions = []}) => dimensions.some(one => typeof one !== "string" && "of" in one),
    right: [
      [
        {
          dimensions: [{name: "orders", of: "orders.count", per: ["customers.id"]}],
          measures: [{name: "customers", agg: "count", of: "orders.count", per: ["customers.id"]}],
        },
        [
          [1, 2],
          [2, 2],
        ],
      ],
    ],
    wrong: [
      [{dimensions: [{name: "orders", of: "orders.count"}]}, "/dimensions/0"],
      [{dimensions: [{of: "orders.count", per: ["customers.id"]}]}, "/dimensions/0"],
      [{dimensions: [{name: "orders", of: 1, per: ["customers.id"]}]}, "/dimensions/0"],
      [{dimensions: [{name: "orders", of: "orders.count", per: "customers.id"}]}, "/dimensions/0"],
    ],
  },
  bins: {
    has: ({dimensions = []}) => dimensions.some(one => typeof one !== "string" && "field" in one),
    right: [
      [
        {dimensions: [{field: "orders.amount", bin: {width: 50}}], measures: ["orders.count"]},
        [
          [0, 4],
          [50, 1],
          [100, 1],
        ],
      ],
      [
        {
          dimensions: [{field: "orders.amount", bin: {edges: [0, 40]}, name: "size"}],
          measures: ["orders.count"],
        },
        [
          [0, 3],
          [40, 3],
        ],
      ],
      // From 10 to 120, so the edge in between is 65.
      [
        {dimensions: [{field: "orders.amount", bin: {count: 2, labels: true}}], measures: ["orders.count"]},
        [
          ["10–65", 5],
          ["65–120", 1],
        ],
      ],
    ],
    wrong: [
      [{dimensions: [{field: "orders.amount"}]}, "/dimensions/0"],
      [{dimensions: [{bin: {width: 5}}]}, "/dimensions/0"],
      [{dimensions: [{field: "orders.amount", bin: 5}]}, "/dimensions/0"],
      [{dimensions: [{field: "orders.amount", bin: {width: 5}, labels: true}]}, "/dimensions/0"],
      [{dimensions: {field: "orders.amount", bin: {width: 5}}}, "/dimensions"],
    ],
    wrongInside: [
      [{dimensions: [{field: "orders.amount", bin: {width: "5"}}]}, "/dimensions/0"],
      [{dimensions: [{field: "orders.amount", bin: {width: 5, edges: [0]}}]}, "/dimensions/0"],
      [{dimensions: [{field: "orders.amount", bin: {}}]}, "/dimensions/0"],
    ],
  },
  "a field against a field": {
    has: ({filters = []}) => filters.some(one => "other" in one),
    right: [
      [
        {measures: ["orders.count"], filters: [{field: "orders.amount", op: ">", other: "orders.paid"}]},
        [[2]],
      ],
      // Bo paid 5 of 20, and Cy 40 of 90.
      [
        {...names, filters: [{field: "orders.total", op: ">", other: "orders.received"}]},
        [
          ["Bo", 20],
          ["Cy", 90],
        ],
      ],
    ],
    wrong: [
      [{...names, filters: [{field: "orders.amount", op: ">", other: 5}]}, "/filters/0"],
      [{...names, filters: [{field: "orders.amount", op: ">", other: ["orders.paid"]}]}, "/filters/0"],
      [{...names, filters: [{field: "orders.amount", op: ">", than: "orders.paid"}]}, "/filters/0"],
      [{...names, filters: {field: "orders.amount", op: ">", other: "orders.paid"}}, "/filters"],
    ],
    wrongInside: [[{...names, filters: [{field: "orders.amount", other: "orders.paid"}]}, "/filters/0"]],
  },
  "the least with the rest": {
    has: ({top}) => top?.direction === "asc",
    right: [
      [
        {
          ...names,
          top: {dimension: "customers.name", by: "orders.total", count: 1, direction: "asc", others: "Rest"},
        },
        [
          ["Bo", 20],
          ["Rest", 260],
        ],
      ],
    ],
    wrong: [
      [{...names, top: {dimension: "customers.name", count: 1}}, "/top"],
      [{...names, top: {dimension: "customers.name", by: "orders.total", count: "1"}}, "/top"],
      [
        {...names, top: {dimension: "customers.name", by: "orders.total", count: 1, direction: "least"}},
        "/top",
      ],
      [{...names, top: {dimension: "customers.name", by: "orders.total", count: 1, others: true}}, "/top"],
      [{...names, top: {dimension: "customers.name", by: "orders.total", count: 1, within: "x"}}, "/top"],
      [{...names, top: {dimension: "customers.name", by: "orders.total", count: 1, rest: "x"}}, "/top"],
      [{...names, top: 3}, "/top"],
    ],
    wrongInside: [[{...names, top: {dimension: "customers.name", by: "orders.total", count: 0}}, "/top"]],
  },
  "calculations of calculations": {
    has: ({calculations = []}) => calculations.some(({of}) => calculations.some(({name}) => name === of)),
    right: [
      [
        {
          ...regions,
          calculations: [share, {name: "so far", type: "running_total", of: "share", along: "orders.total"}],
        },
        [
          ["north", 70, 0.25, 1],
          ["south", 210, 0.75, 0.75],
        ],
      ],
    ],
    wrong: [
      [{...regions, calculations: [{...share, type: "cumulative"}]}, "/calculations/0"],
      [{...regions, calculations: [{name: "share", type: "percent_of_total"}]}, "/calculations/0"],
      [{...regions, calculations: [{...share, of: ["orders.total"]}]}, "/calculations/0"],
      [{...regions, calculations: [{...share, within: "customers.region"}]}, "/calculations/0"],
      [{...regions, calculations: [{...share, offset: "1"}]}, "/calculations/0"],
      [{...regions, calculations: [{...share, over: "all"}]}, "/calculations/0"],
      [{...regions, calculations: share}, "/calculations"],
    ],
    wrongInside: [
      [{...regions, calculations: [{...share, type: "moving_average", count: 1}]}, "/calculations/0"],
    ],
  },
  subtotals: {
    has: ({subtotals}) => subtotals === true,
    right: [
      [
        {...regions, dimensions: ["customers.region", "customers.name"], subtotals: true},
        [
          ["north", "Ada", 50, 2],
          ["north", "Bo", 20, 2],
          ["north", null, 70, 1],
          ["south", "Cy", 90, 2],
          ["south", "Di", 120, 2],
          ["south", null, 210, 1],
        ],
      ],
    ],
    wrong: [
      [{...regions, subtotals: "yes"}, "/subtotals"],
      [{...regions, subtotals: ["customers.region"]}, "/subtotals"],
    ],
  },
  "an earlier span": {
    has: ({compare}) => compare !== undefined,
    right: [
      [{measures: ["orders.count"], filters: inFebruary, compare: monthBefore}, [[3, 3, 0]]],
      [
        {
          dimensions: ["customers.region"],
          measures: ["orders.total"],
          filters: inFebruary,
          compare: {...monthBefore, sameDays: true},
          orderBy: ["orders.total@change desc"],
          limit: 1,
        },
        [["south", 180, 30, 5]],
      ],
    ],
    wrong: [
      [{...regions, filters: inFebruary, compare: true}, "/compare"],
      [{...regions, filters: inFebruary, compare: {unit: "month", count: 1}}, "/compare"],
      [{...regions, filters: inFebruary, compare: {offset: "1 month"}}, "/compare"],
      [{...regions, filters: inFebruary, compare: {...monthBefore, sameDays: 1}}, "/compare"],
    ],
    wrongInside: [
      [{...regions, filters: inFebruary, compare: {offset: {unit: "century", count: 1}}}, "/compare"],
      [{...regions, filters: inFebruary, compare: {offset: {unit: "month"}}}, "/compare"],
    ],
  },
  "measures of a retention": {
    has: ({retention}) => retention?.measures !== undefined,
    // Ada, Bo and Cy came in January. Ada and Cy came again in February, when Di came first.
    right: [
      [
        {retention: {...cohorts, measures: ["orders.total"]}},
        [
          ["2026-01-01", 0, 1, 3, 3, 60],
          ["2026-01-01", 1, 2 / 3, 2, 3, 100],
          ["2026-02-01", 0, 1, 1, 1, 120],
        ],
      ],
    ],
    wrong: [
      [{retention: {grain: "month"}}, "/retention"],
      [{retention: {...cohorts, grain: "fortnight"}}, "/retention"],
      [{retention: {...cohorts, periods: "6"}}, "/retention"],
      [{retention: {...cohorts, measures: "orders.total"}}, "/retention"],
      [{retention: {...cohorts, returns: "orders"}}, "/retention"],
      [{retention: {...cohorts, cohort: "orders"}}, "/retention"],
    ],
    wrongInside: [[{retention: {...cohorts, returns: {of: "orders"}}}, "/retention"]],
  },
  "times between steps": {
    has: ({funnel}) => funnel?.timing === true,
    // Ada comes again after 27 days, and so does Cy.
    right: [
      [
        {funnel: {...again, timing: true, within: {unit: "day", count: 90}}},
        [
          ["orders", 4, 1, null, null],
          ["again", 2, 0.5, 0.5, 27 * 86_400],
        ],
      ],
    ],
    wrong: [
      [{funnel: {entity: "customers.id"}}, "/funnel"],
      [{funnel: {...again, steps: "orders"}}, "/funnel"],
      [{funnel: {...again, steps: ["orders", "orders"]}}, "/funnel"],
      [{funnel: {...again, timing: "yes"}}, "/funnel"],
      [{funnel: {...again, within: 7}}, "/funnel"],
      [{funnel: {...again, timings: true}}, "/funnel"],
    ],
    wrongInside: [
      [{funnel: {...again, within: {unit: "day"}}}, "/funnel"],
      [{funnel: {...again, steps: [{}]}}, "/funnel"],
    ],
  },
};

let t: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;
let fits: ValidateFunction;
let published: {properties: Record<string, Shape>};

interface Shape {
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
}

beforeAll(async () => {
  t = await testService();
  shops = await shopProjects(t);
  for (const {projectId} of [shops.duckdb, shops.postgres]) {
    const path = `/api/projects/${projectId}/introspect`;
    const {status} = await t.call("POST", path, {body: {graph: LAYER, replace: true}});
    expect(status).toBe(201);
  }
  const {tools}: {tools: {name: string; inputSchema: typeof published}[]} = await rpc(t, "tools/list");
  published = tools.find(({name}) => name === "run_query")?.inputSchema ?? {properties: {}};
  fits = new Ajv2020({strict: false, validateFormats: false}).compile(published);
});

afterAll(async () => {
  await t.stop();
  await shops.drop();
});

const golden = (await readCorpus()).flatMap(({topic, cases}) =>
  cases.map(({name, query}) => ({name: `${topic}: ${name}`, query})),
);

/** The tool shows groups: it accepts neither single rows nor the choice of a group to list. */
const isTaken = ({rows, rollups}: Query) => rows === undefined && rollups === undefined;
const corpus = golden.filter(({query}) => isTaken(query));

describe.each(Object.entries(KINDS))("%s", (_, {has, right, wrong, wrongInside = []}) => {
  test("what the golden cases ask fits the published schema", () => {
    const queries = corpus.filter(({query}) => has(query));
    expect(queries.length).toBeGreaterThanOrEqual(6);
    expect(queries.filter(({query}) => !fits(withoutBounds(query))).map(({name}) => name)).toEqual([]);
  });

  test("right queries fit the schema, and are answered on both engines", async () => {
    for (const [query, rows] of right) {
      for (const {type, projectId} of [shops.duckdb, shops.postgres]) {
        const args = {model: "orders", projectId, ...query};
        expect([fits(args), fits.errors]).toEqual([true, null]);
        const {text, structuredContent} = await callTool(t, "run_query", args);
        expect([type, query, structuredContent?.rows ?? text]).toEqual([type, query, rows.map(roughly)]);
      }
    }
  });

  test("wrong shapes are refused by the schema, and by the service with their place", async () => {
    for (const [query, place] of [...wrong, ...wrongInside]) {
      const args = {model: "orders", projectId: shops.duckdb.projectId, ...query};
      expect([query, fits(args)]).toEqual([query, wrongInside.some(([one]) => one === query)]);
      const {isError, _meta} = await callTool(t, "run_query", args);
      expect([query, isError, _meta?.error?.code]).toEqual([query, true, "invalid_request"]);
      expect(_meta?.error?.errors?.every(({path}) => path.startsWith(place))).toBe(true);
    }
  });
});

/** A query with a limit that the tool accepts. */
function withoutBounds({limit, ...query}: Query): Query {
  return {...query, ...(limit === undefined ? {} : {limit: Math.min(limit, 1000)})};
}

function roughly(row: unknown[]): unknown[] {
  return row.map(cell => (typeof cell === "number" ? expect.closeTo(cell, 9) : cell));
}

test("every golden query fits the schema, except those for single rows", () => {
  expect(corpus.filter(({query}) => !fits(withoutBounds(query))).map(({name}) => name)).toEqual([]);
  expect(corpus.length).toBeGreaterThan(600);
  expect(golden.filter(({query}) => !isTaken(query) && fits(withoutBounds(query)))).toEqual([]);
});

test("the schema has the same keys as the document of the API", async () => {
  const {body} = await t.call("GET", "/swagger/json", {token: null});
  const {schemas} = body.components;
  const keys = ({properties = {}}: Shape = {}) => Object.keys(properties).sort();
  const {dimensions, measures, calculations, top, compare, funnel, retention} = published.properties;
  const shown = [
    ...(dimensions?.items?.anyOf?.slice(1) ?? []),
    ...(measures?.items?.anyOf?.slice(1) ?? []),
    ...[calculations?.items, top, compare, funnel, retention],
  ];
  const names = [
    "BinnedDimension MeasuredDimension NestedMeasure RowAggregate",
    "Calculation Top Compare Funnel Retention",
  ].flatMap(text => text.split(" "));
  expect(shown.map(keys)).toEqual(names.map(name => keys(schemas[name])));
});

test("the examples in the descriptions of the API's document are answered", async () => {
  const {body} = await t.call("GET", "/swagger/json", {token: null});
  const {schemas} = body.components;
  const example = (name: string) =>
    JSON.parse(/`(\{"name".*?\})`/.exec(schemas[name].description)?.[1] ?? "");
  const dimension = example("MeasuredDimension");
  const {of, per} = dimension;
  const queries = [
    {measures: [example("NestedMeasure")]},
    {measures: [example("RowAggregate")]},
    {dimensions: [dimension], measures: [{name: "customers", agg: "count", of, per}]},
  ];
  const answers = [];
  for (const query of queries) {
    const args = {model: "orders", projectId: shops.duckdb.projectId, ...query};
    expect([fits(args), fits.errors]).toEqual([true, null]);
    answers.push((await callTool(t, "run_query", args)).structuredContent?.rows);
  }
  expect(answers).toEqual([
    [[70]],
    [[120]],
    [
      [1, 2],
      [2, 2],
    ],
  ]);
});
