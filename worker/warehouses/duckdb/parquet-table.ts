import type {DuckDBConnection} from "@duckdb/node-api";
import {quoteText} from "../../../shared/semantic/index.ts";

/** Parquet files that are read as one table of the schema `main`. */
export interface ParquetTable {
  /** The table's name; the default is `data`. */
  name?: string;
  paths: readonly string[];
  /** The columns of the table, to which those of each file are cast; by default those of the one file. */
  columns?: readonly ParquetColumn[];
  /** Whether the rows are loaded into memory when the table is created. */
  inMemory?: boolean;
}

export interface ParquetColumn {
  name: string;
  /** The type of the table's column, which holds the values of every file exactly. */
  engineType: string;
  /** Whether the column has another type in some files. */
  isVaried: boolean;
}

/** Creates the table. Rejects with the engine's error where a file cannot be read. */
export async function createParquetTable(
  connection: DuckDBConnection,
  {name = "data", paths, columns, inMemory = false}: ParquetTable,
): Promise<void> {
  const isVaried = paths.length > 1 && columns?.some(column => column.isVaried) === true;
  const alike = isVaried ? await groupBySchema(connection, paths) : [paths];
  const cells = columns?.map(column => `cast(${column.name} as ${column.engineType}) as ${column.name}`) ?? [
    "*",
  ];
  // One scan reads all files that are alike: with a scan for each, planning a statement takes longer than running it.
  const scans = alike.map(files => `select ${cells.join(", ")} from read_parquet(${listOf(files)})`);
  await connection.run(`create ${inMemory ? "table" : "view"} main.${name} as ${scans.join(" union all ")}`);
}

/**
 * Groups of files whose columns have the same types. One scan of files with different types converts values wrongly:
 * `DECIMAL(38,2)` and `DECIMAL(38,0)` become `DECIMAL(38,0)`, so that 12.25 is read as 12; and where a column is a
 * `BIGINT` in one file and a `DECIMAL` in another, a filter for 7.125 looks for 7.
 */
async function groupBySchema(connection: DuckDBConnection, paths: readonly string[]): Promise<string[][]> {
  const found = await connection.runAndReadAll(`
    select file_name, cast(list(concat_ws(' ', name, duckdb_type) order by column_id) as varchar)
    from parquet_schema(${listOf(paths)}) group by file_name`);
  const schemas = new Map(found.getRows().map(([path, schema]) => [String(path), String(schema)]));
  const groups = Map.groupBy(paths, path => schemas.get(path));
  if (groups.has(undefined)) throw new Error("the engine reports no schema for a Parquet file");
  return [...groups.values()];
}

function listOf(paths: readonly string[]): string {
  return `[${paths.map(quoteText).join(", ")}]`;
}
