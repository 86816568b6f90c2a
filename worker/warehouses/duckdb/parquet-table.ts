import {quoted} from "./lockdown.ts";

/** Parquet files that are read as one table of the schema `main`. */
export interface ParquetTable {
  /** The table's name; the default is `data`. */
  name?: string;
  paths: readonly string[];
  /** The select list over the files; the default is `*`. */
  columns?: string;
  /** Whether the rows are loaded into memory when the table is created. */
  inMemory?: boolean;
}

export function createParquetTable({
  name = "data",
  paths,
  columns = "*",
  inMemory = false,
}: ParquetTable): string {
  // One scan reads all files: with a `union all` of scans, planning a statement takes longer than running it.
  const rows = `select ${columns} from read_parquet([${paths.map(quoted).join(", ")}], union_by_name = true)`;
  return `create ${inMemory ? "table" : "view"} main.${name} as ${rows}`;
}
