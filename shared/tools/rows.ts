import {ServiceError} from "../errors.ts";
import {prepareQuery} from "../queries/prepare.ts";
import type {Query} from "../semantic/query.ts";
import type {ToolContext} from "./tool.ts";

/** Bytes of a result that are read for an answer of some kilobytes. */
const MOST_READ_BYTES = 16 * 1024 * 1024;

/** A result with its numbers as they were written: `JSON.stringify` gives every digit back. */
export interface Rows {
  columns: {name: string; type: string}[];
  rows: unknown[][];
  truncated: boolean;
  totals?: unknown[];
}

/** The result of `limit` rows of a query from `offset` on, as a worker wrote it; under the caller's row access. */
export async function askRows(
  context: ToolContext,
  query: Query,
  {offset, limit}: {offset: number; limit: number},
): Promise<Uint8Array | ReadableStream<Uint8Array>> {
  const {deps, actor} = context;
  const asked = {...query, limit: offset + limit};
  const prepared = await prepareQuery(deps, actor, asked, new Date());
  return (await deps.run(context, asked, prepared)).body;
}

/** The rows from `offset` on, and whether there are more. */
export async function readRows(body: Uint8Array | ReadableStream<Uint8Array>, offset: number): Promise<Rows> {
  const result = parseRows(await readText(body));
  return offset === 0 ? result : {...result, rows: result.rows.slice(offset)};
}

async function readText(body: Uint8Array | ReadableStream<Uint8Array>): Promise<string> {
  if (body instanceof Uint8Array) return new TextDecoder().decode(body);
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.byteLength;
    if (size > MOST_READ_BYTES) {
      const message = "The rows are too long for an answer here: ask for fewer columns or a smaller limit.";
      throw new ServiceError("invalid_request", message, {errors: [{path: "/limit", message}]});
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

/** The text is what a worker of ours wrote. */
function parseRows(text: string): Rows {
  return LONG_NUMBER.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
}

/** What a double may round or write in another way. */
const LONG_NUMBER = /\d[\d.]{14}|\d\.\d*0\b|\d[eE]|-0\b/;

function keepDigits(_key: string, value: unknown, context?: {source?: string}): unknown {
  const source = context?.source;
  if (typeof value !== "number" || source === undefined || String(value) === source) return value;
  return rawJson(source);
}

/** https://tc39.es/proposal-json-parse-with-source/#sec-json.rawjson, which the compiler's library does not know yet. */
function rawJson(source: string): unknown {
  return "rawJSON" in JSON && typeof JSON.rawJSON === "function" ? JSON.rawJSON(source) : source;
}
