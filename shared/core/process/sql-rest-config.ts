import type {Reading} from "./mail-config.ts";

/** The limits of statements of SQL that run over the rows of queries, in a worker's own Postgres. */
export interface SqlRestConfig {
  /** The most rows that one statement reads, from all of its tables together. */
  rows: number;
  /** The most bytes of these rows. As many again may be used on disk for sorting and joining. */
  sizeBytes: number;
  /** The most memory of one statement. */
  memoryBytes: number;
  /** Statements at once, in one worker. */
  concurrency: number;
}

export function readSqlRestConfig({integer}: Reading): SqlRestConfig {
  return {
    rows: integer("SQL_REST_ROWS", 1_000_000, 1, 100_000_000),
    sizeBytes: integer("SQL_REST_MB", 512, 1, 1_048_576) * 1024 * 1024,
    memoryBytes: integer("SQL_REST_MEMORY_MB", 512, 128, 1_048_576) * 1024 * 1024,
    concurrency: integer("SQL_REST_CONCURRENCY", 8, 1, 100),
  };
}
