import {rm} from "node:fs/promises";
import {join} from "node:path";
import {
  type DuckDBDataChunk,
  DuckDBInstance,
  type DuckDBPreparedStatement,
  type DuckDBValue,
} from "@duckdb/node-api";
import {LRUCache} from "lru-cache";
import type {ResultColumn} from "../../../shared/semantic/compile.ts";
import {fullDiskFault} from "../../full-disk.ts";
import {makeSpillFolder} from "../../spill-folders.ts";
import {type EngineKind, limited} from "../batch.ts";
import {Pool} from "../pool.ts";
import {
  type BatchOptions,
  type Warehouse,
  WarehouseError,
  type WarehouseLimits,
  type WarehouseStatement,
} from "../warehouse.ts";
import {textBatch, textOf, vectorBatch} from "./batches.ts";
import {asWarehouseError, brokenOff} from "./faults.ts";
import {identityOf} from "./identity.ts";
import {interruptOnAbort} from "./interrupt.ts";
import {lockdown, quoted} from "./lockdown.ts";
import {hasSchemaOfItsOwnName} from "./own-name.ts";
import {createParquetTable, type ParquetTable} from "./parquet-table.ts";
import {RowReader} from "./row-bytes.ts";
import {
  type Cells,
  prepareCells,
  prepareRows,
  prepareStore,
  prepareText,
  type Session,
} from "./statements.ts";

const STATEMENTS_PER_CONNECTION = 50;
/**
 * Results of at most this many rows are computed as a whole before the first row is returned, so that errors come at
 * once.
 */
const WHOLE_ROWS = 20_000;

/** The name under which a database is attached whose own name is also that of one of its schemas. */
const OTHER_NAME = "the warehouse's file";

/** Opens a file read-only and locks the engine down to it: statements can access nothing else on the machine. */
export async function openDuckDb(path: string, limits: WarehouseLimits): Promise<Warehouse> {
  const instance = await DuckDBInstance.create(path, {access_mode: "READ_ONLY"}).catch(error => {
    throw asWarehouseError(error);
  });
  if (!(await hasSchemaOfItsOwnName(instance))) return lockedDown(instance, [path], limits, []);
  instance.closeSync();
  return lockedDown(
    await DuckDBInstance.create(":memory:"),
    [path],
    limits,
    [`attach ${quoted(path)} as "${OTHER_NAME}" (read_only)`],
    {inEachSession: `use "${OTHER_NAME}"`},
  );
}

/** Opens Parquet files as tables of an in-memory database, locked down to them in the same way, beside `macros`. */
export async function openParquet(
  tables: readonly ParquetTable[],
  limits: WarehouseLimits,
  macros: readonly string[] = [],
): Promise<Warehouse> {
  const instance = await DuckDBInstance.create(":memory:");
  const paths = tables.flatMap(table => table.paths);
  const options = {after: [...macros, ...tables.map(createParquetTable)]};
  return lockedDown(instance, paths, limits, ["set parquet_metadata_cache = true"], options);
}

async function lockedDown(
  instance: DuckDBInstance,
  paths: readonly string[],
  limits: WarehouseLimits,
  before: readonly string[],
  {inEachSession, after = []}: {inEachSession?: string; after?: readonly string[]} = {},
): Promise<Warehouse> {
  const opened = identityOf(paths);
  const spill = await makeSpillFolder(limits.tempDir).catch(error => {
    instance.closeSync();
    throw error;
  });
  const first = await instance.connect();
  let memoryBytes = 0;
  try {
    // What reads rows comes last, as it is bounded like any statement then.
    for (const statement of [...before, ...lockdown(paths, spill.path, limits), ...after])
      await first.run(statement);
    const held = await first.runAndReadAll("select sum(memory_usage_bytes) from duckdb_memory()");
    memoryBytes = Number(held.getRows()[0]?.[0] ?? 0);
  } catch (error) {
    instance.closeSync();
    await spill.remove();
    throw asWarehouseError(error);
  }
  first.closeSync();

  const {inThread = call => call()} = limits;
  let closed = false;
  /** After a full disk the engine keeps some of what a statement had spilled until it is closed. */
  let hasLeftovers = false;
  const pool = new Pool<Session>(limits.concurrency, async () => {
    const connection = await instance.connect();
    if (inEachSession !== undefined) await connection.run(inEachSession);
    return {
      connection,
      prepared: new LRUCache({max: STATEMENTS_PER_CONNECTION, dispose: statement => statement.destroySync()}),
    };
  });

  /**
   * What `read` takes out of the chunks of a result, one by one. The engine computes the next chunk while the reader processes this one.
   */
  async function* chunks<T>(
    statement: WarehouseStatement,
    prepare: (session: Session) => Promise<DuckDBPreparedStatement>,
    read: (chunk: DuckDBDataChunk) => T | Promise<T>,
    whole: boolean,
    signal: AbortSignal,
  ): AsyncIterableIterator<T> {
    if (closed)
      throw new WarehouseError("the connection is closed", {errorClass: "closed", kind: "unreachable"});
    const session = await pool.take(signal);
    const stopInterrupting = interruptOnAbort(session.connection, signal);
    let ahead: Promise<DuckDBDataChunk | null> | undefined;
    try {
      const prepared = await inThread(() => prepare(session), signal);
      signal.throwIfAborted();
      for (const [i, value] of statement.parameters.entries()) prepared.bindVarchar(i + 1, String(value));
      if (whole) {
        const made = await inThread(() => prepared.run(), signal);
        // The rows are in memory: a fetch in a thread would only add the way there and back.
        for (let i = 0; i < made.chunkCount; i++) yield await read(made.getChunk(i));
        return;
      }
      const result = await inThread(() => prepared.stream(), signal);
      const fetchNext = () => noticed(inThread(() => result.fetchChunk(), signal));
      for (ahead = fetchNext(); ; ) {
        const chunk = await ahead;
        if (!chunk || chunk.rowCount === 0) return;
        const taken = await read(chunk);
        ahead = fetchNext();
        yield taken;
      }
    } catch (error) {
      hasLeftovers ||= fullDiskFault(error) !== undefined;
      throw asWarehouseError(error, signal);
    } finally {
      // When a reader leaves early, the session is busy until the chunk under way has arrived.
      await ahead?.catch(() => undefined);
      stopInterrupting();
      pool.give(session);
    }
  }

  /** What `read` makes of the rows of each chunk, without the row that marks the end of a stream; once of no rows. */
  async function* batchesOf<T>(
    statement: WarehouseStatement,
    {limit, signal}: BatchOptions,
    columns: readonly ResultColumn[] | undefined,
    read: (cells: Cells, rowCount: number, chunk: DuckDBDataChunk | undefined) => T,
  ): AsyncIterableIterator<T> {
    const whole = limit !== undefined && limit <= WHOLE_ROWS;
    const cells = Promise.withResolvers<Cells>();
    let ended = whole;
    let count = 0;
    const prepare = async (session: Session) => {
      const made = await prepareCells(session, statement.sql, whole, columns);
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
    for await (const batch of chunks(statement, prepare, rows, whole, signal)) yield batch;
    signal.throwIfAborted();
    if (!ended) throw brokenOff();
    if (count === 0) yield read(await cells.promise, 0, undefined);
  }

  return {
    dialect: "duckdb",
    memoryBytes,
    async *stream(statement, options) {
      const {limit} = options;
      const whole = limit !== undefined && limit <= WHOLE_ROWS;
      const reader = Promise.withResolvers<RowReader>();
      const prepare = async (session: Session) => {
        const {prepared, layout} = await prepareRows(session, statement.sql, options, whole);
        reader.resolve(new RowReader(layout));
        return prepared;
      };
      let left = limit ?? Number.POSITIVE_INFINITY;
      let pieces = 0;
      let ended = whole;
      const read = async (chunk: DuckDBDataChunk) => (await reader.promise).read(chunk, left);
      for await (const {bytes, rowCount, found, isEnd} of chunks(
        statement,
        prepare,
        read,
        whole,
        options.signal,
      )) {
        const truncated = rowCount < found;
        left -= rowCount;
        pieces++;
        ended ||= isEnd || truncated;
        yield {rowCount, text: bytes, truncated};
      }
      options.signal.throwIfAborted();
      if (!ended) throw brokenOff();
      if (pieces === 0) yield {rowCount: 0, text: "", truncated: false};
    },
    batches: (statement, options) =>
      limited(batchesOf(statement, options, undefined, textBatch), options.limit),
    async *vectors(statement, columns, options) {
      let left = options.limit ?? Number.POSITIVE_INFINITY;
      const read = (cells: Cells, found: number, chunk: DuckDBDataChunk | undefined) => {
        const rowCount = Math.min(found, left);
        left -= rowCount;
        return {...vectorBatch(cells, rowCount, chunk), truncated: rowCount < found};
      };
      for await (const batch of batchesOf(statement, options, columns, read)) {
        yield batch;
        if (batch.truncated) return;
      }
    },
    async rows(statement, signal = new AbortController().signal) {
      const rows: (string | null)[][] = [];
      for await (const columns of chunks(
        statement,
        session => prepareText(session, statement.sql),
        columnsOf,
        true,
        signal,
      )) {
        for (let r = 0; r < (columns[0]?.length ?? 0); r++)
          rows.push(columns.map(column => textOf(column[r])));
      }
      return rows;
    },
    async store({sql, parameters}, signal) {
      // Statements can write into the spill folder and nowhere else.
      const path = join(spill.path, `${crypto.randomUUID()}.parquet`);
      let kinds: readonly EngineKind[] = [];
      const prepare = async (session: Session) => {
        const made = await prepareStore(session, sql, path);
        kinds = made.kinds;
        return made.prepared;
      };
      try {
        for await (const _count of chunks({sql, parameters}, prepare, () => undefined, true, signal));
        return {path, kinds};
      } catch (error) {
        await rm(path, {force: true});
        throw error;
      }
    },
    isCurrent: () => !hasLeftovers && identityOf(paths) === opened,
    async close() {
      closed = true;
      for (const {connection} of pool.all()) connection.interrupt();
      await pool.drain();
      for (const {connection, prepared} of pool.all()) {
        prepared.clear();
        connection.closeSync();
      }
      instance.closeSync();
      await spill.remove();
    },
  };
}

function columnsOf(chunk: DuckDBDataChunk): DuckDBValue[][] {
  return Array.from({length: chunk.columnCount}, (_, c) => chunk.getColumnValues(c));
}

/** Prevents an unhandled rejection; the error is thrown when the chunk is awaited. */
function noticed<T>(fetching: Promise<T>): Promise<T> {
  fetching.catch(() => undefined);
  return fetching;
}
