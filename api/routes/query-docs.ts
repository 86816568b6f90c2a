import {Type} from "@sinclair/typebox";
import type {ErrorCode} from "../../shared/errors.ts";
import {CONTENT_TYPES} from "../../shared/queries/run-request.ts";
import type {EndpointDoc} from "../openapi.ts";

/** What a result comes in beside JSON. */
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
export const RUN_ERRORS: ErrorCode[] = ["warehouse_error", "worker_unavailable", "query_timeout"];

const EXAMPLE = {
  model: "flights",
  dimensions: ["origin.state", "flights.date.month"],
  measures: ["flights.count", "flights.average_delay"],
  filters: [{field: "flights.distance", op: ">=", value: 500}],
  orderBy: ["flights.count desc"],
  limit: 10,
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

const ResultColumn = Type.Object({
  name: Type.String({description: "The qualified name, as the query asked for it"}),
  type: Type.Union(
    ["string", "number", "boolean", "date", "timestamp", "json"].map(type => Type.Literal(type)),
  ),
});

export const QueryResult = Type.Object({
  columns: Type.Array(ResultColumn, {description: "Dimensions, then measures, as asked for"}),
  rows: Type.Array(Type.Array(Type.Unknown()), {
    description: "Values in column order; numbers with all their digits",
  }),
  truncated: Type.Boolean({description: "A limit cut the result"}),
  totals: Type.Optional(
    Type.Array(Type.Unknown(), {
      description: "With `totals`: the measures over all rows; null under dimensions",
    }),
  ),
});

const Run = Type.Object({
  id: Type.String(),
  projectId: Type.String(),
  model: Type.String(),
  trigger: Type.String({description: "interactive, batch or async"}),
  status: Type.String({description: "queued → running → succeeded, failed or cancelled"}),
  cache: Type.Union([Type.String(), Type.Null()], {description: "hit, miss or shared"}),
  times: Type.Integer({
    description: "Equal answers from the cache, one soon after the other, are one run: how many. Else 1",
  }),
  rowCount: Type.Union([Type.Integer(), Type.Null()]),
  sizeBytes: Type.Union([Type.Integer(), Type.Null()]),
  durationMs: Type.Union([Type.Number(), Type.Null()]),
  error: Type.Union([Type.Object({code: Type.String(), message: Type.String()}), Type.Null()]),
  createdAt: Type.String(),
  startedAt: Type.Union([Type.String(), Type.Null()]),
  finishedAt: Type.Union([Type.String(), Type.Null()]),
});

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
    "NDJSON. `Prefer: respond-async` answers 202 with the `Location` of a run. `Cache-Control: no-cache` passes by the result " +
    "cache. `X-Row-Limit` says which limit applied, `Server-Timing` and `X-Cache` how the answer was made.",
  response: QueryResult,
  example: EXAMPLE,
  answer: RESULT,
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
    "The statement that the query compiles to, its values written in as literals, ready to paste. Nothing is run.",
  response: Type.Object({sql: Type.String(), dialect: Type.String()}),
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
    "Of a run that was asked for with `Prefer: respond-async`, for 24 hours, in the form that was asked for then. 409 while it has not ended, 410 after its time.",
  response: QueryResult,
  answer: run.answer,
  errors: ["not_found", "conflict", "gone"],
};

export const cancel: EndpointDoc = {
  tag: TAG,
  summary: "Cancel a run",
  description:
    "A run that waits never starts; one that runs is cancelled in the warehouse; one that has ended stays as it is.",
  errors: ["not_found"],
};
