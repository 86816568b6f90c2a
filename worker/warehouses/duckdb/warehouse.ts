import {statSync} from "node:fs";
import {rm} from "node:fs/promises";
import {join} from "node:path";
import {
  type DuckDBConnection,
  type DuckDBDataChunk,
  DuckDBInstance,
  type DuckDBValue,
} from "@duckdb/node-api";
import {quoteText} from "../../../shared/semantic/index.ts";
import {makeSpillFolder} from "../../storage/duckdb-spill-folders.ts";
import type {EngineKind} from "../batch.ts";
import {limited} from "../from-batches.ts";
import type {Warehouse, WarehouseLimits} from "../warehouse.ts";
import {textBatch, vectorBatch, writeCell} from "./batches.ts";
import {eraSpeller} from "./eras.ts";
import {asWarehouseError, brokenOff} from "./faults.ts";
import {lockdown} from "./limits-and-lockdown.ts";
import {createParquetTable, type ParquetTable} from "./parquet-table.ts";
import {RowReader} from "./row-bytes.ts";
import {isWhole, Sessions} from "./sessions.ts";
import {type Cells, prepareRows, prepareStore, prepareText, type Session} from "./statements.ts";

/** The name under which a database is attached if one of its schemas has the database's own name. */
const ATTACHED_NAME = "the warehouse's file";

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
    [`attach ${quoteText(path)} as "${ATTACHED_NAME}" (read_only)`],
    {inEachSession: `use "${ATTACHED_NAME}"`},
  );
}

/** Opens Parquet files as tables of an in-memory database, with these macros, locked down in the same way. */
export async function openParquet(
  tables: readonly ParquetTable[],
  limits: WarehouseLimits,
  macros: readonly string[] = [],
): Promise<Warehouse> {
  const instance = await DuckDBInstance.create(":memory:");
  const paths = tables.flatMap(table => table.paths);
  const options = {
    after: async (connection: DuckDBConnection) => {
      for (const macro of macros) await connection.run(macro);
      for (const table of tables) await createParquetTable(connection, table);
    },
  };
  return lockedDown(instance, paths, limits, ["set parquet_metadata_cache = true"], options);
}

async function lockedDown(
  instance: DuckDBInstance,
  paths: readonly string[],
  limits: WarehouseLimits,
  before: readonly string[],
  {
    inEachSession,
    after,
  }: {inEachSession?: string; after?: (connection: DuckDBConnection) => Promise<void>} = {},
): Promise<Warehouse> {
  const opened = identityOf(paths);
  const spill = await makeSpillFolder(limits.tempDir).catch(error => {
    instance.closeSync();
    throw error;
  });
  const first = await instance.connect();
  let memoryBytes = 0;
  try {
    for (const statement of [...before, ...lockdown(paths, spill.path, limits)]) await first.run(statement);
    // Statements that read rows run last, so that the limits of the lockdown apply to them.
    await after?.(first);
    const held = await first.runAndReadAll("select sum(memory_usage_bytes) from duckdb_memory()");
    memoryBytes = Number(held.getRows()[0]?.[0] ?? 0);
  } catch (error) {
    instance.closeSync();
    await spill.remove();
    throw asWarehouseError(error);
  }
  first.closeSync();

  const sessions = new Sessions(instance, limits, inEachSession);
  return {
    ...statementMethods(sessions, spill.path),
    memoryBytes,
    isCurrent: () => !sessions.hasLeftovers && identityOf(paths) === opened,
    async close() {
      await sessions.close();
      instance.closeSync();
      await spill.remove();
    },
  };
}

/** The methods of the warehouse that run statements. `store` writes into the spill folder. */
function statementMethods(
  sessions: Sessions,
  spillPath: string,
): Omit<Warehouse, "memoryBytes" | "isCurrent" | "close"> {
  return {
    dialect: "duckdb",
    async *stream(statement, options) {
      const {limit} = options;
      const whole = isWhole(limit);
      const reader = Promise.withResolvers<RowReader>();
      const spellEras = eraSpeller(options);
      const prepare = async (session: Session) => {
        const {prepared, layout} = await prepareRows(session, statement.sql, options, whole);
        reader.resolve(new RowReader(layout));
        return prepared;
      };
      let left = limit ?? Number.POSITIVE_INFINITY;
      let pieces = 0;
      let ended = whole;
      const read = async (chunk: DuckDBDataChunk) => (await reader.promise).read(chunk, left);
      for await (const {bytes, rowCount, found, isEnd} of sessions.chunks(
        statement,
        prepare,
        read,
        whole,
        options,
      )) {
        const truncated = rowCount < found;
        left -= rowCount;
        pieces++;
        ended ||= isEnd || truncated;
        yield {rowCount, text: spellEras(bytes), truncated};
      }
      options.signal.throwIfAborted();
      if (!ended) throw brokenOff();
      if (pieces === 0) yield {rowCount: 0, text: "", truncated: false};
    },
    batches: (statement, options) =>
      limited(sessions.batches(statement, options, undefined, textBatch), options.limit),
    async *vectors(statement, columns, options) {
      let left = options.limit ?? Number.POSITIVE_INFINITY;
      const read = (cells: Cells, found: number, chunk: DuckDBDataChunk | undefined) => {
        const rowCount = Math.min(found, left);
        left -= rowCount;
        return {...vectorBatch(cells, rowCount, chunk), truncated: rowCount < found};
      };
      for await (const batch of sessions.batches(statement, options, columns, read)) {
        yield batch;
        if (batch.truncated) return;
      }
    },
    async rows(statement, signal = new AbortController().signal) {
      const rows: (string | null)[][] = [];
      for await (const columns of sessions.chunks(
        statement,
        session => prepareText(session, statement.sql),
        columnsOf,
        true,
        {signal},
      )) {
        for (let r = 0; r < (columns[0]?.length ?? 0); r++)
          rows.push(columns.map(column => writeCell(column[r])));
      }
      return rows;
    },
    async store({sql, parameters}, signal) {
      // Statements can write into the spill folder and nowhere else.
      const path = join(spillPath, `${crypto.randomUUID()}.parquet`);
      let kinds: readonly EngineKind[] = [];
      const prepare = async (session: Session) => {
        const made = await prepareStore(session, sql, path);
        kinds = made.kinds;
        return made.prepared;
      };
      try {
        for await (const _count of sessions.chunks({sql, parameters}, prepare, () => undefined, true, {
          signal,
        }));
        return {path, kinds};
      } catch (error) {
        await rm(path, {force: true});
        throw error;
      }
    },
  };
}

function columnsOf(chunk: DuckDBDataChunk): DuckDBValue[][] {
  return Array.from({length: chunk.columnCount}, (_, c) => chunk.getColumnValues(c));
}

/** The files' identity, which changes when one of them is replaced or its content changes. */
function identityOf(paths: readonly string[]): string {
  const found = paths.map(path => statSync(path, {throwIfNoEntry: false}));
  return found.map(one => (one ? `${one.dev} ${one.ino} ${one.size} ${one.mtimeMs}` : "none")).join();
}

/**
 * Whether the database has a schema of its own name. DuckDB names a database after its file: in a `shop.duckdb` with a
 * schema `shop`, `shop.orders` would be ambiguous.
 */
async function hasSchemaOfItsOwnName(instance: DuckDBInstance): Promise<boolean> {
  const connection = await instance.connect();
  try {
    const found = await connection.runAndReadAll(
      `select 1 from duckdb_schemas()
       where database_name = current_database() and lower(schema_name) = lower(current_database())`,
    );
    return found.currentRowCount > 0;
  } finally {
    connection.closeSync();
  }
}
