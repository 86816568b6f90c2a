import {Type} from "@sinclair/typebox";
import {SqlStatement} from "../../shared/core/wire/sql-statement.ts";
import {Query} from "../../shared/semantic/documents.ts";
import {answerSql, explainSql, runOfSql} from "../../shared/surfaces/sql/answer-sql.ts";
import type {Web} from "../dependencies.ts";
import {
  COMPILE_ERRORS,
  FORMATS,
  FormatQuery,
  QueryResult,
  RUN_ERRORS,
} from "../openapi/queries/query-docs.ts";
import {formatOf, queryContextOf, respondWith} from "../queries/answer-query.ts";
import {Operations} from "../server/operations.ts";
import {queueRun, wantsAsync} from "./query.ts";

const EXAMPLE = {
  sql: 'select "origin.state", measure(count) as flights from flights where distance >= $1 group by 1 order by 2 desc limit 3',
  parameters: [500],
};

/** Statements in SQL over the models and datasets of a project. */
export function sqlRoutes(web: Web) {
  return new Operations(web, "SQL")
    .add("POST", "/api/sql", {
      scope: "read",
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
      body: SqlStatement,
      idempotent: "respond-async",
      query: FormatQuery,
      produces: FORMATS,
      handle: async call => {
        const statement = await call.body();
        const format = formatOf(call.request);
        const queryContext = {...queryContextOf(call), signal: call.request.signal, trigger: "sql"} as const;
        if (wantsAsync(call.request)) {
          const request = await runOfSql(web.runner, queryContext, statement, format, new Date());
          return call.once(db => queueRun(web, db, request), {format});
        }
        return respondWith(
          web,
          call,
          "sql",
          format,
          await answerSql(web.runner, queryContext, statement, format),
        );
      },
    })
    .add("POST", "/api/sql/detail", {
      scope: "read",
      summary: "Plan a SQL statement without running it",
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
      body: SqlStatement,
      handle: async call =>
        explainSql(web.runner, {...queryContextOf(call), signal: call.request.signal}, await call.body()),
    }).app;
}
