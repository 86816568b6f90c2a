import {type DuckDBDataChunk, DuckDBDecimalType, type DuckDBType, DuckDBTypeId} from "@duckdb/node-api";
import duckdb from "@duckdb/node-bindings";
import type {DimensionType} from "../../../shared/semantic/documents.ts";
import type {Vector} from "../vectors.ts";
import {cellText, engineKind} from "./rows.ts";

/** The form in which a column is read from the engine: in Arrow's layout, or, for `cells`, as the engine's text. */
export type Layout = "integer" | "float" | "decimal" | "date" | "timestamp" | "boolean" | "text" | "cells";

const WIDTHS = {integer: 8, float: 8, decimal: 16, date: 4, timestamp: 8, boolean: 1} as const;
/**
 * The size of a text's entry in a vector: its length, then its bytes if they fit, or else the first four and a pointer.
 */
export const TEXT_ENTRY = 16;
export const TEXT_INLINE = 12;

export function layoutOf(engine: DuckDBType, declared: DimensionType): Layout {
  const {typeId} = engine;
  if (declared === "string" || declared === "json") return "text";
  if (declared === "boolean") return typeId === DuckDBTypeId.BOOLEAN ? "boolean" : "cells";
  if (declared === "date") return typeId === DuckDBTypeId.DATE ? "date" : "cells";
  if (declared === "timestamp")
    return typeId === DuckDBTypeId.TIMESTAMP || typeId === DuckDBTypeId.TIMESTAMP_TZ ? "timestamp" : "cells";
  // The driver's vectors of 128-bit integers are signed, so an unsigned one may not fit.
  if (typeId === DuckDBTypeId.UHUGEINT) return "cells";
  const kind = engineKind(engine);
  if (kind === "integer" || kind === "float") return kind;
  return kind.startsWith("decimal(") ? "decimal" : "text";
}

/** SQL of a column in that layout. Without `infiniteTimes` an infinite time, which Arrow cannot express, is null. */
export function vectorCell(name: string, engine: DuckDBType, layout: Layout, infiniteTimes: boolean): string {
  switch (layout) {
    case "integer":
      return `cast(${name} as bigint)`;
    case "float": {
      // Cast through text, so that the double equals the float's shortest decimal form, which the other formats show.
      return engine.typeId === DuckDBTypeId.FLOAT ? `cast(cast(${name} as varchar) as double)` : name;
    }
    case "decimal": {
      if (engine.typeId === DuckDBTypeId.HUGEINT) return name;
      return `cast(${name} as decimal(38, ${engine instanceof DuckDBDecimalType ? engine.scale : 0}))`;
    }
    case "date":
      return infiniteTimes ? name : `case when isfinite(${name}) then ${name} end`;
    case "timestamp": {
      const utc = engine.typeId === DuckDBTypeId.TIMESTAMP_TZ ? `(${name} at time zone 'UTC')` : name;
      return infiniteTimes ? utc : `case when isfinite(${utc}) then ${utc} end`;
    }
    case "boolean":
      return name;
    default:
      return cellText(name, engine);
  }
}

/**
 * Copies the first rows of a column out of the engine's memory, because the engine frees that memory with the chunk.
 */
export function readVector(
  chunk: DuckDBDataChunk,
  c: number,
  layout: Exclude<Layout, "cells">,
  rowCount: number,
): Vector {
  const vector = duckdb.data_chunk_get_vector(chunk.chunk, c);
  const bitmap: Uint8Array | null = duckdb.vector_get_validity(vector, Math.ceil(rowCount / 64) * 8);
  const valid = bitmap === null ? undefined : Uint8Array.from(bitmap);
  if (layout === "text") return {...readTexts(vector, valid, rowCount), valid};
  const width = WIDTHS[layout];
  const data = new Uint8Array(rowCount * width);
  data.set(duckdb.vector_get_data(vector, rowCount * width));
  if (valid) {
    // The engine leaves arbitrary bytes in the entries of nulls.
    for (let i = 0; i < rowCount; i++) if (!isValid(valid, i)) data.fill(0, i * width, (i + 1) * width);
  }
  return {data, offsets: undefined, valid};
}

export function isValid(valid: Uint8Array, i: number): boolean {
  return ((valid[i >> 3] ?? 0) & (1 << (i & 7))) !== 0;
}

function readTexts(
  vector: duckdb.Vector,
  valid: Uint8Array | undefined,
  rowCount: number,
): Pick<Vector, "data" | "offsets"> {
  const entries = duckdb.vector_get_data(vector, rowCount * TEXT_ENTRY);
  const words = new DataView(entries.buffer, entries.byteOffset, entries.byteLength);
  const offsets = new Int32Array(rowCount + 1);
  let sizeBytes = 0;
  for (let i = 0; i < rowCount; i++) {
    if (!valid || isValid(valid, i)) sizeBytes += words.getUint32(i * TEXT_ENTRY, true);
    offsets[i + 1] = sizeBytes;
  }
  const data = new Uint8Array(sizeBytes);
  for (let i = 0, from = 0; i < rowCount; i++) {
    const to = offsets[i + 1] ?? from;
    const at = i * TEXT_ENTRY + 4;
    if (to - from <= TEXT_INLINE) {
      for (let b = from; b < to; b++) data[b] = entries[at + b - from] ?? 0;
    } else {
      data.set(textBytes(entries, i, to - from), from);
    }
    from = to;
  }
  return {data, offsets};
}

/** The bytes of a text that does not fit into its entry, still in the engine's memory. */
export function textBytes(entries: Uint8Array, row: number, length: number): Uint8Array {
  // The bindings return an `ArrayBuffer`, but their types allow a shared one as well.
  if (!(entries.buffer instanceof ArrayBuffer)) throw new Error("the engine's memory is shared");
  return duckdb.get_data_from_pointer(entries.buffer, entries.byteOffset + row * TEXT_ENTRY + 8, length);
}
