import {stat} from "node:fs/promises";
import {DuckDBInstance} from "@duckdb/node-api";
import type {Config} from "../../shared/core/config.ts";
import type {SnapshotColumn} from "../../shared/core/wire/snapshot.ts";
import {quoteText} from "../../shared/semantic/index.ts";
import {makeSpillFolder, spillDir} from "../storage/duckdb-spill-folders.ts";
import {interruptOnAbort} from "../warehouses/duckdb/interrupt.ts";

/**
 * The memory limit of the DuckDB instance that turns a CSV into Parquet. It streams and needs little, unless there are
 * very many columns.
 */
const MEMORY = "256MB";
const MAX_THREADS = 2;
const MANY_COLUMNS = 500;
const MIN_LINE_BYTES = 2 * 1024 * 1024;
/**
 * The most cells of a row group. A table with many columns gets fewer rows per group, so that its memory is bounded.
 */
const GROUP_CELLS = 4_000_000;
const GROUP_ROWS = 122_880;
const MIN_GROUP_ROWS = 2048;

/** A column and the SQL expression that casts the text column `c0`, `c1`, … to its type. */
export interface TypedColumn extends SnapshotColumn {
  sql: string;
}

export interface CsvSource {
  path: string;
  delimiter: string;
  longestRow: number;
  hasBreaksInside: boolean;
}

/** Writes rows in the form of `CsvScanner` as Parquet, with typed columns. Resolves with the number of rows. */
export async function writeParquet(
  source: CsvSource,
  columns: readonly TypedColumn[],
  target: string,
  config: Pick<Config, "dataDir" | "duckdbMemoryLimit" | "duckdbThreads">,
  signal: AbortSignal,
): Promise<{rowCount: number; sizeBytes: number}> {
  const isWide = columns.length > MANY_COLUMNS;
  const spill = await makeSpillFolder(spillDir(config));
  let instance: DuckDBInstance | undefined;
  try {
    instance = await DuckDBInstance.create(":memory:", {
      memory_limit: isWide ? config.duckdbMemoryLimit : MEMORY,
      threads: String(isWide ? 1 : Math.min(config.duckdbThreads, MAX_THREADS)),
      temp_directory: spill.path,
    });
    const connection = await instance.connect();
    const stopInterrupting = interruptOnAbort(connection, signal);
    try {
      await connection.run("set TimeZone = 'UTC'");
      const result = await connection.run(copyStatement(source, columns, target));
      signal.throwIfAborted();
      const [row] = await result.getRowsJson();
      return {rowCount: Number(row?.[0]), sizeBytes: (await stat(target)).size};
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      stopInterrupting();
      connection.closeSync();
    }
  } finally {
    instance?.closeSync();
    await spill.remove();
  }
}

function copyStatement(source: CsvSource, columns: readonly TypedColumn[], target: string): string {
  const {path, delimiter, longestRow, hasBreaksInside} = source;
  const lineBytes = Math.max(MIN_LINE_BYTES, longestRow + 1024);
  const cells = columns.map(({sql, name}) => `${sql} as ${identifier(name)}`);
  const texts = columns.map((_, c) => `c${c}: 'varchar'`);
  const groupRows = Math.max(MIN_GROUP_ROWS, Math.min(GROUP_ROWS, Math.floor(GROUP_CELLS / columns.length)));
  // All options are explicit, so that DuckDB detects nothing itself. It reads in parallel only where each line feed
  // ends a row.
  return `copy (
    select ${cells.join(", ")} from read_csv(${quoteText(path)}, auto_detect = false, header = false,
      delim = ${quoteText(delimiter)}, quote = '"', escape = '"', new_line = '\\n', nullstr = '',
      allow_quoted_nulls = false, strict_mode = true, max_line_size = ${lineBytes}, buffer_size = ${lineBytes * 2},
      parallel = ${!hasBreaksInside}, columns = {${texts.join(", ")}})
  ) to ${quoteText(target)} (format parquet, row_group_size ${groupRows})`;
}

function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
