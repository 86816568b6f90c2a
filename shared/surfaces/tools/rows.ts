import {type Static, Type} from "@sinclair/typebox";
import {invalidAt, type ServiceError} from "../../core/errors.ts";
import {readerOf} from "../../core/validate.ts";
import {ResultNote} from "../../core/wire/result-note.ts";
import {prepareQuery} from "../../querying/queries/prepare.ts";
import {readResultText} from "../../querying/queries/results/result-text.ts";
import type {Query} from "../../semantic/documents.ts";
import type {ToolContext} from "./tool.ts";

/** The most bytes of a result that are read, for an answer of some kilobytes. */
const MAX_READ_BYTES = 16 * 1024 * 1024;

/** A result whose numbers keep every digit: `JSON.stringify` writes them as they were. */
const Rows = Type.Object({
  columns: Type.Array(Type.Object({name: Type.String(), type: Type.String()})),
  rows: Type.Array(Type.Array(Type.Unknown())),
  truncated: Type.Boolean(),
  notes: Type.Optional(Type.Array(ResultNote)),
  totals: Type.Optional(Type.Array(Type.Unknown())),
});
export type Rows = Static<typeof Rows>;

const read = readerOf(Rows, "a query's result");

/** The result of `limit` rows of a query from `offset` on, as a worker wrote it, under the caller's row access. */
export async function askRows(
  context: ToolContext,
  query: Query,
  {offset, limit}: {offset: number; limit: number},
): Promise<Uint8Array | ReadableStream<Uint8Array>> {
  const {runner, actor, now = new Date()} = context;
  const limited = {...query, limit: offset + limit};
  const prepared = await prepareQuery(runner, actor, limited, now);
  return (await runner.run(context, limited, prepared, "json")).body;
}

/**
 * The rows from `offset` on, and whether there are more. `limitPath` points to the argument that limits their number.
 */
export async function readRows(
  body: Uint8Array | ReadableStream<Uint8Array>,
  offset: number,
  limitPath = "/limit",
): Promise<Rows> {
  const result = parseRows(await readResultText(body, {bytes: MAX_READ_BYTES}, () => tooLong(limitPath)));
  return offset === 0 ? result : {...result, rows: result.rows.slice(offset)};
}

function tooLong(limitPath: string): ServiceError {
  const message = "The rows are too long for an answer: request fewer columns or a smaller limit.";
  return invalidAt(limitPath, message);
}

export function parseRows(text: string): Rows {
  return read(LONG_NUMBER.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text));
}

/** Numbers that a double may round or write differently. */
const LONG_NUMBER = /\d[\d.]{14}|\d\.\d*0\b|\d[eE]|-0\b/;

function keepDigits(_key: string, value: unknown, context?: {source?: string}): unknown {
  const source = context?.source;
  if (typeof value !== "number" || source === undefined || String(value) === source) return value;
  return rawJson(source);
}

/**
 * https://tc39.es/proposal-json-parse-with-source/#sec-json.rawjson, which TypeScript's library does not declare yet.
 */
export function rawJson(source: string): unknown {
  return "rawJSON" in JSON && typeof JSON.rawJSON === "function" ? JSON.rawJSON(source) : source;
}
