import {jsonOfArray} from "../../shared/core/wire/array-text.ts";
import type {ItemType} from "../../shared/semantic/documents.ts";

/**
 * The type of a column in the warehouse, as far as formats depend on it. Numbers and JSON are copied into text formats
 * unchanged. A decimal has its precision and scale where the engine reports them. An array of Postgres, in its text form,
 * has the kind of its elements.
 */
export type EngineKind =
  | "integer"
  | "float"
  | "decimal"
  | `decimal(${number},${number})`
  | "timestamp"
  | "json"
  | `array of ${ItemType}`
  | "other";

export function isNumber(kind: EngineKind): boolean {
  return kind === "integer" || kind === "float" || kind.startsWith("decimal");
}

const ARRAYS: ReadonlyMap<EngineKind, ItemType> = new Map([
  ["array of string", "string"],
  ["array of number", "number"],
  ["array of boolean", "boolean"],
]);

/** The function that writes an engine's array as JSON; `undefined` for other kinds of values. */
export function arrayEncoder(kind: EngineKind): ((text: string) => string) | undefined {
  const items = ARRAYS.get(kind);
  return items && (text => jsonOfArray(text, items));
}

/** Some rows, column by column, with each value as the engine's text or `null`. */
export interface Batch {
  rowCount: number;
  columns: (string | null)[][];
  kinds: readonly EngineKind[];
  /** The rows as `DataRow` messages of Postgres' protocol in place of columns, where `asMessages` requests that. */
  messages?: Uint8Array;
}

/** A batch of a result with a limit. */
export interface LimitedBatch extends Batch {
  /** Whether the limit cut the result off after this batch. */
  truncated: boolean;
}
