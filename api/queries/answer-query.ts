import {drawnColumns} from "../../shared/content/charts/drawing-of.ts";
import type {Actor} from "../../shared/core/actor.ts";
import {invalidAt} from "../../shared/core/errors.ts";
import {CONTENT_TYPES, type ResultFormat} from "../../shared/core/wire/run-request.ts";
import type {Prepared} from "../../shared/querying/layers/query-caches.ts";
import type {QueryContext, RunAnswer, SqlAnswer} from "../../shared/querying/queries/query-runner.ts";
import type {Query} from "../../shared/semantic/documents.ts";
import type {CompiledQuery} from "../../shared/semantic/index.ts";
import type {Web} from "../dependencies.ts";
import {expectReader, patientStream} from "../http/admission.ts";
import {queryStringOf} from "../http/query-string.ts";
import type {Metrics} from "../metrics.ts";

/** The phases of a query, in order, as `Server-Timing` names them. */
const PHASES = ["auth", "compile", "queue", "warehouse"] as const;

interface Asked {
  actor: Actor;
  request: Request;
  requestId: string;
  traceparent?: string | undefined;
}

/** The runner's view of a request: the actor, the abort signal, and whether `no-cache` bypasses the cache. */
export function queryContextOf({actor, request, requestId, traceparent}: Asked): QueryContext {
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
  const answered = await runner.run(queryContextOf(call), query, prepared, format);
  const body = hasMeta ? withMeta(answered.body, prepared.compiled) : answered.body;
  const {limit} = prepared.compiled;
  return responseOf(metrics, request, {...answered, body}, {name, format, limit}, [authMs, compileMs]);
}

/** The response for an answer that was not made by `answerQuery`, such as the answer of the SQL route. */
export function respondWith(
  {metrics}: Web,
  {request, startedAt}: Asked & {startedAt: number},
  name: string,
  format: ResultFormat,
  answered: SqlAnswer,
): Response {
  const compileMs = Math.max(0, performance.now() - startedAt - answered.queueMs - answered.warehouseMs);
  return responseOf(metrics, request, answered, {name, format, limit: answered.limit}, [0, compileMs]);
}

/** The answer, with a `Server-Timing` header: https://www.w3.org/TR/server-timing/ */
function responseOf(
  metrics: Metrics,
  request: Request,
  {body, cache, ageSeconds, dataAsOf, queueMs, warehouseMs}: RunAnswer,
  {name, format, limit}: {name: string; format: ResultFormat; limit: number | undefined},
  [auth, compile]: [authMs: number, compileMs: number],
): Response {
  const phases = {auth, compile, queue: queueMs, warehouse: warehouseMs};
  for (const phase of PHASES) metrics.queryPhases[phase].observe(phases[phase] / 1000);
  if (body instanceof Uint8Array) expectReader(request, body.byteLength);
  const timing = PHASES.map(phase => `${phase};dur=${Math.round(phases[phase] * 100) / 100}`);
  return new Response(body instanceof Uint8Array ? body : patientStream(request, body), {
    headers: {
      "content-type": CONTENT_TYPES[format],
      "content-disposition": dispositionOf(name, format),
      "server-timing": timing.join(", "),
      "x-cache": cache,
      ...(cache === "hit" ? {age: String(Math.floor(ageSeconds))} : {}),
      ...(dataAsOf === undefined ? {} : {"x-data-as-of": dataAsOf}),
      ...limitHeader(limit),
    },
  });
}

/** The header that says which limit applied to the rows; none if the rows had no limit. */
export function limitHeader(limit: number | undefined): Record<string, string> {
  return limit === undefined ? {} : {"x-row-limit": String(limit)};
}

const FORMAT_OF: ReadonlyMap<string, ResultFormat> = new Map([
  ["*/*", "json"],
  ["application/*", "json"],
  ["application/json", "json"],
  ["application/x-ndjson", "ndjson"],
  ["text/csv", "csv"],
  ["text/*", "csv"],
  [CONTENT_TYPES.arrow, "arrow"],
  [CONTENT_TYPES.xlsx, "xlsx"],
]);

/**
 * The result format that `Accept` prefers (RFC 9110 §12.5.1). An earlier check ensures that `Accept` allows at least
 * one format. `csv=safe` in the query string makes a CSV safe to open in a spreadsheet; any other value throws
 * `invalid_request`.
 */
export function formatOf(request: Request): ResultFormat {
  const format = acceptedFormat(request.headers.get("accept"));
  const {csv} = request.url.includes("csv=") ? queryStringOf(request) : {};
  if (csv === undefined) return format;
  if (csv !== "safe") {
    throw invalidAt("/csv", `csv is "${csv}", but can only be "safe".`, {allowed: ["safe"]});
  }
  return format === "csv" ? "csv_safe" : format;
}

function acceptedFormat(accept: string | null): ResultFormat {
  if (accept === null || accept === "*/*" || accept === "application/json") return "json";
  let best: {format: ResultFormat; quality: number} | undefined;
  for (const range of accept.toLowerCase().split(",")) {
    const [type = "", ...parameters] = range.split(";").map(part => part.trim());
    const format = FORMAT_OF.get(type);
    const quality = Number(parameters.find(parameter => parameter.startsWith("q="))?.slice(2) ?? 1);
    if (format && quality > 0 && (!best || quality > best.quality)) best = {format, quality};
  }
  return best?.format ?? "json";
}

const EXTENSIONS: Record<ResultFormat, string> = {
  json: "json",
  ndjson: "ndjson",
  csv: "csv",
  csv_safe: "csv",
  arrow: "arrows",
  xlsx: "xlsx",
  data_rows: "bin",
};

/** The characters of a file's name, without its extension. */
const MAX_NAME_LENGTH = 100;

/** The `Content-Disposition` (RFC 6266) that gives a saved result its file name and extension. JSON is shown inline. */
export function dispositionOf(name: string, format: ResultFormat): string {
  const plain = name.replace(/[\p{Cc}\p{Cf}\p{Cs}/\\:*?"<>|]+/gu, "_").trim();
  const short = Array.from(plain).slice(0, MAX_NAME_LENGTH).join("").trim() || "result";
  const file = `${short.replace(/^\.+/, "_")}.${EXTENSIONS[format]}`;
  const ascii = file.replace(/[^\x20-\x7e]/g, "_");
  const extended = ascii === file ? "" : `; filename*=UTF-8''${extendedValue(file)}`;
  return `${format === "json" ? "inline" : "attachment"}; filename="${ascii}"${extended}`;
}

/** `encodeURIComponent` leaves some characters that RFC 8187 does not allow. */
function extendedValue(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    one => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The end of the columns in a JSON result. No column name can contain it, because JSON escapes quotes in strings. */
const END_OF_COLUMNS = '],"rows":[';

/** Whether the request asks for the columns' metadata from the layer: `?meta=1`. */
function wantsMeta(request: Request): boolean {
  const {meta} = request.url.includes("meta=") ? queryStringOf(request) : {};
  if (meta === undefined || meta === "1") return meta === "1";
  throw invalidAt("/meta", `meta is "${meta}", but can only be "1".`, {allowed: ["1"]});
}

/** Adds label, role, format and grain to the columns of a JSON result. Passes the rows through without parsing them. */
function withMeta(
  body: Uint8Array | ReadableStream<Uint8Array>,
  compiled: CompiledQuery,
): ReadableStream<Uint8Array> {
  const stream =
    body instanceof Uint8Array ? (new Response(body.slice()).body ?? new ReadableStream()) : body;
  let head: Buffer | undefined = Buffer.alloc(0);
  return stream.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        if (!head) return controller.enqueue(chunk);
        head = Buffer.concat([head, chunk]);
        const end = head.indexOf(END_OF_COLUMNS);
        if (end < 0) return;
        controller.enqueue(Buffer.from(`{"columns":${columnsOf(compiled)}`));
        controller.enqueue(head.subarray(end + 1));
        head = undefined;
      },
      flush(controller) {
        if (head) controller.error(new Error("A result in JSON begins with its columns"));
      },
    }),
  );
}

function columnsOf(compiled: CompiledQuery): string {
  return JSON.stringify(drawnColumns(compiled).map(({additive: _, ...column}) => column));
}
