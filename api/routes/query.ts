import {type Static, type TSchema, Type} from "@sinclair/typebox";
import {Elysia} from "elysia";
import {notFound} from "../../shared/access.ts";
import {PageQuery, paged, pageOf} from "../../shared/paging.ts";
import {mayReadRun} from "../../shared/queries/find-model.ts";
import {detailQuery, prepareQuery, rightsOf} from "../../shared/queries/prepare.ts";
import {cancelRun, enqueueRun, getRun, listRuns, readResult} from "../../shared/queries/runs.ts";
import {Query} from "../../shared/semantic/query.ts";
import {answerQuery, interactiveRun} from "../answer-query.ts";
import {type Call, endpoint} from "../endpoint.ts";
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
        if (!(await mayReadRun(web, actor, run))) throw notFound("run", run.id);
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
  const query = await call.body();
  const prepare = () => prepareQuery(web, call.actor, query, new Date());
  if (!wantsAsync(call.request)) return answerQuery(web, call, query.model, query, prepare);
  const format = formatOf(call.request.headers.get("accept"));
  const request = interactiveRun(web, call, await prepare(), query, format);
  const run = await enqueueRun(web.db, {...request, record: {...request.record, trigger: "async"}});
  call.headers.set("location", `/api/query/runs/${run.id}`);
  call.headers.set("preference-applied", "respond-async");
  return Response.json(run, {status: 202});
}

function wantsAsync(request: Request): boolean {
  return /(^|[,\s])respond-async\s*(,|;|$)/i.test(request.headers.get("prefer") ?? "");
}

async function runBatch(web: Web, call: Call<typeof BatchBody, TSchema>): Promise<Response> {
  const {actor, request, requestId} = call;
  const body: Static<typeof BatchBody> = await call.body();
  const queries = Array.isArray(body) ? body : body.queries;
  const fresh = request.headers.get("cache-control")?.includes("no-cache") ?? false;
  const stream = batchOf(web, actor, queries, {requestId, fresh, signal: request.signal});
  return new Response(streamOf(stream), {headers: {"content-type": "application/json"}});
}
