import {rm, stat} from "node:fs/promises";
import {type DuckDBConnection, DuckDBDataChunk, DuckDBInstance, VARCHAR} from "@duckdb/node-api";
import type {Config} from "../../shared/config.ts";
import type {DimensionType} from "../../shared/semantic/layer/graph.ts";
import type {BuiltColumn} from "../../shared/semantic/rollups/built.ts";
import {makeSpillFolder, spillDir} from "../spill-folders.ts";
import {type Batch, type EngineKind, isNumber} from "../warehouses/batch.ts";
import {interruptOnAbort} from "../warehouses/duckdb/interrupt.ts";
import {quoted} from "../warehouses/duckdb/lockdown.ts";

/** The engine streams in what it is given and sorts it on disk, so it needs little. */
const MEMORY = "256MB";
const CHUNK_ROWS = 2048;
const MOST_DIGITS = 38;

export type StagingConfig = Pick<Config, "dataDir" | "duckdbThreads">;

/** A column of a roll-up as it is declared: a dimension's values are of its type, a part's are numbers or moments. */
export interface StagedColumn {
  name: string;
  type: DimensionType;
}

/** What a column is stored as, and what its values are: `undefined` where the warehouse's do not fit. */
export interface StoredColumn {
  name: string;
  kind: BuiltColumn["kind"];
  engineType: string;
}

/**
 * Rows on their way from a warehouse to a Parquet file: first as the warehouse's own text in a file of the engine, then,
 * when all are there, with the types that hold each of them exactly.
 */
export class Staging {
  #kinds: readonly EngineKind[] = [];
  rowCount = 0;

  private constructor(
    private readonly columns: readonly StagedColumn[],
    private readonly path: string,
    private readonly instance: DuckDBInstance,
    private readonly connection: DuckDBConnection,
    private readonly spill: {remove(): Promise<void>},
  ) {}

  static async open(columns: readonly StagedColumn[], path: string, config: StagingConfig): Promise<Staging> {
    const spill = await makeSpillFolder(spillDir(config));
    const instance = await DuckDBInstance.create(path, {
      memory_limit: MEMORY,
      threads: String(config.duckdbThreads),
      temp_directory: spill.path,
    });
    const connection = await instance.connect();
    await connection.run("set TimeZone = 'UTC'");
    await connection.run(`create table staged (${columns.map(({name}) => `${name} varchar`).join(", ")})`);
    return new Staging(columns, path, instance, connection, spill);
  }

  /** Takes all rows of a statement. */
  async fill(batches: AsyncIterable<Batch>, signal: AbortSignal): Promise<void> {
    const appender = await this.connection.createAppender("staged");
    const types = this.columns.map(() => VARCHAR);
    for await (const {rowCount, columns, kinds} of batches) {
      signal.throwIfAborted();
      this.#kinds = kinds;
      for (let at = 0; at < rowCount; at += CHUNK_ROWS) {
        const count = Math.min(CHUNK_ROWS, rowCount - at);
        const chunk = DuckDBDataChunk.create(types, count);
        chunk.setColumns(columns.map(values => values.slice(at, at + count)));
        appender.appendDataChunk(chunk);
      }
      this.rowCount += rowCount;
    }
    appender.closeSync();
  }

  /** The narrowest types that hold every value exactly. */
  async types(): Promise<StoredColumn[]> {
    const stored: StoredColumn[] = [];
    for (const [i, column] of this.columns.entries()) {
      const kind = this.#kinds[i] ?? "other";
      stored.push({name: column.name, ...(await this.#typeOf(column, kind))});
    }
    return stored;
  }

  async #typeOf({name, type}: StagedColumn, kind: EngineKind): Promise<Omit<StoredColumn, "name">> {
    const other = {kind: "other", engineType: "VARCHAR"} as const;
    if (type === "json") return other;
    if (type === "string") return kind === "other" ? {kind: "text", engineType: "VARCHAR"} : other;
    if (type === "number") {
      if (!isNumber(kind)) return other;
      const engineType = kind === "float" ? "DOUBLE" : await this.#numberType(name, kind);
      if (engineType === undefined || !(await this.#fits(name, engineType))) return other;
      if (kind === "float") return {kind, engineType};
      const isWhole = kind === "integer" || kind.endsWith(",0)");
      return {kind: isWhole ? "integer" : "decimal", engineType};
    }
    const engineType = {boolean: "BOOLEAN", date: "DATE", timestamp: "TIMESTAMP"}[type];
    return (await this.#fits(name, engineType)) ? {kind: type, engineType} : other;
  }

  /** A type of whole numbers or decimals; `undefined` where the engine has none that holds all of them and their sum. */
  async #numberType(name: string, kind: EngineKind): Promise<string | undefined> {
    const [, scale] = /,(\d+)\)$/.exec(kind) ?? [];
    if (kind === "integer" || scale === "0") {
      if (await this.#fits(name, "BIGINT")) return "BIGINT";
    }
    const digits = Number(
      scale ?? (await this.#ask(`coalesce(max(length(regexp_extract(${name}, '\\.([0-9]+)$', 1))), 0)`)),
    );
    const sum = await this.#ask(
      `coalesce(sum(abs(try_cast(${name} as double))), 0) < 1e${MOST_DIGITS - 5 - digits}`,
    );
    return digits < MOST_DIGITS && sum === "true" ? `DECIMAL(${MOST_DIGITS},${digits})` : undefined;
  }

  async #fits(name: string, engineType: string): Promise<boolean> {
    const lost = `count(*) filter (${name} is not null and ${converted(name, engineType)} is null)`;
    return (await this.#ask(lost)) === "0";
  }

  async #ask(expression: string): Promise<string> {
    const found = await this.connection.runAndReadAll(`select cast(${expression} as varchar) from staged`);
    return String(found.getRows()[0]?.[0]);
  }

  /** Distinct texts of a column in the order of their bytes; `undefined` where there are more than `most`. */
  async texts(name: string, most: number): Promise<string[] | undefined> {
    const found = await this.connection.runAndReadAll(
      `select distinct ${name} from staged where ${name} is not null order by 1 limit ${most + 1}`,
    );
    const values = found.getRows().map(([value]) => String(value));
    return values.length > most ? undefined : values;
  }

  /** Writes the rows as Parquet. Rows of near times lie near each other, so that a filter on the time reads few. */
  async write(
    stored: readonly StoredColumn[],
    target: string,
    signal: AbortSignal,
  ): Promise<{rowCount: number; sizeBytes: number}> {
    const stopInterrupting = interruptOnAbort(this.connection, signal);
    try {
      const cells = stored.map(({name, engineType}) => `${converted(name, engineType)} as ${name}`);
      const keys = stored
        .filter(({name}) => name.startsWith("d"))
        .map(({name}) => name)
        .reverse();
      const order = keys.length > 0 ? ` order by ${keys.join(", ")}` : "";
      await this.connection.run(
        `copy (select ${cells.join(", ")} from staged${order}) to ${quoted(target)} (format parquet, compression zstd)`,
      );
      return {rowCount: this.rowCount, sizeBytes: (await stat(target)).size};
    } finally {
      stopInterrupting();
      signal.throwIfAborted();
    }
  }

  async close(): Promise<void> {
    this.connection.closeSync();
    this.instance.closeSync();
    await rm(this.path, {force: true});
    await rm(`${this.path}.wal`, {force: true});
    await this.spill.remove();
  }
}

/** The warehouse's text as a value of the type, null where it is none. */
function converted(name: string, engineType: string): string {
  if (engineType === "VARCHAR") return name;
  // With a zone or in UTC, to the microsecond: what is finer would be cut.
  if (engineType === "TIMESTAMP")
    return `case when not regexp_matches(${name}, '\\.[0-9]{7}') then try_cast(${name} as timestamptz) at time zone 'UTC' end`;
  if (!engineType.startsWith("DECIMAL")) return `try_cast(${name} as ${engineType})`;
  // A cast to fewer digits rounds, and then the value is not the same.
  const scale = /,(\d+)\)$/.exec(engineType)?.[1] ?? "0";
  return `case when not regexp_matches(${name}, '\\.[0-9]{${Number(scale) + 1}}|[eE]') then try_cast(${name} as ${engineType}) end`;
}
