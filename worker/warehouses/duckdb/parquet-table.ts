import {quoted} from "./lockdown.ts";

/** Parquet files that are read as one table of the schema `main`. */
export interface ParquetTable {
  /** By default `data`. */
  name?: string;
  paths: readonly string[];
  /** What is selected of the files; by default all of it. */
  columns?: string;
  /** Whether the rows are read into memory at once. */
  inMemory?: boolean;
}

export function createParquetTable({
  name = "data",
  paths,
  columns = "*",
  inMemory = false,
}: ParquetTable): string {
  // One scan of all files: with a branch for each, the engine plans a statement for longer than it computes.
  const rows = `select ${columns} from read_parquet([${paths.map(quoted).join(", ")}], union_by_name = true)`;
  return `create ${inMemory ? "table" : "view"} main.${name} as ${rows}`;
}
