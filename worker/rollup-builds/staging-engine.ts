import {type DuckDBConnection, DuckDBInstance} from "@duckdb/node-api";
import type {Config} from "../../shared/core/config.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import {makeSpillFolder, type SpillFolder, spillDir} from "../storage/duckdb-spill-folders.ts";
import {fullDiskFault, storageFull} from "../storage/full-disk.ts";
import {interruptOnAbort} from "../warehouses/duckdb/interrupt.ts";

/** The engine sorts rows that do not fit into memory on disk. */
const MEMORY = "256MB";
/**
 * The settings of a build, each tried when the memory does not suffice for the one before. All but the first use one thread
 * and smaller row groups. The last does not sort, because the engine cannot sort very long rows on disk.
 */
const SAVINGS = [
  {rowGroupRows: undefined, sorts: true},
  {rowGroupRows: 20_480, sorts: true},
  {rowGroupRows: 2048, sorts: false},
] as const;

/** Connections that write files at once. Most files are so small that the engine uses one thread for each. */
const MAX_WRITERS = 4;

export type StagingConfig = Pick<Config, "dataDir" | "duckdbThreads">;

/** The engine in which a build stages its rows: one for all of its slices, as opening one takes 10 ms and more. */
export class StagingEngine {
  #saving = 0;

  private constructor(
    private readonly instance: DuckDBInstance,
    readonly connection: DuckDBConnection,
    private readonly spill: SpillFolder,
    private writers: number,
  ) {}

  static async open(config: StagingConfig, memory = MEMORY): Promise<StagingEngine> {
    const spill = await makeSpillFolder(spillDir(config));
    const instance = await DuckDBInstance.create(":memory:", {
      memory_limit: memory,
      threads: String(config.duckdbThreads),
      temp_directory: spill.path,
    });
    const writers = Math.min(MAX_WRITERS, config.duckdbThreads);
    return new StagingEngine(instance, await connect(instance), spill, writers);
  }

  /** Runs a statement; where the memory does not suffice, runs it again with more economical settings. */
  async run(sql: string): Promise<void> {
    await this.withinMemory(() => this.connection.run(sql));
  }

  /** Resolves with the result of `work`; where the memory does not suffice, calls it again with more economical settings. */
  async withinMemory<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (isOutOfDisk(error)) throw storageFull(error);
        if (!isOutOfMemory(error)) throw error;
        if (this.#saving === SAVINGS.length - 1) {
          throw new ServiceError(
            "invalid_request",
            "The roll-up's groups have too many long texts for the memory of a build. Leave out the longest dimensions, or keep the roll-up as a table of the warehouse (`storage`).",
            {cause: error},
          );
        }
        this.#saving++;
        this.writers = 1;
        await this.connection.run("set threads = 1");
      }
    }
  }

  /** Whether there is memory to sort rows. */
  get sorts(): boolean {
    return SAVINGS[this.#saving]?.sorts === true;
  }

  /** Options of a `copy` to a Parquet file. */
  get fileOptions(): string {
    const rows = SAVINGS[this.#saving]?.rowGroupRows;
    return `format parquet, compression zstd${rows === undefined ? "" : `, row_group_size ${rows}`}`;
  }

  /**
   * Calls `write` for each item, several at a time, with a connection of its own, and resolves with the outcomes in the
   * order of the items. When it resolves or rejects, no connection is in use any more.
   */
  async writeAll<T, R>(
    items: readonly T[],
    write: (connection: DuckDBConnection, item: T) => Promise<R>,
    signal: AbortSignal,
  ): Promise<R[]> {
    const outcomes: R[] = [];
    const waiting = [...items.entries()];
    const writeWaiting = async (connection: DuckDBConnection) => {
      const stopInterrupting = interruptOnAbort(connection, signal);
      try {
        for (let next = waiting.shift(); next !== undefined && !signal.aborted; next = waiting.shift()) {
          const [index, item] = next;
          outcomes[index] = await write(connection, item);
        }
      } catch (error) {
        waiting.length = 0;
        throw error;
      } finally {
        stopInterrupting();
      }
    };
    const count = Math.min(items.length, this.writers) - 1;
    const others = await Promise.all(Array.from({length: Math.max(0, count)}, () => connect(this.instance)));
    const writing = [this.connection, ...others].map(writeWaiting);
    await Promise.allSettled(writing);
    for (const connection of others) connection.closeSync();
    signal.throwIfAborted();
    await Promise.all(writing);
    return outcomes;
  }

  async close(): Promise<void> {
    this.connection.closeSync();
    this.instance.closeSync();
    await this.spill.remove();
  }
}

async function connect(instance: DuckDBInstance): Promise<DuckDBConnection> {
  const connection = await instance.connect();
  await connection.run("set TimeZone = 'UTC'");
  return connection;
}

/** Whether the disk is full, or the engine has spilled as much as it may: nine tenths of the space that was free. */
function isOutOfDisk(error: unknown): boolean {
  if (!isOutOfMemory(error)) return false;
  return fullDiskFault(error) !== undefined || error.message.includes("'max_temp_directory_size'");
}

/** Whether the engine ran out of memory, or of disk to spill to: both have the same kind of error. */
function isOutOfMemory(error: unknown): error is Error {
  return error instanceof Error && error.message.startsWith("Out of Memory Error");
}
