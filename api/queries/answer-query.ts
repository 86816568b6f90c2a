import type {Actor} from "../../shared/ground/actor.ts";
import {CONTENT_TYPES, type ResultFormat} from "../../shared/ground/wire/run-request.ts";
import type {Prepared} from "../../shared/querying/layers/query-memory.ts";
import type {Asking, RunAnswer} from "../../shared/querying/queries/runner.ts";
import type {Query} from "../../shared/semantic/documents.ts";
import {expectReader, patientStream} from "../http/admission.ts";
import type {Web} from "../web.ts";
import {dispositionOf, formatOf, wantsMeta, withMeta} from "./result-format.ts";

/** The phases of a query, in order, as `Server-Timing` names them. */
const PHASES = ["auth", "compile", "queue", "warehouse"] as const;
type Phase = (typeof PHASES)[number];

interface Asked {
  actor: Actor;
  request: Request;
  requestId: string;
  traceparent?: string | undefined;
}

/** The runner's view of a request: the actor, its abort signal, and whether `no-cache` bypasses the cache. */
export function askingOf({actor, request, requestId, traceparent}: Asked): Asking {
  const fresh = request.headers.get("cache-control")?.includes("no-cache") ?? false;
  return {
    actor,
    requestId,
    traceparent,
    fresh,
    // A getter, because creating the signal has a cost and an answer from the cache needs none.
    get signal() {
      return request.signal;
    },
  };
}

/**
 * Prepares a query, runs it and answers with its result in the format that the request prefers. `name` becomes the file
 * name.
 */
export async function answerQuery(
  {runner, metrics}: Pick<Web, "runner" | "metrics">,
  call: Asked & {startedAt: number},
  name: string,
  query: Query,
  prepare: () => Promise<Prepared>,
): Promise<Response> {
  const {request, startedAt} = call;
  const format = formatOf(request);
  const hasMeta = wantsMeta(request) && format === "json";
  const authMs = performance.now() - startedAt;
  const prepared = await prepare();
  const compileMs = performance.now() - startedAt - authMs;
  const answered = await runner.run(askingOf(call), query, prepared, format);
  const result = hasMeta ? withMeta(answered.body, prepared.compiled) : answered.body;
  if (result instanceof Uint8Array) expectReader(request, result.byteLength);
  const body = result instanceof Uint8Array ? result : patientStream(request, result);
  const {queueMs, warehouseMs} = answered;
  const phases = {auth: authMs, compile: compileMs, queue: queueMs, warehouse: warehouseMs};
  for (const phase of PHASES) metrics.queryPhases[phase].observe(phases[phase] / 1000);
  return responseOf({...answered, body}, name, format, prepared.compiled.limit, phases);
}

/** An answer that was not prepared as a query of its own, as the response to the request. */
export function respondWith(
  {metrics}: Web,
  {request, startedAt}: Asked & {startedAt: number},
  name: string,
  format: ResultFormat,
  answered: RunAnswer,
): Response {
  const {queueMs, warehouseMs} = answered;
  const compileMs = Math.max(0, performance.now() - startedAt - queueMs - warehouseMs);
  const phases = {auth: 0, compile: compileMs, queue: queueMs, warehouse: warehouseMs};
  for (const phase of PHASES) metrics.queryPhases[phase].observe(phases[phase] / 1000);
  const {body} = answered;
  if (body instanceof Uint8Array) expectReader(request, body.byteLength);
  const sent = body instanceof Uint8Array ? body : patientStream(request, body);
  return responseOf({...answered, body: sent}, name, format, undefined, phases);
}

/** The answer, with a `Server-Timing` header: https://www.w3.org/TR/server-timing/ */
function responseOf(
  {body, cache, ageSeconds, dataAsOf}: RunAnswer,
  name: string,
  format: ResultFormat,
  limit: number | undefined,
  phases: Readonly<Record<Phase, number>>,
): Response {
  const timing = PHASES.map(phase => `${phase};dur=${Math.round(phases[phase] * 100) / 100}`);
  return new Response(body, {
    headers: {
      "content-type": CONTENT_TYPES[format],
      "content-disposition": dispositionOf(name, format),
      "server-timing": timing.join(", "),
      "x-cache": cache,
      ...(cache === "hit" ? {age: String(Math.floor(ageSeconds))} : {}),
      ...(dataAsOf === undefined ? {} : {"x-data-as-of": dataAsOf}),
      ...(limit === undefined ? {} : {"x-row-limit": String(limit)}),
    },
  });
}
