import {rm, stat} from "node:fs/promises";
import {type DuckDBConnection, DuckDBDataChunk, VARCHAR} from "@duckdb/node-api";
import type {BuiltColumn, DimensionType} from "../../shared/semantic/documents.ts";
import {quoteText} from "../../shared/semantic/index.ts";
import {type Batch, type EngineKind, isNumber} from "../warehouses/batch.ts";
import type {StoredRows} from "../warehouses/warehouse.ts";
import {type FilePeriod, firstDayOf, wherePeriods} from "./file-period.ts";
import {stageSketches} from "./stage-sketches.ts";
import type {StagingEngine} from "./staging-engine.ts";
import {converted, countLost, writeText} from "./stored-types.ts";

const CHUNK_ROWS = 2048;
const MAX_DIGITS = 38;
const NOT_NUMBERS = {boolean: "BOOLEAN", date: "DATE", timestamp: "TIMESTAMP"} as const;

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

  constructor(
    private readonly engine: StagingEngine,
    /** The columns of the statement; the table may have the period's column before them. */
    private readonly columns: readonly StagedColumn[],
    private readonly period: FilePeriod | undefined,
  ) {}

  /** The names of the staged columns: the statement's, preceded by the period's where that is not one of them. */
  #names(): string[] {
    const names = this.columns.map(({name}) => name);
    if (this.period === undefined || names.includes(this.period.column)) return names;
    return [this.period.column, ...names];
  }

  /**
   * Stages all rows: from a file that the warehouse has written, which is then deleted, or from the warehouse's answer.
   */
  async fill(rows: StoredRows | AsyncIterable<Batch>, signal: AbortSignal): Promise<void> {
    if ("path" in rows) await this.#take(rows);
    else await this.#append(rows, signal);
    for (const {name, type} of this.columns)
      if (type === "sketch") await stageSketches(this.engine, name, signal);
  }

  async #take({path, kinds}: StoredRows): Promise<void> {
    try {
      await this.#stage(`read_parquet(${quoteText(path)}) as t(${this.#names().join(", ")})`);
    } finally {
      await rm(path, {force: true});
    }
    this.#kinds = this.#withoutPeriod(kinds);
  }

  /** Sorts the rows by period, so that writing one file does not scan the rows of others. */
  async #stage(from: string): Promise<void> {
    const {period, engine} = this;
    const part = period === undefined ? "" : `, ${firstDayOf(period)} as part`;
    const where = period === undefined ? "" : wherePeriods(period);
    await engine.withinMemory(() => {
      const order = period !== undefined && engine.sorts ? " order by part nulls last" : "";
      return engine.connection.run(`create table staged as select *${part} from ${from}${where}${order}`);
    });
  }

  /** The kinds without that of the additional period column. */
  #withoutPeriod(kinds: readonly EngineKind[]): readonly EngineKind[] {
    return kinds.slice(this.#names().length - this.columns.length);
  }

  async #append(batches: AsyncIterable<Batch>, signal: AbortSignal): Promise<void> {
    const declared = this.#names().map(name => `${name} varchar`);
    await this.engine.connection.run(`create table appended (${declared.join(", ")})`);
    const appender = await this.engine.connection.createAppender("appended");
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
    await this.#stage("appended");
    await this.engine.connection.run("drop table appended");
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
      `coalesce(sum(abs(try_cast(${name} as double))), 0) < 1e${MAX_DIGITS - 5 - digits}`,
    );
    return digits < MAX_DIGITS && sum === "true" ? `DECIMAL(${MAX_DIGITS},${digits})` : undefined;
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
    const found = await this.#read(`select ${lost} from staged`);
    const [row = []] = found.getRows();
    for (const [i, {name, engineType}] of likely.entries())
      this.#fitting.set(`${name} ${engineType}`, String(row[i]) === "0");
  }

  async #fits(name: string, engineType: string): Promise<boolean> {
    const known = this.#fitting.get(`${name} ${engineType}`);
    return known ?? (await this.#ask(countLost(name, engineType))) === "0";
  }

  async #ask(expression: string): Promise<string> {
    const found = await this.#read(`select cast(${expression} as varchar) from staged`);
    return String(found.getRows()[0]?.[0]);
  }

  #read(sql: string) {
    return this.engine.withinMemory(() => this.engine.connection.runAndReadAll(sql));
  }

  /** Distinct texts of a column in the order of their bytes; `undefined` where there are more than `most`. */
  async texts(name: string, most: number): Promise<string[] | undefined> {
    const found = await this.#read(
      `select distinct ${writeText(name)} from staged where ${name} is not null order by 1 limit ${most + 1}`,
    );
    const values = found.getRows().map(([value]) => String(value));
    return values.length > most ? undefined : values;
  }

  /**
   * Writes the rows as Parquet, one file for each period that has rows. `timeless` writes the file of rows without a
   * period even if there are none. Rows are sorted by time if there is memory for it, so that a filter on the time reads few
   * row groups.
   */
  async write(
    stored: readonly StoredColumn[],
    {pathOf, timeless}: {pathOf(): string; timeless: boolean},
    signal: AbortSignal,
  ): Promise<WrittenFile[]> {
    const cells = stored.map(({name, engineType}) => `${converted(name, engineType)} as ${name}`).join(", ");
    const keys = stored
      .filter(({name}) => name.startsWith("d"))
      .map(({name}) => name)
      .reverse();
    const order = keys.length > 0 ? ` order by ${keys.join(", ")}` : "";
    const parts = await this.#parts(timeless);
    const writePart = async (connection: DuckDBConnection, {where, ...part}: (typeof parts)[number]) => {
      const path = pathOf();
      const {fileOptions, sorts} = this.engine;
      const rows = `select ${cells} from staged${where}${sorts ? order : ""}`;
      await connection.run(`copy (${rows}) to ${quoteText(path)} (${fileOptions})`);
      return {...part, path, sizeBytes: (await stat(path)).size};
    };
    return this.engine.withinMemory(() => this.engine.writeAll(parts, writePart, signal));
  }

  /** The periods that have rows, and with `timeless` the period `null` in any case. */
  async #parts(timeless: boolean): Promise<{period?: string | null; rowCount: number; where: string}[]> {
    if (this.period === undefined) return [{rowCount: Number(await this.#ask("count(*)")), where: ""}];
    const found = await this.#read("select part, count(*) from staged group by 1 order by 1 nulls last");
    const parts = found.getRows().map(([value, count]) => {
      const period = value === null || value === undefined ? null : String(value);
      const where = period === null ? " where part is null" : ` where part = ${quoteText(period)}`;
      return {period, rowCount: Number(count), where};
    });
    if (timeless && parts.at(-1)?.period !== null)
      parts.push({period: null, rowCount: 0, where: " where false"});
    return parts;
  }

  /** Removes the rows, so that others can be staged. */
  async clear(): Promise<void> {
    await this.engine.connection.run("drop table staged");
  }
}
