import {type Static, type TSchema, Type} from "@sinclair/typebox";
import {Elysia} from "elysia";
import {notFound} from "../../shared/access.ts";
import {PageQuery, paged, pageOf} from "../../shared/paging.ts";
import {canSeeProject, projectsOf} from "../../shared/projects/layers.ts";
import {detailQuery, prepareQuery, rightsOf, runRequestOf} from "../../shared/queries/prepare.ts";
import {CONTENT_TYPES, type ResultFormat} from "../../shared/queries/run-request.ts";
import {cancelRun, enqueueRun, getRun, listRuns, readResult} from "../../shared/queries/runs.ts";
import {Query} from "../../shared/semantic/query.ts";
import {type Call, endpoint} from "../endpoint.ts";
import {type Executed, execute} from "../execute.ts";
import {queryPhaseSeconds} from "../metrics.ts";
import {formatOf} from "../result-format.ts";
import {batchOf} from "../run-batch.ts";
import {streamOf} from "../stream.ts";
import type {Web} from "../web.ts";
import * as doc from "./query-docs.ts";

const BatchBody = Type.Union([
  Type.Object({queries: Type.Array(Query, {maxItems: 100})}, {additionalProperties: false}),
  Type.Array(Query, {maxItems: 100}),
]);

/** Queries and their runs. */
export function queryRoutes(web: Web) {
  return new Elysia()
    .post(
      "/api/query",
      ...endpoint(web, {...doc.run, scope: "read", body: Query, produces: doc.FORMATS}, call =>
        runOne(web, call),
      ),
    )
    .post(
      "/api/query/batch",
      ...endpoint(web, {...doc.batch, scope: "read", body: BatchBody}, call => runBatch(web, call)),
    )
    .post(
      "/api/query/detail",
      ...endpoint(web, {...doc.detail, scope: "read", body: Query}, async ({actor, body}) =>
        detailQuery(web, actor, await body(), new Date()),
      ),
    )
    .get(
      "/api/query/runs",
      ...endpoint(
        web,
        {...doc.list, scope: "read", query: PageQuery},
        async ({actor, query, request, headers}) => {
          const page = pageOf(query());
          return paged(await listRuns(web.db, actor, page), page, request, headers);
        },
      ),
    )
    .get(
      "/api/query/runs/:runId",
      ...endpoint(web, {...doc.get, scope: "read"}, ({actor, params}) =>
        getRun(web.db, actor, params["runId"] ?? ""),
      ),
    )
    .get(
      "/api/query/runs/:runId/result",
      ...endpoint(web, {...doc.result, scope: "read", produces: doc.FORMATS}, async ({actor, params}) => {
        const run = await getRun(web.db, actor, params["runId"] ?? "");
        const project = (await projectsOf(web, actor.orgId)).get(run.projectId);
        if (!project || !canSeeProject(actor, project)) throw notFound("run", run.id);
        const {contentType, chunks} = await readResult(web.db, actor.orgId, run.id, rightsOf(actor));
        return new Response(streamOf(chunks), {headers: {"content-type": contentType}});
      }),
    )
    .delete(
      "/api/query/runs/:runId",
      ...endpoint(web, {...doc.cancel, scope: "read", status: 204}, ({actor, params}) =>
        cancelRun(web.db, actor, params["runId"] ?? ""),
      ),
    );
}

async function runOne(web: Web, call: Call<typeof Query, TSchema>): Promise<Response> {
  const {actor, request, requestId, startedAt, headers} = call;
  const format = formatOf(request.headers.get("accept"));
  const query = await call.body();
  const authMs = performance.now() - startedAt;
  const prepared = await prepareQuery(web, actor, query, new Date());
  const compileMs = performance.now() - startedAt - authMs;
  const later = wantsAsync(request);
  const options = {
    format,
    trigger: later ? ("async" as const) : ("interactive" as const),
    requestId,
    fresh: request.headers.get("cache-control")?.includes("no-cache") ?? false,
    timeoutMs: web.config.queryTimeoutMs,
  };
  const runRequest = runRequestOf(prepared, actor, query, options);
  if (later) {
    const run = await enqueueRun(web.db, runRequest);
    headers.set("location", `/api/query/runs/${run.id}`);
    headers.set("preference-applied", "respond-async");
    return Response.json(run, {status: 202});
  }
  const executed = await execute(web, runRequest, prepared.project.cacheTtlSeconds, request.signal);
  return answer(executed, format, runRequest.limit, authMs, compileMs);
}

function wantsAsync(request: Request): boolean {
  return /(^|[,\s])respond-async\s*(,|;|$)/i.test(request.headers.get("prefer") ?? "");
}

/** The answer and how it was made: https://www.w3.org/TR/server-timing/ */
function answer(
  executed: Executed,
  format: ResultFormat,
  limit: number | undefined,
  authMs: number,
  compileMs: number,
): Response {
  const {body, cache, ageSeconds, queueMs, warehouseMs} = executed;
  observePhases(authMs, compileMs, queueMs, warehouseMs);
  return new Response(body, {
    headers: {
      "content-type": CONTENT_TYPES[format],
      "server-timing":
        `auth;dur=${authMs.toFixed(2)}, compile;dur=${compileMs.toFixed(2)}, ` +
        `queue;dur=${queueMs.toFixed(2)}, warehouse;dur=${warehouseMs.toFixed(2)}`,
      "x-cache": cache,
      ...(cache === "hit" ? {age: String(Math.floor(ageSeconds))} : {}),
      ...(limit === undefined ? {} : {"x-row-limit": String(limit)}),
    },
  });
}

function observePhases(authMs: number, compileMs: number, queueMs: number, warehouseMs: number): void {
  queryPhaseSeconds("auth").observe(authMs / 1000);
  queryPhaseSeconds("compile").observe(compileMs / 1000);
  queryPhaseSeconds("queue").observe(queueMs / 1000);
  queryPhaseSeconds("warehouse").observe(warehouseMs / 1000);
}

async function runBatch(web: Web, call: Call<typeof BatchBody, TSchema>): Promise<Response> {
  const {actor, request, requestId} = call;
  const body: Static<typeof BatchBody> = await call.body();
  const queries = Array.isArray(body) ? body : body.queries;
  const fresh = request.headers.get("cache-control")?.includes("no-cache") ?? false;
  const stream = batchOf(web, actor, queries, {requestId, fresh, signal: request.signal});
  return new Response(streamOf(stream), {headers: {"content-type": "application/json"}});
}
