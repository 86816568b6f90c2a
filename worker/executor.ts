import {ServiceError} from "../shared/errors.ts";
import type {Logger} from "../shared/log.ts";
import type {RunLog, RunOutcome} from "../shared/queries/run-log.ts";
import type {RunRequest} from "../shared/queries/run-request.ts";
import {encodeBody} from "./body.ts";
import {type Chunk, Flight} from "./flight.ts";
import type {Lent} from "./open-warehouses.ts";
import {WarehouseError} from "./warehouses/warehouse.ts";

const STALL_CHECK_MS = 1000;

interface ReadStats {
  rowCount: number;
  sizeBytes: number;
}

export interface Run {
  /** Another caller's running statement was joined. */
  shared: boolean;
  /** From the request to its first bytes, in milliseconds. */
  warehouseMs: number;
  /** The first chunk, and whether it is all. */
  first: Uint8Array;
  whole: boolean;
  /** What this caller has been given; grows while the result is read. */
  stats: ReadStats;
  /** What follows the first chunk. */
  rest: AsyncIterator<Chunk>;
}

/**
 * Runs statements for whoever waits, and for the queue. Equal statements that run at the same time are one; a
 * statement nobody waits for any more is cancelled; one past its time is cancelled and rejects `query_timeout`.
 */
export class Executor {
  readonly #flights = new Map<string, Flight>();
  readonly #all = new Set<Flight>();
  readonly #stallTimer: NodeJS.Timeout;

  constructor(
    private readonly lend: (orgId: string, connectionId: string, version?: number) => Promise<Lent>,
    readonly runLog: RunLog,
    private readonly log: Logger,
    options: {readerStallMs: number},
  ) {
    this.#stallTimer = setInterval(() => {
      for (const flight of this.#all) flight.endStalled(options.readerStallMs);
    }, STALL_CHECK_MS);
  }

  /** Resolves with the first bytes; what goes wrong before them rejects, what comes after breaks `rest`. */
  async run(request: RunRequest, signal: AbortSignal): Promise<Run> {
    const started = performance.now();
    const startedAt = new Date();
    const stats: ReadStats = {rowCount: 0, sizeBytes: 0};
    const key = `${request.format} ${request.fingerprint}`;
    let flight = request.fresh ? undefined : this.#flights.get(key);
    const shared = flight?.joinable === true;
    if (!flight || !shared) flight = this.#start(key, request);

    const durationMs = () => performance.now() - started;
    const record = (outcome: RunOutcome) => {
      const {runId, requestId} = request.record;
      const cache = shared ? "shared" : "miss";
      this.runLog.add({request, startedAt, durationMs: durationMs(), cache, stats, outcome});
      this.log.debug(
        {runId, requestId, status: outcome.status, cache, ...stats, durationMs: durationMs()},
        "a query ended",
      );
    };
    const chunks = recorded(flight.read(signal), signal, stats, record);
    const {value: first} = await chunks.next();
    if (!first) throw new Error("a result has no bytes");
    // The end is known with the last chunk: asking once more ends the record, and costs nothing.
    if (first.last) await chunks.next();
    return {shared, warehouseMs: durationMs(), first: first.bytes, whole: first.last, stats, rest: chunks};
  }

  get running(): number {
    return this.#all.size;
  }

  /** Waits for what runs, at most `graceMs`, then cancels it. */
  async stop(graceMs: number): Promise<void> {
    const until = performance.now() + graceMs;
    while (this.#all.size > 0 && performance.now() < until) await Bun.sleep(20);
    clearInterval(this.#stallTimer);
    for (const flight of this.#all)
      flight.abort(new ServiceError("worker_unavailable", "The worker was stopped."));
  }

  #start(key: string, request: RunRequest): Flight {
    const flight = new Flight(
      signal => this.#source(request, signal),
      () => {
        this.#all.delete(flight);
        if (this.#flights.get(key) === flight) this.#flights.delete(key);
      },
    );
    this.#all.add(flight);
    if (!request.fresh) this.#flights.set(key, flight);
    return flight;
  }

  /** The body under the request's time limit, which counts the time that the warehouse takes. */
  async *#source(request: RunRequest, flightSignal: AbortSignal): AsyncIterableIterator<Chunk> {
    const timeout = new AbortController();
    const signal = AbortSignal.any([flightSignal, timeout.signal]);
    let leftMs = request.timeoutMs;
    const late = () =>
      timeout.abort(
        new ServiceError(
          "query_timeout",
          `The statement ran past its limit of ${request.timeoutMs} ms and was cancelled.`,
        ),
      );
    let timer = setTimeout(late, leftMs);
    let since = performance.now();
    try {
      using lent = await this.#lentInTime(request, signal);
      for await (const chunk of encodeBody(lent.warehouse, request, signal)) {
        clearTimeout(timer);
        leftMs -= performance.now() - since;
        yield chunk;
        since = performance.now();
        timer = setTimeout(late, Math.max(1, leftMs));
      }
    } catch (error) {
      throw this.#explain(error, signal, request);
    } finally {
      clearTimeout(timer);
    }
  }

  /** A warehouse that takes its time to open is not waited for longer than its statement would be. */
  async #lentInTime(request: RunRequest, signal: AbortSignal): Promise<Lent> {
    signal.throwIfAborted();
    const lending = this.lend(request.orgId, request.connectionId, request.connectionVersion);
    const {promise: aborted, reject} = Promise.withResolvers<never>();
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, {once: true});
    try {
      return await Promise.race([lending, aborted]);
    } catch (error) {
      // What it brings after all goes back at once.
      lending.then(
        lent => lent[Symbol.dispose](),
        () => undefined,
      );
      throw error;
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  }

  #explain(error: unknown, signal: AbortSignal, request: RunRequest): unknown {
    if (signal.aborted && signal.reason instanceof ServiceError) return signal.reason;
    if (!(error instanceof WarehouseError)) return error;
    const {errorClass, kind} = error.details;
    const context = {requestId: request.record.requestId, connectionId: request.connectionId, errorClass};
    this.log.warn({...context, err: error, sql: request.sql}, "a warehouse refused a statement");
    const message = {
      refused: `The warehouse refused the statement (${errorClass}).`,
      cancelled: "The warehouse cancelled the statement.",
      unreachable: `The warehouse could not be reached, or broke off (${errorClass}). Try again, or test the connection.`,
      denied: `The warehouse denied the connection's user what the statement needs (${errorClass}).`,
    }[kind];
    return new ServiceError("warehouse_error", message, {
      cause: error,
      adminDetail: `The warehouse said: ${error.message}`,
    });
  }
}

/** Tells the run's record how it ended: read to its end, failed, or left by its reader. */
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
