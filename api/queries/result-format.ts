import {drawnColumns} from "../../shared/content/charts/drawing-of.ts";
import {ServiceError} from "../../shared/ground/errors.ts";
import {CONTENT_TYPES, type ResultFormat} from "../../shared/ground/wire/run-request.ts";
import type {CompiledQuery} from "../../shared/semantic/index.ts";
import {queryStringOf} from "../http/query-string.ts";

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
 * The result format that `Accept` prefers (RFC 9110 §12.5.1); that it accepts one was checked before. `csv=safe` in the
 * query string makes a CSV safe to open in a spreadsheet; any other value of it throws `invalid_request`.
 */
export function formatOf(request: Request): ResultFormat {
  const format = acceptedFormat(request.headers.get("accept"));
  const {csv} = request.url.includes("csv=") ? queryStringOf(request) : {};
  if (csv === undefined) return format;
  if (csv !== "safe") {
    const message = `csv is "${csv}", but can only be "safe".`;
    throw new ServiceError("invalid_request", message, {
      errors: [{path: "/csv", message, allowed: ["safe"]}],
    });
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
const LONGEST_NAME = 100;

/** The `Content-Disposition` (RFC 6266) that gives a saved result its file name and extension. JSON is shown inline. */
export function dispositionOf(name: string, format: ResultFormat): string {
  const plain = name.replace(/[\p{Cc}\p{Cf}\p{Cs}/\\:*?"<>|]+/gu, "_").trim();
  const short = Array.from(plain).slice(0, LONGEST_NAME).join("").trim() || "result";
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
export function wantsMeta(request: Request): boolean {
  const {meta} = request.url.includes("meta=") ? queryStringOf(request) : {};
  if (meta === undefined || meta === "1") return meta === "1";
  const message = `meta is "${meta}", but can only be "1".`;
  throw new ServiceError("invalid_request", message, {errors: [{path: "/meta", message, allowed: ["1"]}]});
}

/** Adds label, role, format and grain to the columns of a JSON result; its rows are passed through without parsing. */
export function withMeta(
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
