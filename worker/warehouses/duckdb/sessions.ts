import type {DuckDBDataChunk, DuckDBInstance, DuckDBPreparedStatement} from "@duckdb/node-api";
import {LRUCache} from "lru-cache";
import type {ResultColumn} from "../../../shared/semantic/index.ts";
import {fullDiskFault} from "../../storage/full-disk.ts";
import {Pool} from "../pool.ts";
import {
  type BatchOptions,
  WarehouseError,
  type WarehouseLimits,
  type WarehouseStatement,
} from "../warehouse.ts";
import {asWarehouseError, brokenOff} from "./faults.ts";
import {interruptOnAbort} from "./interrupt.ts";
import {type Cells, prepareCells, type Session} from "./statements.ts";

const STATEMENTS_PER_CONNECTION = 50;
/**
 * Results of at most this many rows are computed completely before the first row is returned, so that an error precedes
 * all rows.
 */
const WHOLE_ROWS = 20_000;

/** Whether a result with this limit is computed completely instead of streamed. */
export function isWhole(limit: number | undefined): boolean {
  return limit !== undefined && limit <= WHOLE_ROWS;
}

/** The pool of sessions of an open database, and the reading of results through them. */
export class Sessions {
  /** Whether the disk was full once: the engine then keeps some spilled data on disk until it is closed. */
  hasLeftovers = false;
  #closed = false;
  readonly #pool: Pool<Session>;
  readonly #limits: WarehouseLimits;

  constructor(instance: DuckDBInstance, limits: WarehouseLimits, inEachSession?: string) {
    this.#limits = limits;
    this.#pool = new Pool<Session>(limits.concurrency, async () => {
      const connection = await instance.connect();
      if (inEachSession !== undefined) await connection.run(inEachSession);
      return {
        connection,
        prepared: new LRUCache({
          max: STATEMENTS_PER_CONNECTION,
          dispose: statement => statement.destroySync(),
        }),
      };
    });
  }

  /**
   * Reads the chunks of a result, one by one, with `read`. The engine computes the next chunk while the reader
   * processes the current one.
   */
  async *chunks<T>(
    statement: WarehouseStatement,
    prepare: (session: Session) => Promise<DuckDBPreparedStatement>,
    read: (chunk: DuckDBDataChunk) => T | Promise<T>,
    whole: boolean,
    {signal, onWait}: Pick<BatchOptions, "signal" | "onWait">,
  ): AsyncIterableIterator<T> {
    if (this.#closed)
      throw new WarehouseError("the connection is closed", {errorClass: "closed", kind: "unreachable"});
    const {inThread = call => call()} = this.#limits;
    const wait = {signal, onWait};
    const session = await this.#pool.take(signal);
    const stopInterrupting = interruptOnAbort(session.connection, signal);
    let ahead: Promise<DuckDBDataChunk | null> | undefined;
    try {
      const prepared = await inThread(() => prepare(session), wait);
      signal.throwIfAborted();
      for (const [i, value] of statement.parameters.entries()) prepared.bindVarchar(i + 1, String(value));
      if (whole) {
        const made = await inThread(() => prepared.run(), wait);
        // The rows are in memory, so fetching them in a thread would only add overhead.
        for (let i = 0; i < made.chunkCount; i++) yield await read(made.getChunk(i));
        return;
      }
      const result = await inThread(() => prepared.stream(), wait);
      const fetchNext = () => handled(inThread(() => result.fetchChunk(), wait));
      for (ahead = fetchNext(); ; ) {
        const chunk = await ahead;
        if (!chunk || chunk.rowCount === 0) return;
        // A chunk has memory of its own, so that it is read while the engine computes the next one.
        ahead = fetchNext();
        yield await read(chunk);
      }
    } catch (error) {
      this.hasLeftovers ||= fullDiskFault(error) !== undefined;
      throw asWarehouseError(error, signal);
    } finally {
      // When a reader leaves early, the session stays busy until the pending chunk has arrived.
      await ahead?.catch(() => undefined);
      stopInterrupting();
      this.#pool.give(session);
    }
  }

  /** Reads the rows of each chunk with `read`, except the end marker row. `read` is called once for an empty result. */
  async *batches<T>(
    statement: WarehouseStatement,
    {limit, signal, onWait, infiniteTimes = false}: BatchOptions,
    columns: readonly ResultColumn[] | undefined,
    read: (cells: Cells, rowCount: number, chunk: DuckDBDataChunk | undefined) => T,
  ): AsyncIterableIterator<T> {
    const whole = isWhole(limit);
    const cells = Promise.withResolvers<Cells>();
    let ended = whole;
    let count = 0;
    const prepare = async (session: Session) => {
      const made = await prepareCells(session, statement.sql, {whole, infiniteTimes}, columns);
      cells.resolve(made);
      return made.prepared;
    };
    const rows = async (chunk: DuckDBDataChunk) => {
      const made = await cells.promise;
      const last = chunk.rowCount - 1;
      const isMark = !whole && chunk.getColumnVector(made.kinds.length).getItem(last) === true;
      ended ||= isMark;
      count++;
      return read(made, isMark ? last : chunk.rowCount, chunk);
    };
    for await (const batch of this.chunks(statement, prepare, rows, whole, {signal, onWait})) yield batch;
    signal.throwIfAborted();
    if (!ended) throw brokenOff();
    if (count === 0) yield read(await cells.promise, 0, undefined);
  }

  /** Interrupts running statements, and closes the sessions. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const {connection} of this.#pool.all()) connection.interrupt();
    await this.#pool.drain();
    for (const {connection, prepared} of this.#pool.all()) {
      prepared.clear();
      connection.closeSync();
    }
  }
}

/** Prevents an unhandled rejection; the error is thrown when the chunk is awaited. */
function handled<T>(fetching: Promise<T>): Promise<T> {
  fetching.catch(() => undefined);
  return fetching;
}
