import type {Actor} from "../../core/actor.ts";
import type {Config} from "../../core/config.ts";
import type {Logger} from "../../core/log.ts";
import type {ResultFormat, RunTrigger} from "../../core/wire/run-request.ts";
import type {SqlType} from "../../core/wire/sql-tables.ts";
import type {Query} from "../../semantic/documents.ts";
import type {LayerDeps, Prepared} from "../layers/query-caches.ts";

/** The caller of a query, with the conditions of the run. */
export interface QueryContext {
  readonly actor: Actor;
  readonly requestId: string;
  /** The trace that the run continues: https://www.w3.org/TR/trace-context/#traceparent-header */
  readonly traceparent?: string | undefined;
  /** Aborts the run, in the warehouse too. */
  readonly signal: AbortSignal;
  /** Default `interactive`. */
  readonly trigger?: RunTrigger;
  /** Whether to bypass the cache, and not to join a running statement. Default false. */
  readonly fresh?: boolean;
  /** Rows that a worker has read for others are not used if they were read before this time. Default: any time. */
  readonly rowsSince?: Date;
  /** The id of the query's run, for a caller who refers to it. */
  readonly runId?: string;
  /** Time limit of one statement, if shorter than `QUERY_TIMEOUT_MS`. */
  readonly timeoutMs?: number;
  /** The names that a statement in SQL gives to the result's columns, instead of the query's names. */
  readonly sqlColumns?: readonly SqlColumn[];
}

/** A column of a result in SQL. */
export interface SqlColumn {
  readonly name: string;
  readonly type: SqlType;
}

/** The answer of a query, and its origin. */
export interface RunAnswer {
  /** The complete answer, or a stream that breaks off if the run fails after its first bytes. */
  body: Uint8Array | ReadableStream<Uint8Array>;
  cache: "hit" | "miss" | "shared";
  /** The age of an answer from the cache. */
  ageSeconds: number;
  /** Milliseconds until the first byte. */
  warehouseMs: number;
  queueMs: number;
  /** The time of the data, ISO 8601, if a roll-up has answered. */
  dataAsOf?: string;
}

/** The answer of a statement in SQL. */
export interface SqlAnswer extends RunAnswer {
  /** The limit that applied to the rows, if one did. */
  readonly limit?: number | undefined;
}

/**
 * How a process runs queries: the web process through its cache and the workers, a worker through its own executor.
 * Errors are `ServiceError`s with the codes of a query.
 */
export interface QueryRunner extends LayerDeps {
  readonly log: Logger;
  readonly config: Config;
  /** Runs a prepared query under the row access that it was prepared with. */
  run(queryContext: QueryContext, query: Query, prepared: Prepared, format: ResultFormat): Promise<RunAnswer>;
}
