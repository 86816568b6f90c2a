import type {ResultColumn, Statement} from "../semantic/compile.ts";

export type ResultFormat = "json" | "ndjson" | "csv" | "arrow" | "xlsx";

/** Content types by format; the first of `ACCEPTED` is what a caller without a wish gets. */
export const CONTENT_TYPES: Record<ResultFormat, string> = {
  json: "application/json",
  ndjson: "application/x-ndjson",
  csv: "text/csv; charset=utf-8",
  arrow: "application/vnd.apache.arrow.stream",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

/** A compiled query on its way to a worker: nothing in it is the caller's text but bound parameters. */
export interface RunRequest extends Statement {
  orgId: string;
  connectionId: string;
  /** The query was compiled for it: no older one may answer. Absent in runs that were queued before it was known. */
  connectionVersion?: number;
  columns: ResultColumn[];
  /** IANA name: timestamps carry its offset. */
  timezone: string;
  /** Rows to give at most; the statement asks for one more. */
  limit?: number;
  /** A second statement, of one row with the measures alone: the last of `columns`. */
  totals?: Statement & {measureCount: number};
  format: ResultFormat;
  timeoutMs: number;
  /** Joins no running query, and nobody joins it. */
  fresh: boolean;
  /** Equal ones have equal answers: connection and its version, statement, parameters, columns. */
  fingerprint: string;
  /** For the run's record. */
  record: {
    runId: string;
    principalId: string;
    projectId: string;
    model: string;
    trigger: RunTrigger;
    requestId: string;
    /** A hash of the attributes that row access was compiled with: a kept result is for whoever still has them. */
    rights: string;
  };
}

export type RunTrigger = "interactive" | "batch" | "async";
