import {Type} from "@sinclair/typebox";
import type {ErrorCode} from "../../../shared/ground/errors.ts";
import {ResultNote} from "../../../shared/ground/wire/result-note.ts";
import {CONTENT_TYPES} from "../../../shared/ground/wire/run-request.ts";
import {QueryDetail} from "../../../shared/querying/queries/query-detail.ts";
import {FieldFormat} from "../../../shared/semantic/documents.ts";
import type {EndpointDoc} from "../describe-endpoint.ts";
import {EXAMPLE, EXAMPLES, RESULT} from "./query-examples.ts";

/** Parameters that change a result beyond its format. */
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

export const TAG = "Queries";
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
        "Dimensions, measures (each followed by its columns of `compare`) and calculations, as requested, then `subtotal` with `subtotals`; or the dimensions, the columns of a funnel or retention, and the measures of a retention",
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
    notes: Type.Optional(
      Type.Array(ResultNote, {
        description:
          "What readers of a column should know: `not_of_the_whole`, of a share of groups that do not add up",
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

export const run: EndpointDoc = {
  tag: TAG,
  summary: "Run a query",
  description:
    "`model` names a model, or a dataset by its slug or id. " +
    "Compiles the query to one SQL statement, runs it in the warehouse, and streams the result. `Accept` chooses JSON, CSV or " +
    "NDJSON. `Prefer: respond-async` answers 202 with the `Location` of a run, and takes an `Idempotency-Key`. `Cache-Control: no-cache` bypasses the result " +
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
