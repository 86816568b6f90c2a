import {type Static, type TSchema, Type} from "@sinclair/typebox";
import type {Actor} from "../../shared/core/actor.ts";
import type {Db} from "../../shared/core/db.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import type {RunRequest} from "../../shared/core/wire/run-request.ts";
import {batchOf} from "../../shared/querying/queries/batch.ts";
import {explainQuery, prepareQuery} from "../../shared/querying/queries/prepare.ts";
import {QueryDetail} from "../../shared/querying/queries/query-detail.ts";
import {readStoredResult, type SqlAgain} from "../../shared/querying/queries/results/stored-result.ts";
import {runRequestOf} from "../../shared/querying/queries/run-request-of.ts";
import {cancelRun, enqueueRun, enqueueRunOnce, getRun, listRuns} from "../../shared/querying/queries/runs.ts";
import {RunView} from "../../shared/querying/queries/schemas.ts";
import {Query} from "../../shared/semantic/documents.ts";
import {runOfSql} from "../../shared/surfaces/sql/answer-sql.ts";
import type {Web} from "../dependencies.ts";
import {patientStream} from "../http/admission.ts";
import {streamOf} from "../http/stream.ts";
import {
  COMPILE_ERRORS,
  FORMATS,
  FormatQuery,
  QueryResult,
  RUN_ERRORS,
} from "../openapi/queries/query-docs.ts";
import {EXAMPLE, EXAMPLES, RESULT} from "../openapi/queries/query-examples.ts";
import {answerQuery, formatOf, limitHeader, queryContextOf} from "../queries/answer-query.ts";
import type {Call} from "../server/endpoint.ts";
import {Operations} from "../server/operations.ts";

const EXAMPLE_RUN = {
  id: "run_01jd3w4k5fe7rv0q3r8v6s2m9x",
  projectId: "proj_01jd3w2b8mfxrtq3a1c9k7e5hz",
  model: "flights",
  asked: {dimensions: ["origin.state"], measures: ["flights.count"]},
  trigger: "interactive",
  status: "succeeded",
  cache: "miss",
  times: 1,
  rowCount: 10,
  sizeBytes: 812,
  durationMs: 41.3,
  error: null,
  createdAt: "2026-11-20T09:30:00.000Z",
  startedAt: "2026-11-20T09:30:00.004Z",
  finishedAt: "2026-11-20T09:30:00.046Z",
};

const BatchBody = Type.Union(
  [
    Type.Object(
      {queries: Type.Array(Query, {maxItems: 100, description: "The queries, at most 100."})},
      {additionalProperties: false},
    ),
    Type.Array(Query, {maxItems: 100}),
  ],
  {$id: "QueryBatch"},
);

/** Running queries, and reading their runs. */
export function queryRoutes(web: Web) {
  return new Operations(web, "Queries")
    .add("POST", "/api/query", {
      scope: "read",
      summary: "Run a query",
      description:
        "Compiles the query to one SQL statement, runs it in the warehouse under the caller's row access, and streams the result. `Accept` " +
        "chooses JSON (the default), CSV, NDJSON, Arrow or XLSX. Without `limit` at most 1,000 rows are returned; the header `X-Row-Limit` has the limit that applied. " +
        "For long queries, `Prefer: respond-async` answers 202 with the `Location` of a run, and takes an `Idempotency-Key`. " +
        "`Cache-Control: no-cache` bypasses the result cache. `Server-Timing` and `X-Cache` (`hit`, `miss` or `shared`) say how the answer was made.",
      response: QueryResult,
      examples: EXAMPLES,
      answer: RESULT,
      takesHeaders: ["Prefer"],
      otherwise: {
        202: {
          description: "With `Prefer: respond-async`: the run is queued. `Location` is its address.",
          headers: ["Location"],
        },
      },
      errors: [...COMPILE_ERRORS, ...RUN_ERRORS],
      body: Query,
      recurring: true,
      idempotent: "respond-async",
      query: FormatQuery,
      produces: FORMATS,
      handle: call => runOne(web, call),
    })
    .add("POST", "/api/query/batch", {
      scope: "read",
      summary: "Run several queries",
      description:
        "Runs at most 100 queries, given as `{queries: […]}` or as a bare array. The answer has one result per query, in request order. A query that fails has `{error: problem}` in its place, and does not affect the others.",
      response: Type.Array(
        Type.Union([QueryResult, Type.Object({error: Type.Unsafe({$ref: "#/components/schemas/Problem"})})]),
      ),
      example: {queries: [{model: "flights", measures: ["flights.count"]}]},
      answer: [{columns: [{name: "flights.count", type: "number"}], rows: [[3000000]], truncated: false}],
      body: BatchBody,
      handle: call => runBatch(web, call),
    })
    .add("POST", "/api/query/detail", {
      scope: "read",
      summary: "Show a query's SQL",
      description:
        "Compiles the query and runs nothing. Returns the statement for the warehouse, with its values as literals so that it can be pasted into another client, and, in a layer with roll-ups, which roll-up would answer.",
      response: QueryDetail,
      example: EXAMPLE,
      answer: {
        sql: 'select\n  count(*) as "flights.count"\nfrom "main"."flights" as "flights"',
        dialect: "duckdb",
      },
      errors: COMPILE_ERRORS,
      body: Query,
      handle: async ({actor, body}) => {
        const {detail} = await explainQuery(web, actor, await body(), new Date());
        return detail;
      },
    })
    .addList("/api/query/runs", {
      summary: "List your query runs",
      description: "The caller's own queries and their outcomes, newest first.",
      response: Type.Array(RunView),
      answer: [EXAMPLE_RUN],
      list: ({actor}, page) => listRuns(web.db, actor, page()),
    })
    .add("GET", "/api/query/runs/:runId", {
      scope: "read",
      summary: "Get a query run",
      description:
        "Only the caller's own runs. Read the run again until `finishedAt` is set, then get the result.",
      response: RunView,
      answer: EXAMPLE_RUN,
      errors: ["not_found"],
      handle: ({actor, params}) => getRun(web.db, actor, params["runId"] ?? ""),
    })
    .add("GET", "/api/query/runs/:runId/result", {
      scope: "read",
      summary: "Get a query run's result",
      description:
        "The result of a run that was started with `Prefer: respond-async`, in the format that was requested then, for 24 hours. 409 while the run has not ended, after a short wait for its end. A run that failed is answered with its own error. 410 if the run was cancelled or not started that way, if the result is no longer stored, and if the query would compile to another statement now, because the layer, its row access or the caller's attributes have changed.",
      response: QueryResult,
      answer: RESULT,
      errors: ["not_found", "conflict", "gone"],
      produces: FORMATS,
      handle: async ({actor, params, request, requestId}) => {
        const queryContext = {actor, requestId, signal: request.signal};
        const sqlAgain: SqlAgain = (statement, at) =>
          runOfSql(web.runner, queryContext, statement, "json", at);
        const {contentType, chunks, limit} = await awaitStoredResult(
          web,
          actor,
          params["runId"] ?? "",
          sqlAgain,
        );
        const body = patientStream(request, streamOf(chunks));
        return new Response(body, {headers: {"content-type": contentType, ...limitHeader(limit)}});
      },
    })
    .add("DELETE", "/api/query/runs/:runId", {
      scope: "read",
      summary: "Cancel a query run",
      description:
        "A queued run never starts. A running query is cancelled in the warehouse. A run that has ended is not changed.",
      errors: ["not_found"],
      status: 204,
      handle: ({actor, params}) => cancelRun(web.db, actor, params["runId"] ?? ""),
    }).app;
}

async function runOne(web: Web, call: Call<typeof Query, TSchema>): Promise<Response> {
  const query = await call.body();
  const now = new Date();
  const prepare = () => prepareQuery(web, call.actor, query, now, {waiter: call.request});
  if (!wantsAsync(call.request)) return answerQuery(web, call, query.model, query, prepare);
  const format = formatOf(call.request);
  const {actor, requestId, fresh = false} = queryContextOf(call);
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
  const stream = batchOf(web.runner, queryContextOf(call), queries);
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
): ReturnType<typeof readStoredResult> {
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
