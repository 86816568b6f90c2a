import type {Actor} from "../actor.ts";
import type {Config} from "../config.ts";
import type {LayerDeps} from "../layers/layers.ts";
import type {Prepared} from "../layers/query-memory.ts";
import type {Logger} from "../log.ts";
import type {Query} from "../semantic/query.ts";
import type {RenderedMail, Report} from "../wire/mail-report.ts";
import type {ResultFormat, RunTrigger} from "../wire/run-request.ts";
import type {SnapshotFile} from "../wire/snapshot.ts";
import type {Calls, DrawRequest} from "../workers/calls.ts";

/** The caller, and how long they wait for the answer. */
export interface Asking {
  readonly actor: Actor;
  readonly requestId: string;
  /** Continues the trace that it belongs to: https://www.w3.org/TR/trace-context/#traceparent-header */
  readonly traceparent?: string | undefined;
  /** Cancels what is under way, in the warehouse too. */
  readonly signal: AbortSignal;
  /** Default `interactive`. */
  readonly trigger?: RunTrigger;
  /** Does not use the cache or join a running statement. Default false. */
  readonly fresh?: boolean;
  /** The id of the query's run, for a caller who refers to it. */
  readonly runId?: string;
  /** Time limit of one statement, if it should be shorter than `QUERY_TIMEOUT_MS`. */
  readonly timeoutMs?: number;
}

/** The answer of a query, and where it came from. */
export interface RunAnswer {
  /** The complete answer, or a stream that breaks off if the run fails after its first bytes. */
  body: Uint8Array | ReadableStream<Uint8Array>;
  cache: "hit" | "miss" | "shared";
  /** The age of a `hit` from the cache. */
  ageSeconds: number;
  /** Milliseconds until the first byte. */
  warehouseMs: number;
  queueMs: number;
  /** Of what time the values are, ISO 8601, where a roll-up has answered. */
  dataAsOf?: string;
}

/**
 * How a process runs queries and calls that use their results. In the web process it goes through the cache and the
 * workers, in a worker directly to its executor. Code that fills a sheet, draws a chart, runs a dashboard or calls a
 * tool takes a `Runner`, so that it works the same in both. Errors are `ServiceError`s with the codes of a query.
 */
export interface Runner extends LayerDeps {
  readonly log: Logger;
  readonly config: Config;
  /** Runs a prepared query under the row access that it was prepared with. */
  run(asking: Asking, query: Query, prepared: Prepared, format: ResultFormat): Promise<RunAnswer>;
  /** Draws a picture: text for SVG, base64 for PNG and PDF. */
  draw(asking: Asking, picture: DrawRequest): Promise<Calls["draw"]["answer"]>;
  /** Renders a mail; rows and parts that it has no room for are left out, and it says so. */
  renderMail(asking: Asking, report: Report): Promise<RenderedMail>;
  calculateSheet(
    asking: Asking,
    sheet: Omit<Calls["calculate_sheet"]["request"], "orgId">,
  ): Promise<Calls["calculate_sheet"]["answer"]>;
  /** Stores a CSV as a snapshot. */
  storeCsv(
    asking: Asking,
    datasetId: string,
    csv: ReadableStream<Uint8Array> | string,
  ): Promise<SnapshotFile>;
  /** Stores all rows of a prepared query as a snapshot, or none if there are more than its limit. */
  storeResult(asking: Asking, datasetId: string, query: Query, prepared: Prepared): Promise<SnapshotFile>;
}
