import {invalidAt, ServiceError} from "../../shared/core/errors.ts";
import type {Logger} from "../../shared/core/log.ts";
import type {Tracing} from "../../shared/core/process/tracing.ts";
import type {ResultFormat} from "../../shared/core/wire/result-format.ts";
import {type RunRequest, workOf} from "../../shared/core/wire/run-request.ts";
import {endWithError} from "../../shared/core/workers/data-rows-error.ts";
import type {RunOutcome} from "../../shared/querying/queries/run-entry.ts";
import type {RunLog} from "../../shared/querying/queries/run-log.ts";
import {MAX_PERIODS, TOO_MANY_PERIODS} from "../../shared/semantic/index.ts";
import {PermitRequest, shareOf} from "../concurrency/fair-semaphore.ts";
import {fullDiskFault} from "../storage/full-disk.ts";
import {TOO_LARGE, WarehouseError} from "../warehouses/warehouse.ts";
import {encodeBody} from "./body.ts";
import {incomparableValues} from "./incomparable-values.ts";
import type {Lease, LeaseWarehouse} from "./open-warehouses.ts";
import type {Overflow} from "./overflow-file.ts";
import {type Chunk, Flight} from "./shared-result.ts";
import {withComment} from "./statement-comment.ts";
import {unfitFault} from "./unfit-fault.ts";

const STALL_CHECK_MS = 1000;

type ReadStats = Record<"rowCount" | "sizeBytes", number>;

export interface Run {
  /** Whether the caller joined the running statement of another caller. */
  shared: boolean;
  /** The time from the request to its first bytes, in milliseconds. */
  warehouseMs: number;
  format: ResultFormat;
  /** The first chunk; `whole` says whether it is the only one. */
  first: Uint8Array;
  whole: boolean;
  /** Counts of the rows and bytes that this caller has received; they grow while the result is read. */
  stats: ReadStats;
  /** The chunks after the first one. */
  rest: AsyncIterator<Chunk>;
}

/**
 * The bytes of a run: a whole body, or a stream that fails when the run fails; a stream of rows for SQL ends with the
 * error instead. Cancelling the stream ends the run.
 */
export function bodyOf(
  run: Run,
  onBroken: (error: unknown) => void = () => undefined,
): Uint8Array | ReadableStream<Uint8Array> {
  if (run.whole) return run.first;
  let first: Uint8Array | undefined = run.first;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (first) {
        controller.enqueue(first);
        first = undefined;
        return;
      }
      try {
        const {value, done} = await run.rest.next();
        if (done) controller.close();
        else controller.enqueue(value.bytes);
      } catch (error) {
        onBroken(error);
        if (run.format === "data_rows") endWithError(controller, error);
        else controller.error(error);
      }
    },
    async cancel() {
      await run.rest.return?.();
    },
  });
}

/**
 * Runs statements for the listener and the queue. Concurrent equal statements run once (single flight). A statement
 * that nobody waits for any more is cancelled. A caller leaves the statement at the caller's own time limit: with
 * `query_timeout` if the statement has run that long, and with `worker_unavailable` if it has waited that long for
 * permits or threads. A statement that has run for the largest limit of all callers who have joined it is cancelled
 * with `query_timeout`.
 */
export class Executor {
  /** Flights that other callers may join, with the permit requests of their callers. */
  readonly #flights = new Map<string, {flight: Flight; permitRequest: PermitRequest}>();
  /** Flights whose statement runs or whose result is still read. */
  readonly #all = new Set<Flight>();
  readonly #stallTimer: NodeJS.Timeout;

  constructor(
    private readonly lease: LeaseWarehouse,
    readonly runLog: RunLog,
    private readonly log: Logger,
    private readonly options: {
      readerStallMs: number;
      overflow: Overflow;
      tracing: Tracing | undefined;
      /** Whether statements end with a comment that names the caller, for the warehouse's own log. */
      comments: boolean;
    },
  ) {
    this.#stallTimer = setInterval(() => {
      for (const flight of this.#all) flight.endStalled(options.readerStallMs);
    }, STALL_CHECK_MS);
  }

  /** Resolves with the first bytes. An error before them rejects; a later one makes `rest` fail. */
  async run(request: RunRequest, signal: AbortSignal): Promise<Run> {
    const started = performance.now();
    const startedAt = new Date();
    const stats: ReadStats = {rowCount: 0, sizeBytes: 0};
    const key = `${request.format} ${request.fingerprint}`;
    const share = shareOf(request.record.principalId, workOf(request));
    const joined = request.fresh ? undefined : this.#flights.get(key);
    const shared = joined?.flight.joinable === true;
    if (shared) joined.permitRequest.join(share);
    const flight = shared ? joined.flight : this.#start(key, request, new PermitRequest(share));

    const {runId, requestId, model, traceparent} = request.record;
    // From the request to the last byte, also for a caller that joined a running statement.
    const span = this.options.tracing?.start(`statement ${model}`, "client", traceparent, {
      "analytics.model": model,
      "analytics.query.fingerprint": request.fingerprint,
      "analytics.source.id": request.source.id,
      "analytics.shared": shared,
    });
    const durationMs = () => performance.now() - started;
    const record = (outcome: RunOutcome) => {
      const cache = shared ? "shared" : "miss";
      span?.set({
        "db.response.returned_rows": stats.rowCount,
        "analytics.result.size_bytes": stats.sizeBytes,
      });
      span?.end(outcome.status === "succeeded" ? undefined : codeOf(outcome));
      this.runLog.add({request, startedAt, durationMs: durationMs(), cache, stats, outcome});
      this.log.debug(
        {runId, requestId, status: outcome.status, cache, ...stats, durationMs: durationMs()},
        "a query ended",
      );
    };
    const chunks = recorded(flight.read(signal, request.timeoutMs), signal, stats, record);
    const {value: first} = await chunks.next();
    if (!first) throw new Error("a result has no bytes");
    // After the last chunk, one more read ends the generator and so completes the run's record.
    if (first.last) await chunks.next();
    return {
      shared,
      warehouseMs: durationMs(),
      format: request.format,
      first: first.bytes,
      whole: first.last,
      stats,
      rest: chunks,
    };
  }

  /** How many statements run now. */
  get running(): number {
    let count = 0;
    for (const {done} of this.#all) if (!done) count++;
    return count;
  }

  /** Waits up to `graceMs` for running statements and readers, then ends them. */
  async stop(graceMs: number): Promise<void> {
    const until = performance.now() + graceMs;
    while (this.#all.size > 0 && performance.now() < until) await Bun.sleep(20);
    clearInterval(this.#stallTimer);
    for (const flight of this.#all)
      flight.abort(new ServiceError("worker_unavailable", "The worker was stopped."));
  }

  #start(key: string, request: RunRequest, permitRequest: PermitRequest): Flight {
    const flight = new Flight(
      controller => this.#source(request, permitRequest, controller),
      this.options.overflow,
      {
        onEnd: () => {
          if (this.#flights.get(key)?.flight === flight) this.#flights.delete(key);
        },
        onLeft: () => this.#all.delete(flight),
        onDiskFault: error =>
          this.log.error({err: error}, "rows for slow readers could not be written to disk"),
      },
    );
    permitRequest.onWait = isWaiting => flight.wait(isWaiting);
    this.#all.add(flight);
    if (!request.fresh) this.#flights.set(key, {flight, permitRequest});
    return flight;
  }

  /** The encoded result. The flight applies the time limits. */
  async *#source(
    request: RunRequest,
    permitRequest: PermitRequest,
    controller: AbortController,
  ): AsyncIterableIterator<Chunk> {
    const {signal} = controller;
    try {
      using lease = await this.#leaseInTime(request, permitRequest, signal);
      const sent = this.options.comments ? withComment(request) : request;
      try {
        yield* encodeBody(lease.warehouse, sent, signal);
      } catch (error) {
        throw (await unfitFault(lease.warehouse, error, request, signal)) ?? error;
      }
    } catch (error) {
      throw this.#explain(error, signal, request);
    }
  }

  /** Leases the warehouse, but waits for its opening no longer than its readers do. */
  async #leaseInTime(request: RunRequest, permitRequest: PermitRequest, signal: AbortSignal): Promise<Lease> {
    signal.throwIfAborted();
    const leasing = this.lease(request.orgId, request.source, permitRequest);
    const {promise: aborted, reject} = Promise.withResolvers<never>();
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, {once: true});
    try {
      return await Promise.race([leasing, aborted]);
    } catch (error) {
      // A lease that arrives after the abort is returned at once.
      leasing.then(
        lease => lease[Symbol.dispose](),
        () => undefined,
      );
      throw error;
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  }

  #explain(error: unknown, signal: AbortSignal, request: RunRequest): unknown {
    if (signal.aborted && signal.reason instanceof ServiceError) return signal.reason;
    if (!(error instanceof WarehouseError)) return fullDiskFault(error) ?? error;
    const {errorClass, kind} = error.details;
    const {record, source} = request;
    const context = {requestId: record.requestId, source: {kind: source.kind, id: source.id}, errorClass};
    if (error.message.includes(TOO_MANY_PERIODS)) return tooManyPeriods();
    this.log.warn({...context, err: error, sql: request.sql}, "a warehouse refused a statement");
    const remedy = incomparableValues(error);
    const message = {
      refused: `The warehouse refused the statement (${errorClass}).${remedy === undefined ? "" : ` ${remedy}`}`,
      cancelled: "The warehouse cancelled the statement.",
      unreachable: `The warehouse could not be reached, or broke off (${errorClass}). Try again, or test the connection.`,
      too_large: TOO_LARGE,
      denied: `The warehouse denied the connection's user what the statement needs (${errorClass}).`,
    }[kind];
    return new ServiceError("warehouse_error", message, {
      cause: error,
      adminDetail: `The warehouse said: ${error.message}`,
    });
  }
}

/** Whether there are too many periods is known only from the rows, so the statement itself reports it. */
function tooManyPeriods(): ServiceError {
  const most = MAX_PERIODS.toLocaleString("en");
  const message = `"fillGaps", measures and calculations along periods can cover at most ${most} periods, but the rows span more. Filter a shorter time, or use a longer grain.`;
  return invalidAt("", message);
}

/** Records how a run ended: read to its end, failed, or left by its reader. */
async function* recorded(
  chunks: AsyncIterableIterator<Chunk>,
  signal: AbortSignal,
  stats: ReadStats,
  record: (outcome: RunOutcome) => void,
): AsyncGenerator<Chunk, undefined> {
  let outcome: RunOutcome = {status: "cancelled"};
  try {
    for await (const chunk of chunks) {
      stats.rowCount += chunk.rowCount;
      stats.sizeBytes += chunk.bytes.byteLength;
      if (chunk.last) outcome = {status: "succeeded"};
      yield chunk;
    }
    return undefined;
  } catch (error) {
    if (!signal.aborted) outcome = {status: "failed", error};
    throw error;
  } finally {
    record(outcome);
  }
}

function codeOf(outcome: RunOutcome): string {
  if (outcome.status !== "failed") return outcome.status;
  return outcome.error instanceof ServiceError ? outcome.error.code : "internal_error";
}
