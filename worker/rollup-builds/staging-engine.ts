import {type DuckDBConnection, DuckDBInstance} from "@duckdb/node-api";
import type {Config} from "../../shared/ground/config.ts";
import {makeSpillFolder, type SpillFolder, spillDir} from "../storage/spill-folders.ts";
import {interruptOnAbort} from "../warehouses/duckdb/interrupt.ts";

/** The engine sorts on disk what does not fit. Hundreds of thousands of groups with many long texts can need more. */
const MEMORY = "256MB";
/** Connections that write files at once. Most files are so small that the engine uses one thread for each. */
const MOST_WRITERS = 4;

export type StagingConfig = Pick<Config, "dataDir" | "duckdbThreads">;

/** The engine in which a build stages its rows: one for all of its slices, as opening one takes 10 ms and more. */
export class StagingEngine {
  private constructor(
    private readonly instance: DuckDBInstance,
    readonly connection: DuckDBConnection,
    private readonly spill: SpillFolder,
    private readonly writers: number,
  ) {}

  static async open(config: StagingConfig): Promise<StagingEngine> {
    const spill = await makeSpillFolder(spillDir(config));
    const instance = await DuckDBInstance.create(":memory:", {
      memory_limit: MEMORY,
      threads: String(config.duckdbThreads),
      temp_directory: spill.path,
    });
    const writers = Math.min(MOST_WRITERS, config.duckdbThreads);
    return new StagingEngine(instance, await connect(instance), spill, writers);
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
