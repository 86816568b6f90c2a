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
    "Each model that the caller may query is a table of the schema `public`, each dataset one of `datasets`. A table is the rows of its model, " +
    "a statement means what Postgres means by it, and `MEASURE(name)` is a measure as the layer means it, all of it under the caller's row access. " +
    "Answers as `POST /api/query` does, in the same formats, and with `Prefer: respond-async` with a run.",
  response: QueryResult,
  takesHeaders: ["Prefer"],
  otherwise: {
    202: {
      description: "With `Prefer: respond-async`: the run is queued, and `Location` is its address.",
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
    "The queries of the layer that a statement asks, the warehouse's statements for them, and what is left to run over their rows. Nothing is run.",
  response: Type.Object(
    {
      queries: Type.Array(Query),
      sql: Type.Array(Type.String()),
      rest: Type.Union([Type.String(), Type.Null()]),
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
