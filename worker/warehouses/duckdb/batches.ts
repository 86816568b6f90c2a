import type {DuckDBDataChunk} from "@duckdb/node-api";
import type {Batch} from "../batch.ts";
import type {VectorBatch} from "../vectors.ts";
import type {Cells} from "./statements.ts";
import {readVector} from "./vectors.ts";

/** The first rows of a chunk as text; an empty batch where a result has no chunk. */
export function textBatch({kinds}: Cells, rowCount: number, chunk: DuckDBDataChunk | undefined): Batch {
  return {rowCount, columns: kinds.map((_, c) => textColumn(c, rowCount, chunk)), kinds};
}

/** The first rows of a chunk as vectors, in the layouts of the statement. */
export function vectorBatch(
  {kinds, layouts}: Cells,
  rowCount: number,
  chunk: DuckDBDataChunk | undefined,
): Omit<VectorBatch, "truncated"> {
  const columns = layouts.map((layout, c) =>
    chunk && rowCount > 0 && layout !== "cells"
      ? readVector(chunk, c, layout, rowCount)
      : textColumn(c, rowCount, chunk),
  );
  return {rowCount, columns, kinds};
}

function textColumn(c: number, rowCount: number, chunk: DuckDBDataChunk | undefined): (string | null)[] {
  const values = chunk && rowCount > 0 ? chunk.getColumnValues(c) : [];
  values.length = rowCount;
  return values.map(writeCell);
}

export function writeCell(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
