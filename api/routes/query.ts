import {type Static, type TSchema, Type} from "@sinclair/typebox";
import {Elysia} from "elysia";
import type {Actor} from "../../shared/core/actor.ts";
import type {Db} from "../../shared/core/db.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import {PageQuery, paged, pageOf} from "../../shared/core/paging.ts";
import type {RunRequest} from "../../shared/core/wire/run-request.ts";
import {batchOf} from "../../shared/querying/queries/batch.ts";
import {explainQuery, prepareQuery} from "../../shared/querying/queries/prepare.ts";
import {readStoredResult, type SqlAgain} from "../../shared/querying/queries/results/stored-result.ts";
import {runRequestOf} from "../../shared/querying/queries/run-request-of.ts";
import {cancelRun, enqueueRun, enqueueRunOnce, getRun, listRuns} from "../../shared/querying/queries/runs.ts";
import type {StoredResult} from "../../shared/querying/queries/stored-run.ts";
import {Query} from "../../shared/semantic/documents.ts";
import {runOfSql} from "../../shared/surfaces/sql/answer-sql.ts";
import type {Web} from "../dependencies.ts";
import {patientStream} from "../http/admission.ts";
import {streamOf} from "../http/stream.ts";
import * as doc from "../openapi/queries/query-docs.ts";
import * as runs from "../openapi/queries/run-docs.ts";
import {answerQuery, askingOf, formatOf} from "../queries/answer-query.ts";
import {type Call, endpoint} from "../server/endpoint.ts";

const BatchBody = Type.Union(
  [
    Type.Object({queries: Type.Array(Query, {maxItems: 100})}, {additionalProperties: false}),
    Type.Array(Query, {maxItems: 100}),
  ],
  {$id: "QueryBatch"},
);

/** Running queries, and reading their runs. */
export function queryRoutes(web: Web) {
  return new Elysia()
    .post(
      "/api/query",
      ...endpoint(
        web,
        {
          ...doc.run,
          scope: "read",
          body: Query,
          recurring: true,
          idempotent: "respond-async",
          query: doc.FormatQuery,
          produces: doc.FORMATS,
        },
        call => runOne(web, call),
      ),
    )
    .post(
      "/api/query/batch",
      ...endpoint(web, {...doc.batch, scope: "read", body: BatchBody}, call => runBatch(web, call)),
    )
    .post(
      "/api/query/detail",
      ...endpoint(web, {...doc.detail, scope: "read", body: Query}, async ({actor, body}) => {
        const {detail} = await explainQuery(web, actor, await body(), new Date());
        return detail;
      }),
    )
    .get(
      "/api/query/runs",
      ...endpoint(
        web,
        {...runs.list, scope: "read", query: PageQuery},
        async ({actor, query, request, headers}) => {
          const page = pageOf(query());
          return paged(await listRuns(web.db, actor, page), page, request, headers);
        },
      ),
    )
    .get(
      "/api/query/runs/:runId",
      ...endpoint(web, {...runs.get, scope: "read"}, ({actor, params}) =>
        getRun(web.db, actor, params["runId"] ?? ""),
      ),
    )
    .get(
      "/api/query/runs/:runId/result",
      ...endpoint(
        web,
        {...runs.result, scope: "read", produces: doc.FORMATS},
        async ({actor, params, request, requestId}) => {
          const asking = {actor, requestId, signal: request.signal};
          const sqlAgain: SqlAgain = (statement, at) => runOfSql(web.runner, asking, statement, "json", at);
          const {contentType, chunks} = await awaitStoredResult(web, actor, params["runId"] ?? "", sqlAgain);
          const body = patientStream(request, streamOf(chunks));
          return new Response(body, {headers: {"content-type": contentType}});
        },
      ),
    )
    .delete(
      "/api/query/runs/:runId",
      ...endpoint(web, {...runs.cancel, scope: "read", status: 204}, ({actor, params}) =>
        cancelRun(web.db, actor, params["runId"] ?? ""),
      ),
    );
}

async function runOne(web: Web, call: Call<typeof Query, TSchema>): Promise<Response> {
  const query = await call.body();
  const now = new Date();
  const prepare = () => prepareQuery(web, call.actor, query, now, {waiter: call.request});
  if (!wantsAsync(call.request)) return answerQuery(web, call, query.model, query, prepare);
  const format = formatOf(call.request);
  const {actor, requestId, fresh = false} = askingOf(call);
  const options = {format, trigger: "async", requestId, fresh, timeoutMs: web.config.queryTimeoutMs} as const;
  const request = runRequestOf(await prepare(), actor, query, options);
  const asked = {query, at: now.toISOString()};
  const asynchronous = {...request, record: {...request.record, asked}};
  return call.once(db => queueRun(web, db, asynchronous), {format});
}

/**
 * Queues a run whose result is stored, and answers with the address of the run. `db` is the database of `call.once`.
 * Without an `Idempotency-Key`, `db` is `web.db`, and the run may begin before its record is on the disk.
 */
export async function queueRun(
  web: Pick<Web, "db" | "queuedRuns">,
  db: Db,
  request: RunRequest,
): Promise<Response> {
  web.queuedRuns.expect(request.record.runId, request.record.principalId);
  const run = await (db === web.db ? enqueueRun(db, request) : enqueueRunOnce(db, request));
  const headers = {location: `/api/query/runs/${run.id}`, "preference-applied": "respond-async"};
  return Response.json(run, {status: 202, headers});
}

export function wantsAsync(request: Request): boolean {
  return /(^|[,\s])respond-async\s*(,|;|$)/i.test(request.headers.get("prefer") ?? "");
}

async function runBatch(web: Web, call: Call<typeof BatchBody, TSchema>): Promise<Response> {
  const body: Static<typeof BatchBody> = await call.body();
  const queries = Array.isArray(body) ? body : body.queries;
  const stream = batchOf(web.runner, askingOf(call), queries);
  return new Response(patientStream(call.request, streamOf(stream)), {
    headers: {"content-type": "application/json"},
  });
}

/** How long a request waits for a run that has not ended. A client that polls without a pause would slow the run down. */
const WAIT_MS = 200;

/** The stored result of a run, as `readStoredResult` returns it. Waits up to `WAIT_MS` for a run that has not ended. */
async function awaitStoredResult(
  web: Web,
  actor: Actor,
  runId: string,
  sqlAgain: SqlAgain,
): Promise<StoredResult> {
  const read = () => readStoredResult(web, actor, runId, sqlAgain);
  const found = new AbortController();
  // Listens before the first read, so that an end of the run after that read is not missed.
  const ended = web.notices.waitFor("run", runId, WAIT_MS, found.signal);
  try {
    if (!web.queuedRuns.isUnfinished(runId, actor.id)) {
      const result = await read().catch(orUnfinished);
      if (result) return result;
    }
    await ended;
    return await read();
  } finally {
    found.abort();
  }
}

function orUnfinished(error: unknown): undefined {
  if (error instanceof ServiceError && error.code === "conflict") return undefined;
  throw error;
}
