import {Type} from "@sinclair/typebox";
import {Query} from "../../../shared/semantic/documents.ts";
import type {EndpointDoc} from "../describe-endpoint.ts";
import {COMPILE_ERRORS, QueryResult, RUN_ERRORS} from "./query-docs.ts";

const TAG = "SQL";

const EXAMPLE = {
  sql: 'select "origin.state", measure(count) as flights from flights where distance >= $1 group by 1 order by 2 desc limit 3',
  parameters: [500],
};

export const run: EndpointDoc = {
  tag: TAG,
  summary: "Run a statement in SQL",
  description:
    "Runs one `select` in Postgres' SQL; nothing can be written. Each model that the caller may query is a table of the schema `public`, each dataset a table of " +
    "`datasets`. A table has the model's rows that the caller may see. Its columns are the model's dimensions, and as `\"role.field\"` the dimensions of models over many-to-one joins. " +
    "`MEASURE(name)` is the measure of each group, as `POST /api/query` computes it. " +
    "The answer has the same formats as that of `POST /api/query`, and `Prefer: respond-async` works likewise.",
  response: QueryResult,
  takesHeaders: ["Prefer"],
  otherwise: {
    202: {
      description: "With `Prefer: respond-async`: the run is queued. `Location` is its address.",
      headers: ["Location"],
    },
  },
  example: EXAMPLE,
  answer: {
    columns: [
      {name: "origin.state", type: "string"},
      {name: "flights", type: "number"},
    ],
    rows: [["TX", 189970]],
    truncated: false,
  },
  errors: [...COMPILE_ERRORS, ...RUN_ERRORS],
};

export const detail: EndpointDoc = {
  tag: TAG,
  summary: "Show what a statement becomes",
  description:
    "Plans the statement and runs nothing. Returns the queries of the layer that answer it, the warehouse's statements for them, and the SQL that is run over the rows of these statements.",
  response: Type.Object(
    {
      queries: Type.Array(Query, {description: "The queries of the layer that the statement needs"}),
      sql: Type.Array(Type.String(), {description: "The warehouse's statements for these queries"}),
      rest: Type.Union([Type.String(), Type.Null()], {
        description: "What the service runs itself over their rows; null: nothing",
      }),
    },
    {$id: "SqlDetail"},
  ),
  example: EXAMPLE,
  answer: {
    queries: [
      {
        model: "flights",
        dimensions: ["origin.state"],
        measures: ["flights.count"],
        orderBy: ["flights.count desc"],
        limit: 3,
      },
    ],
    sql: ['select\n  count(*) as "flights.count"\nfrom "main"."flights" as "flights"'],
    rest: null,
  },
  errors: COMPILE_ERRORS,
};
