import type {Actor} from "../shared/actor.ts";
import {type Prepared, runRequestOf} from "../shared/queries/prepare.ts";
import {CONTENT_TYPES, type ResultFormat, type RunRequest} from "../shared/queries/run-request.ts";
import type {Query} from "../shared/semantic/query.ts";
import {type Executed, execute} from "./execute.ts";
import {queryPhaseSeconds} from "./metrics.ts";
import {dispositionOf, formatOf} from "./result-format.ts";
import type {Web} from "./web.ts";

export interface Asking {
  actor: Actor;
  request: Request;
  requestId: string;
  /** `performance.now()` when the request arrived. */
  startedAt: number;
}

/** Prepares a query, runs it and answers with its result in the form that the request likes best, to be saved as `name`. */
export async function answerQuery(
  web: Web,
  asking: Asking,
  name: string,
  query: Query,
  prepare: () => Promise<Prepared>,
): Promise<Response> {
  const {request, startedAt} = asking;
  const format = formatOf(request.headers.get("accept"));
  const authMs = performance.now() - startedAt;
  const prepared = await prepare();
  const compileMs = performance.now() - startedAt - authMs;
  const runRequest = interactiveRun(web, asking, prepared, query, format);
  const executed = await execute(web, runRequest, prepared.project.cacheTtlSeconds, request.signal);
  return answer(executed, name, format, runRequest.limit, authMs, compileMs);
}

/** The run of a prepared query that the asking one waits for; `no-cache` in the request passes by the cache. */
export function interactiveRun(
  web: Web,
  {actor, request, requestId}: Asking,
  prepared: Prepared,
  query: Query,
  format: ResultFormat,
): RunRequest {
  return runRequestOf(prepared, actor, query, {
    format,
    trigger: "interactive",
    requestId,
    fresh: request.headers.get("cache-control")?.includes("no-cache") ?? false,
    timeoutMs: web.config.queryTimeoutMs,
  });
}

/** The answer and how it was made: https://www.w3.org/TR/server-timing/ */
function answer(
  executed: Executed,
  name: string,
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
      "content-disposition": dispositionOf(name, format),
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
