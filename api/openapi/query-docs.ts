import {Type} from "@sinclair/typebox";
import type {ErrorCode} from "../../shared/errors.ts";
import {QueryDetail} from "../../shared/queries/query-detail.ts";
import {CONTENT_TYPES} from "../../shared/queries/run-request.ts";
import {FieldFormat} from "../../shared/semantic/layer/graph.ts";
import type {EndpointDoc} from "./describe-endpoint.ts";

/** What a result has beyond its format. */
export const FORMAT_PARAMETERS = {
  csv: Type.Optional(
    Type.Literal("safe", {
      description:
        "With `Accept: text/csv`: makes a CSV safe to open in a spreadsheet. A text cell that begins with =, +, -, @, a tab or a line break " +
        "gets an apostrophe before it, so that no spreadsheet takes it for a formula. Without the parameter cells are unchanged, for programs.",
    }),
  ),
  meta: Type.Optional(
    Type.Literal("1", {
      description:
        "In JSON: each column also has what the layer says of it, to show its values as it means them.",
    }),
  ),
};
export const FormatQuery = Type.Object(FORMAT_PARAMETERS, {additionalProperties: false});

/** The media types of a result beside JSON. */
export const FORMATS = ["text/csv", "application/x-ndjson", CONTENT_TYPES.arrow, CONTENT_TYPES.xlsx];

const TAG = "Queries";
export const COMPILE_ERRORS: ErrorCode[] = [
  "unknown_model",
  "ambiguous_model",
  "unknown_field",
  "ambiguous_join_path",
  "no_join_path",
  "invalid_filter",
  "invalid_order",
];
export const RUN_ERRORS: ErrorCode[] = [
  "warehouse_error",
  "query_crashed_worker",
  "worker_unavailable",
  "query_timeout",
  "storage_full",
];

const EXAMPLE = {
  model: "flights",
  dimensions: ["origin.state", "flights.date.month"],
  measures: ["flights.count", "flights.average_delay"],
  filters: [{field: "flights.distance", op: ">=", value: 500}],
  orderBy: ["flights.count desc"],
  limit: 10,
};

/** How the questions that people ask are asked. */
const EXAMPLES = {
  "Flights by state and month": EXAMPLE,
  "States with 10,000 flights or more": {
    model: "flights",
    dimensions: ["origin.state"],
    measures: ["flights.average_delay"],
    filters: [{per: ["origin.state"], field: "flights.count", op: ">=", value: 10_000}],
  },
  "Customers who bought shoes and bought shirts": {
    model: "customers",
    dimensions: ["customers.name"],
    filters: [
      {some: "order_items", filters: [{field: "order_items.sku", op: "=", value: "shoes"}]},
      {some: "order_items", filters: [{field: "order_items.sku", op: "=", value: "shirts"}]},
    ],
  },
  "Who never ordered": {model: "customers", dimensions: ["customers.name"], filters: [{none: "orders"}]},
  "Articles tagged new or hot": {
    model: "articles",
    dimensions: ["articles.title"],
    filters: [{field: "articles.tags", op: "has_any", value: ["new", "hot"]}],
  },
  "Each state's share, and its place": {
    model: "flights",
    dimensions: ["origin.state"],
    measures: ["flights.count"],
    calculations: [
      {name: "share", type: "percent_of_total", of: "flights.count"},
      {name: "place", type: "rank", of: "flights.count"},
    ],
    filters: [{field: "place", op: "<=", value: 10}],
    orderBy: ["place"],
  },
  "So far, and the change from month to month": {
    model: "flights",
    dimensions: ["flights.date.month"],
    measures: ["flights.count"],
    calculations: [
      {name: "so far", type: "running_total", of: "flights.count"},
      {name: "change", type: "percent_change", of: "flights.count"},
      {name: "smooth", type: "moving_average", of: "flights.count", count: 3},
    ],
  },
  "The three busiest states of each month, and the rest": {
    model: "flights",
    dimensions: ["flights.date.month", "origin.state"],
    measures: ["flights.count", "flights.average_delay"],
    top: {
      dimension: "origin.state",
      by: "flights.count",
      count: 3,
      within: ["flights.date.month"],
      others: "Other",
    },
  },
  "Who orders within a week of a visit": {
    model: "visits",
    dimensions: ["visits.channel"],
    funnel: {
      entity: "people.id",
      steps: [
        {},
        {model: "carts"},
        {name: "paid", model: "orders", filters: [{field: "orders.status", op: "=", value: "paid"}]},
      ],
      within: {unit: "day", count: 7},
    },
    filters: [{field: "visits.at", op: "in_past", value: {unit: "month", count: 3}}],
  },
  "Who orders again": {model: "orders", retention: {entity: "customers.id", grain: "month", periods: 6}},
};

/** An example of a result. */
export const RESULT = {
  columns: [
    {name: "origin.state", type: "string"},
    {name: "flights.count", type: "number"},
  ],
  rows: [["CA", 312907]],
  truncated: false,
};

const ResultColumn = Type.Object(
  {
    name: Type.String({description: "The qualified name, as the query asked for it"}),
    type: Type.Union(
      ["string", "number", "boolean", "date", "timestamp", "json"].map(type => Type.Literal(type)),
    ),
    role: Type.Optional(
      Type.Union([Type.Literal("dimension"), Type.Literal("measure")], {description: "With `?meta=1`"}),
    ),
    label: Type.Optional(Type.String({description: "With `?meta=1`"})),
    format: Type.Optional(FieldFormat),
    grain: Type.Optional(Type.String({description: "With `?meta=1`: the grain of a time"})),
  },
  {$id: "ResultColumn"},
);

export const QueryResult = Type.Object(
  {
    columns: Type.Array(ResultColumn, {
      description:
        "Dimensions, then measures, then calculations, as asked for; or the dimensions and what is told of a funnel's steps or a retention's periods",
    }),
    rows: Type.Array(Type.Array(Type.Unknown()), {
      description: "Values in column order; numbers with all their digits",
    }),
    truncated: Type.Boolean({description: "A limit cut the result"}),
    dataAsOf: Type.Optional(
      Type.String({
        description:
          "Where a roll-up has answered: nothing that was changed later is in it. Also in `X-Data-As-Of`",
      }),
    ),
    totals: Type.Optional(
      Type.Array(Type.Unknown(), {
        description: "With `totals`: the measures over all rows; null under dimensions and calculations",
      }),
    ),
  },
  {$id: "QueryResult"},
);

const Run = Type.Object(
  {
    id: Type.String(),
    projectId: Type.String(),
    model: Type.String(),
    trigger: Type.String({description: "interactive, batch, async, schedule, action or agent"}),
    status: Type.String({description: "queued → running → succeeded, failed or cancelled"}),
    cache: Type.Union([Type.String(), Type.Null()], {description: "hit, miss or shared"}),
    times: Type.Integer({
      description: "How many equal answers from the cache, in quick succession, this run stands for; else 1",
    }),
    rowCount: Type.Union([Type.Integer(), Type.Null()]),
    sizeBytes: Type.Union([Type.Integer(), Type.Null()]),
    durationMs: Type.Union([Type.Number(), Type.Null()]),
    error: Type.Union([Type.Object({code: Type.String(), message: Type.String()}), Type.Null()]),
    createdAt: Type.String(),
    startedAt: Type.Union([Type.String(), Type.Null()]),
    finishedAt: Type.Union([Type.String(), Type.Null()]),
  },
  {$id: "Run"},
);

const EXAMPLE_RUN = {
  id: "run_01jd3w4k5fe7rv0q3r8v6s2m9x",
  projectId: "proj_01jd3w2b8mfxrtq3a1c9k7e5hz",
  model: "flights",
  trigger: "async",
  status: "succeeded",
  cache: null,
  times: 1,
  rowCount: 10,
  sizeBytes: 812,
  durationMs: 41.3,
  error: null,
  createdAt: "2026-11-20T09:30:00.000Z",
  startedAt: "2026-11-20T09:30:00.004Z",
  finishedAt: "2026-11-20T09:30:00.046Z",
};

export const run: EndpointDoc = {
  tag: TAG,
  summary: "Run a query",
  description:
    "`model` names a model, or a dataset by its slug or id. " +
    "Compiles the query to one SQL statement, runs it in the warehouse, and streams the result. `Accept` chooses JSON, CSV or " +
    "NDJSON. `Prefer: respond-async` answers 202 with the `Location` of a run. `Cache-Control: no-cache` bypasses the result " +
    "cache. `X-Row-Limit` is the limit that applied; `Server-Timing` and `X-Cache` tell how the answer was made.",
  response: QueryResult,
  examples: EXAMPLES,
  answer: RESULT,
  takesHeaders: ["Prefer"],
  otherwise: {
    202: {
      description: "With `Prefer: respond-async`: the run is queued, and `Location` is its address.",
      headers: ["Location"],
    },
  },
  errors: [...COMPILE_ERRORS, ...RUN_ERRORS],
};

export const batch: EndpointDoc = {
  tag: TAG,
  summary: "Run several queries",
  description:
    "At most 100, as `{queries: […]}` or a bare array. One answer per query, in request order; one that fails is `{error: problem}` in its place.",
  response: Type.Array(
    Type.Union([QueryResult, Type.Object({error: Type.Unsafe({$ref: "#/components/schemas/Problem"})})]),
  ),
  example: {queries: [{model: "flights", measures: ["flights.count"]}]},
  answer: [{columns: [{name: "flights.count", type: "number"}], rows: [[3000000]], truncated: false}],
};

export const detail: EndpointDoc = {
  tag: TAG,
  summary: "Show a query's SQL",
  description:
    "The statement that the query compiles to, with its values as literals, so that it can be pasted into another client, and the roll-up that answers in its place. Nothing is run.",
  response: QueryDetail,
  example: EXAMPLE,
  answer: {
    sql: 'select\n  count(*) as "flights.count"\nfrom "main"."flights" as "flights"',
    dialect: "duckdb",
  },
  errors: COMPILE_ERRORS,
};

export const list: EndpointDoc = {
  tag: TAG,
  summary: "List your runs",
  description: "The caller's own runs, newest first.",
  response: Type.Array(Run),
  answer: [EXAMPLE_RUN],
};

export const get: EndpointDoc = {
  tag: TAG,
  summary: "Get a run",
  response: Run,
  answer: EXAMPLE_RUN,
  errors: ["not_found"],
};

export const result: EndpointDoc = {
  tag: TAG,
  summary: "Get a run's result",
  description:
    "The result of a run that was started with `Prefer: respond-async`, in the format requested then, for 24 hours. 409 while the run has not ended; 410 after that time, and when the query would compile to another statement now, because the layer, its row access or your attributes have changed.",
  response: QueryResult,
  answer: run.answer,
  errors: ["not_found", "conflict", "gone"],
};

export const cancel: EndpointDoc = {
  tag: TAG,
  summary: "Cancel a run",
  description:
    "A queued run never starts, a running one is cancelled in the warehouse, and one that has ended stays as it is.",
  errors: ["not_found"],
};
