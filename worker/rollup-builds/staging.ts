import {rm, stat} from "node:fs/promises";
import {type DuckDBConnection, DuckDBDataChunk, DuckDBInstance, VARCHAR} from "@duckdb/node-api";
import type {Config} from "../../shared/ground/config.ts";
import type {BuiltColumn, DimensionType} from "../../shared/semantic/documents.ts";
import type {Statement} from "../../shared/semantic/index.ts";
import {quoteText} from "../../shared/semantic/index.ts";
import {makeSpillFolder, spillDir} from "../storage/spill-folders.ts";
import {type Batch, type EngineKind, isNumber} from "../warehouses/batch.ts";
import {interruptOnAbort} from "../warehouses/duckdb/interrupt.ts";
import type {Warehouse} from "../warehouses/warehouse.ts";
import {type FilePeriod, firstDayOf, wherePeriods} from "./file-period.ts";
import {stageSketches} from "./stage-sketches.ts";

/** The engine streams the rows in and sorts them on disk, so it needs little memory. */
const MEMORY = "256MB";
const CHUNK_ROWS = 2048;
const MOST_DIGITS = 38;
const NOT_NUMBERS = {boolean: "BOOLEAN", date: "DATE", timestamp: "TIMESTAMP"} as const;

export type StagingConfig = Pick<Config, "dataDir" | "duckdbThreads">;

/** A column of a roll-up with its declared type. Dimensions have any type; measures are numbers, times or sketches. */
export interface StagedColumn {
  name: string;
  type: DimensionType | "sketch";
}

/**
 * The kind of a column's values and the DuckDB type they are stored as; `other` where no type holds all values exactly.
 */
export interface StoredColumn {
  name: string;
  kind: BuiltColumn["kind"];
  engineType: string;
}

export interface WrittenFile {
  path: string;
  /** The first day of the file's period; `null` for rows without a time; absent where the file holds all rows. */
  period?: string | null;
  rowCount: number;
  sizeBytes: number;
}

/**
 * Rows on their way from a warehouse to Parquet files. They are staged in a DuckDB table, as the warehouse's text or as
 * the values of a Parquet file that it wrote. When all rows are there, each column gets the narrowest type that holds
 * every value exactly.
 */
export class Staging {
  #kinds: readonly EngineKind[] = [];
  readonly #fitting = new Map<string, boolean>();

  private constructor(
    /** The columns of the statement; the table may have the period's column before them. */
    private readonly columns: readonly StagedColumn[],
    private readonly period: FilePeriod | undefined,
    private readonly instance: DuckDBInstance,
    private readonly connection: DuckDBConnection,
    private readonly spill: {remove(): Promise<void>},
  ) {}

  static async open(
    columns: readonly StagedColumn[],
    period: FilePeriod | undefined,
    config: StagingConfig,
  ): Promise<Staging> {
    const spill = await makeSpillFolder(spillDir(config));
    const instance = await DuckDBInstance.create(":memory:", {
      memory_limit: MEMORY,
      threads: String(config.duckdbThreads),
      temp_directory: spill.path,
    });
    const connection = await instance.connect();
    await connection.run("set TimeZone = 'UTC'");
    return new Staging(columns, period, instance, connection, spill);
  }

  /** The names of the staged columns: the statement's, preceded by the period's where that is not one of them. */
  #names(): string[] {
    const names = this.columns.map(({name}) => name);
    if (this.period === undefined || names.includes(this.period.column)) return names;
    return [this.period.column, ...names];
  }

  /** Stages all rows of a statement. A warehouse that can write a Parquet file hands them over as one. */
  async fill(warehouse: Warehouse, statement: Statement, signal: AbortSignal): Promise<void> {
    await this.#take(warehouse, statement, signal);
    for (const {name, type} of this.columns)
      if (type === "sketch") await stageSketches(this.connection, name, signal);
  }

  async #take(warehouse: Warehouse, statement: Statement, signal: AbortSignal): Promise<void> {
    const stored = await warehouse.store?.(statement, signal);
    if (stored === undefined) {
      await this.#append(warehouse.batches(statement, {limit: undefined, signal}), signal);
      await this.#stage("appended");
      await this.connection.run("drop table appended");
      return;
    }
    try {
      await this.#stage(`read_parquet(${quoteText(stored.path)}) as t(${this.#names().join(", ")})`);
    } finally {
      await rm(stored.path, {force: true});
    }
    this.#kinds = this.#withoutPeriod(stored.kinds);
  }

  /** Sorts the rows by period, so that writing one file does not scan the rows of others. */
  async #stage(from: string): Promise<void> {
    const ordered = this.period === undefined ? "" : `, ${firstDayOf(this.period)} as part`;
    const order = this.period === undefined ? "" : `${wherePeriods(this.period)} order by part nulls last`;
    await this.connection.run(`create table staged as select *${ordered} from ${from}${order}`);
  }

  /** The kinds without that of the additional period column. */
  #withoutPeriod(kinds: readonly EngineKind[]): readonly EngineKind[] {
    return kinds.slice(this.#names().length - this.columns.length);
  }

  async #append(batches: AsyncIterable<Batch>, signal: AbortSignal): Promise<void> {
    const declared = this.#names().map(name => `${name} varchar`);
    await this.connection.run(`create table appended (${declared.join(", ")})`);
    const appender = await this.connection.createAppender("appended");
    const types = this.#names().map(() => VARCHAR);
    for await (const {rowCount, columns, kinds} of batches) {
      signal.throwIfAborted();
      this.#kinds = this.#withoutPeriod(kinds);
      for (let at = 0; at < rowCount; at += CHUNK_ROWS) {
        const count = Math.min(CHUNK_ROWS, rowCount - at);
        const chunk = DuckDBDataChunk.create(types, count);
        chunk.setColumns(columns.map(values => values.slice(at, at + count)));
        appender.appendDataChunk(chunk);
      }
    }
    appender.closeSync();
  }

  /** The narrowest types that hold every value exactly. */
  async types(): Promise<StoredColumn[]> {
    await this.#tryLikely();
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
    if (type === "sketch") return {kind: "sketch", engineType: "BIT[]"};
    if (type === "string") return kind === "other" ? {kind: "text", engineType: "VARCHAR"} : other;
    if (type === "number") {
      if (!isNumber(kind)) return other;
      const engineType = kind === "float" ? "DOUBLE" : await this.#numberType(name, kind);
      if (engineType === undefined || !(await this.#fits(name, engineType))) return other;
      if (kind === "float") return {kind, engineType};
      const isWhole = kind === "integer" || kind.endsWith(",0)");
      return {kind: isWhole ? "integer" : "decimal", engineType};
    }
    const engineType = NOT_NUMBERS[type];
    return (await this.#fits(name, engineType)) ? {kind: type, engineType} : other;
  }

  /** An integer or decimal type; `undefined` where DuckDB has none that holds every value and their sum exactly. */
  async #numberType(name: string, kind: EngineKind): Promise<string | undefined> {
    const [, scale] = /,(\d+)\)$/.exec(kind) ?? [];
    if (kind === "integer" || scale === "0") {
      if (await this.#fits(name, "BIGINT")) return "BIGINT";
    }
    const digits = Number(
      scale ??
        (await this.#ask(`coalesce(max(length(regexp_extract(${writeText(name)}, '\\.([0-9]+)$', 1))), 0)`)),
    );
    const sum = await this.#ask(
      `coalesce(sum(abs(try_cast(${name} as double))), 0) < 1e${MOST_DIGITS - 5 - digits}`,
    );
    return digits < MOST_DIGITS && sum === "true" ? `DECIMAL(${MOST_DIGITS},${digits})` : undefined;
  }

  /** Tries the most likely type of each column, all in one pass. */
  async #tryLikely(): Promise<void> {
    const likely = this.columns.flatMap(({name, type}, i) => {
      const kind = this.#kinds[i] ?? "other";
      if (type === "number" && !isNumber(kind)) return [];
      if (type === "number") return [{name, engineType: kind === "float" ? "DOUBLE" : "BIGINT"}];
      if (type === "string" || type === "json" || type === "sketch") return [];
      return [{name, engineType: NOT_NUMBERS[type]}];
    });
    if (likely.length === 0) return;
    const lost = likely.map(({name, engineType}) => countLost(name, engineType)).join(", ");
    const found = await this.connection.runAndReadAll(`select ${lost} from staged`);
    const [row = []] = found.getRows();
    for (const [i, {name, engineType}] of likely.entries())
      this.#fitting.set(`${name} ${engineType}`, String(row[i]) === "0");
  }

  async #fits(name: string, engineType: string): Promise<boolean> {
    const known = this.#fitting.get(`${name} ${engineType}`);
    return known ?? (await this.#ask(countLost(name, engineType))) === "0";
  }

  async #ask(expression: string): Promise<string> {
    const found = await this.connection.runAndReadAll(`select cast(${expression} as varchar) from staged`);
    return String(found.getRows()[0]?.[0]);
  }

  /** Distinct texts of a column in the order of their bytes; `undefined` where there are more than `most`. */
  async texts(name: string, most: number): Promise<string[] | undefined> {
    const found = await this.connection.runAndReadAll(
      `select distinct ${writeText(name)} from staged where ${name} is not null order by 1 limit ${most + 1}`,
    );
    const values = found.getRows().map(([value]) => String(value));
    return values.length > most ? undefined : values;
  }

  /**
   * Writes the rows as Parquet, one file for each period that has rows. `timeless` writes the file of rows without a
   * period even if there are none. Rows are sorted by time, so that a filter on the time reads few row groups.
   */
  async write(
    stored: readonly StoredColumn[],
    {pathOf, timeless}: {pathOf(): string; timeless: boolean},
    signal: AbortSignal,
  ): Promise<WrittenFile[]> {
    const stopInterrupting = interruptOnAbort(this.connection, signal);
    try {
      const cells = stored
        .map(({name, engineType}) => `${converted(name, engineType)} as ${name}`)
        .join(", ");
      const keys = stored
        .filter(({name}) => name.startsWith("d"))
        .map(({name}) => name)
        .reverse();
      const order = keys.length > 0 ? ` order by ${keys.join(", ")}` : "";
      const files: WrittenFile[] = [];
      for (const {where, ...part} of await this.#parts(timeless)) {
        const path = pathOf();
        await this.connection.run(
          `copy (select ${cells} from staged${where}${order}) to ${quoteText(path)} (format parquet, compression zstd)`,
        );
        files.push({...part, path, sizeBytes: (await stat(path)).size});
      }
      return files;
    } finally {
      stopInterrupting();
      signal.throwIfAborted();
    }
  }

  /** The periods that have rows, and with `timeless` the period `null` in any case. */
  async #parts(timeless: boolean): Promise<{period?: string | null; rowCount: number; where: string}[]> {
    if (this.period === undefined) return [{rowCount: Number(await this.#ask("count(*)")), where: ""}];
    const found = await this.connection.runAndReadAll(
      "select part, count(*) from staged group by 1 order by 1 nulls last",
    );
    const parts = found.getRows().map(([value, count]) => {
      const period = value === null || value === undefined ? null : String(value);
      const where = period === null ? " where part is null" : ` where part = ${quoteText(period)}`;
      return {period, rowCount: Number(count), where};
    });
    if (timeless && parts.at(-1)?.period !== null)
      parts.push({period: null, rowCount: 0, where: " where false"});
    return parts;
  }

  async close(): Promise<void> {
    this.connection.closeSync();
    this.instance.closeSync();
    await this.spill.remove();
  }
}

function countLost(name: string, engineType: string): string {
  return `count(*) filter (${name} is not null and ${converted(name, engineType)} is null)`;
}

/** SQL that casts a staged value to a type; null where the value would change. */
function converted(name: string, engineType: string): string {
  if (engineType === "BIGINT" || engineType === "DOUBLE") return `try_cast(${name} as ${engineType})`;
  // Parquet has no bit strings.
  if (engineType === "BIT[]") return name;
  const text = writeText(name);
  if (engineType === "VARCHAR") return text;
  // A text with an offset, or in UTC. Digits beyond microseconds would be cut off, so such a text does not fit.
  if (engineType === "TIMESTAMP")
    return `case when not regexp_matches(${text}, '\\.[0-9]{7}') then try_cast(${text} as timestamptz) at time zone 'UTC' end`;
  if (!engineType.startsWith("DECIMAL")) return `try_cast(${text} as ${engineType})`;
  // A cast to fewer digits would round the value.
  const scale = /,(\d+)\)$/.exec(engineType)?.[1] ?? "0";
  return `case when not regexp_matches(${text}, '\\.[0-9]{${Number(scale) + 1}}|[eE]') then try_cast(${text} as ${engineType}) end`;
}

function writeText(name: string): string {
  return `cast(${name} as varchar)`;
}
