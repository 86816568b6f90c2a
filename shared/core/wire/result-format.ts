import {type Static, Type} from "@sinclair/typebox";
import {DimensionType, Query} from "../../semantic/documents.ts";
import {ResultNote} from "./result-note.ts";
import {SqlStatement} from "./sql-statement.ts";
import {SqlType} from "./sql-tables.ts";
import {WarehouseSource} from "./warehouse-source.ts";

/**
 * The format of a result. `csv_safe` is CSV for people to open: no spreadsheet takes one of its text cells for a
 * formula. `data_rows` has the rows as messages of Postgres' protocol, for the listener of SQL alone.
 */
const ResultFormat = Type.Union([
  Type.Literal("json"),
  Type.Literal("ndjson"),
  Type.Literal("csv"),
  Type.Literal("csv_safe"),
  Type.Literal("arrow"),
  Type.Literal("xlsx"),
  Type.Literal("data_rows"),
]);
export type ResultFormat = Static<typeof ResultFormat>;

/** Content types by format. A caller without a preference gets the first of `ACCEPTED`. */
export const CONTENT_TYPES: Record<ResultFormat, string> = {
  json: "application/json",
  ndjson: "application/x-ndjson",
  csv: "text/csv; charset=utf-8",
  csv_safe: "text/csv; charset=utf-8",
  arrow: "application/vnd.apache.arrow.stream",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  data_rows: "application/octet-stream",
};

/** The cause of the run, for its record. */
const RunTrigger = Type.Union([
  Type.Literal("interactive"),
  Type.Literal("batch"),
  Type.Literal("async"),
  Type.Literal("schedule"),
  Type.Literal("action"),
  Type.Literal("agent"),
  Type.Literal("sql"),
]);
export type RunTrigger = Static<typeof RunTrigger>;

/**
 * The class of a statement's work: results that somebody looks at, large results to download, and work that nobody
 * waits for.
 */
const Work = Type.Union([Type.Literal("interactive"), Type.Literal("export"), Type.Literal("background")]);
export type Work = Static<typeof Work>;

const statement = {
  sql: Type.String(),
  parameters: Type.Array(Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
};

/** The parts of a run's request, without its source. */
export const runParts = {
  ...statement,
  orgId: Type.String(),
  columns: Type.Array(Type.Object({name: Type.String(), type: DimensionType})),
  /** For `data_rows`: the type of each column in SQL. */
  sqlTypes: Type.Optional(Type.Array(SqlType)),
  /** For a workbook: each column's label, number format, and whether the last digits of its values are inexact. */
  looks: Type.Optional(
    Type.Array(
      Type.Object({
        label: Type.String(),
        format: Type.Optional(Type.String()),
        isComputed: Type.Optional(Type.Boolean()),
      }),
    ),
  ),
  /** IANA name of the time zone whose offset timestamps get. */
  timezone: Type.String(),
  /** The most rows to return; the statement selects one more. */
  limit: Type.Optional(Type.Integer()),
  /** A second statement with one row of only the measures, which are the last of `columns`. */
  totals: Type.Optional(Type.Object({...statement, measureCount: Type.Integer()})),
  /** For a roll-up: the time of its data, ISO 8601. */
  dataAsOf: Type.Optional(Type.String()),
  /** Notes for readers of the result on its columns. */
  notes: Type.Optional(Type.Array(ResultNote)),
  format: ResultFormat,
  timeoutMs: Type.Number(),
  /** If absent, the result's size decides. */
  work: Type.Optional(Work),
  /** Whether the run must not share a running statement with other requests. */
  fresh: Type.Boolean(),
  /** A hash of source, statement, parameters and columns: requests with equal fingerprints have equal answers. */
  fingerprint: Type.String(),
  /** Data for the run's record. */
  record: Type.Object({
    runId: Type.String(),
    principalId: Type.String(),
    projectId: Type.String(),
    model: Type.String(),
    trigger: RunTrigger,
    requestId: Type.String(),
    /** The trace context of the span that waits for the result, if it is traced. */
    traceparent: Type.Optional(Type.String()),
    /** The id of the query's shape; absent for a query that no roll-up can answer. */
    shape: Type.Optional(Type.String()),
    /**
     * For a run whose result is stored: the query and its time. A caller whose query compiles to the same statement for
     * that time may read the result.
     */
    asked: Type.Optional(
      Type.Union([
        Type.Object({query: Query, at: Type.String()}),
        Type.Object({statement: SqlStatement, at: Type.String()}),
      ]),
    ),
  }),
};

/** A run that gives the rows of one table of a statement. */
export const InputRun = Type.Object({...runParts, source: WarehouseSource});
export type InputRun = Static<typeof InputRun>;
