import {Elysia} from "elysia";
import {SqlStatement} from "../../shared/core/wire/sql-statement.ts";
import {answerSql, explainSql, runOfSql} from "../../shared/surfaces/sql/answer-sql.ts";
import type {Web} from "../dependencies.ts";
import {FORMATS, FormatQuery} from "../openapi/queries/query-docs.ts";
import * as doc from "../openapi/queries/sql-docs.ts";
import {askingOf, formatOf, respondWith} from "../queries/answer-query.ts";
import {endpoint} from "../server/endpoint.ts";
import {queueRun, wantsAsync} from "./query.ts";

/** Statements in SQL over the models and datasets of a project. */
export function sqlRoutes(web: Web) {
  return new Elysia()
    .post(
      "/api/sql",
      ...endpoint(
        web,
        {
          ...doc.run,
          scope: "read",
          body: SqlStatement,
          idempotent: "respond-async",
          query: FormatQuery,
          produces: FORMATS,
        },
        async call => {
          const statement = await call.body();
          const format = formatOf(call.request);
          const asking = {...askingOf(call), signal: call.request.signal, trigger: "sql"} as const;
          if (wantsAsync(call.request)) {
            const request = await runOfSql(web.runner, asking, statement, format, new Date());
            return call.once(db => queueRun(web, db, request), {format});
          }
          return respondWith(
            web,
            call,
            "sql",
            format,
            await answerSql(web.runner, asking, statement, format),
          );
        },
      ),
    )
    .post(
      "/api/sql/detail",
      ...endpoint(web, {...doc.detail, scope: "read", body: SqlStatement}, async call =>
        explainSql(web.runner, {...askingOf(call), signal: call.request.signal}, await call.body()),
      ),
    );
}
