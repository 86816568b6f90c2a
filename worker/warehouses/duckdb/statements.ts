import type {DuckDBConnection, DuckDBPreparedStatement} from "@duckdb/node-api";
import type {LRUCache} from "lru-cache";
import type {ResultColumn} from "../../../shared/semantic/index.ts";
import {quoteText} from "../../../shared/semantic/index.ts";
import type {EngineKind} from "../batch.ts";
import type {StreamOptions} from "../warehouse.ts";
import {refuseForbiddenReferences} from "./reach.ts";
import type {RowLayout} from "./row-bytes.ts";
import {cellText, engineKind, type Form, isPlainType, rowCells, rowExpression} from "./rows.ts";
import {type Layout, layoutOf, vectorCell} from "./vectors.ts";

/** A connection with its cache of prepared statements. */
export interface Session {
  connection: DuckDBConnection;
  prepared: LRUCache<string, DuckDBPreparedStatement>;
}

/** A prepared statement that returns rows as texts or values, and their layout. */
interface Rows {
  prepared: DuckDBPreparedStatement;
  layout: RowLayout;
}

const rowsOf = new WeakMap<DuckDBPreparedStatement, Rows>();

/**
 * Prepares a statement whose rows the engine encodes in the requested format, as one text each or as a few values. A
 * streamed result ends with an end marker row, in which an extra column is true, because the driver cannot distinguish
 * a stream that failed from one that ended.
 */
export async function prepareRows(
  session: Session,
  sql: string,
  options: StreamOptions,
  whole: boolean,
): Promise<Rows> {
  const types = options.columns.map(column => column.type).join();
  const key = `${whole} ${options.format} ${options.timezone} ${types} ${sql}`;
  const cached = session.prepared.get(key);
  const known = cached && rowsOf.get(cached);
  if (known) return known;
  await refuseForbiddenReferences(session.connection, sql);
  const plain = await session.connection.prepare(sql);
  const engineTypes = Array.from({length: plain.columnCount}, (_, c) => plain.columnType(c));
  plain.destroySync();
  const names = engineTypes.map((_, c) => `c${c}`).join(", ");
  // For small results each row is one text, because a statement with fewer columns is planned in less time.
  const separateCells = whole ? undefined : rowCells(engineTypes, options);
  const text = () => ({sql: rowExpression(engineTypes, options), form: "text" as const, before: ""});
  const {cells, after} = separateCells ?? {cells: [text()], after: ""};
  const values = cells.map(cell => cell.sql).join(", ");
  const rows = `select ${values}${whole ? "" : ", false"} from (\n${sql}\n) as t(${names})`;
  const nulls = cells.map(() => "null").join(", ");
  const prepared = await session.connection.prepare(whole ? rows : `${rows} union all select ${nulls}, true`);
  session.prepared.set(key, prepared);
  const made = {prepared, layout: {...layoutOfRows(cells, after, options.format), hasMark: !whole}};
  rowsOf.set(prepared, made);
  return made;
}

function layoutOfRows(
  cells: readonly {form: Form; before: string}[],
  after: string,
  format: StreamOptions["format"],
): Omit<RowLayout, "hasMark"> {
  const end = {json: "", ndjson: "\n", csv: "\r\n", csv_safe: "\r\n"}[format];
  return {
    format,
    forms: cells.map(({form}) => form),
    before: cells.map(({before}) => before),
    after: after + end,
    between: format === "json" ? "," : "",
  };
}

/** A prepared statement that returns cells, with the kind and layout of each column. */
export interface Cells {
  prepared: DuckDBPreparedStatement;
  kinds: readonly EngineKind[];
  layouts: readonly Layout[];
}

const cellsOf = new WeakMap<DuckDBPreparedStatement, Cells>();

/**
 * Like `prepareRows`, but with each cell separate: as the engine's text, or in Arrow's layout where columns are given.
 */
export async function prepareCells(
  session: Session,
  sql: string,
  {whole, infiniteTimes}: {whole: boolean; infiniteTimes: boolean},
  columns?: readonly ResultColumn[],
): Promise<Cells> {
  const key = `${whole} ${infiniteTimes} cells ${columns?.map(({type}) => type).join() ?? ""} ${sql}`;
  const cached = session.prepared.get(key);
  const known = cached && cellsOf.get(cached);
  if (known) return known;
  await refuseForbiddenReferences(session.connection, sql);
  const plain = await session.connection.prepare(sql);
  const types = Array.from({length: plain.columnCount}, (_, c) => plain.columnType(c));
  plain.destroySync();
  const layouts = types.map((type, c) => (columns?.[c] ? layoutOf(type, columns[c].type) : "cells"));
  const names = types.map((_, c) => `c${c}`).join(", ");
  const cells = types
    .map((type, c) => vectorCell(`c${c}`, type, layouts[c] ?? "cells", infiniteTimes))
    .join(", ");
  const nulls = types.map(() => "null").join(", ");
  const rows = `select ${cells}${whole ? "" : ", false"} from (\n${sql}\n) as t(${names})`;
  const prepared = await session.connection.prepare(whole ? rows : `${rows} union all select ${nulls}, true`);
  session.prepared.set(key, prepared);
  const made = {prepared, kinds: types.map(engineKind), layouts};
  cellsOf.set(prepared, made);
  return made;
}

/**
 * Prepares a statement that writes the rows into a new Parquet file, with the types that `Warehouse.store` promises.
 */
export async function prepareStore(
  session: Session,
  sql: string,
  path: string,
): Promise<{prepared: DuckDBPreparedStatement; kinds: readonly EngineKind[]}> {
  await refuseForbiddenReferences(session.connection, sql);
  const plain = await session.connection.prepare(sql);
  const types = Array.from({length: plain.columnCount}, (_, c) => plain.columnType(c));
  plain.destroySync();
  const names = types.map((_, c) => `c${c}`).join(", ");
  const cells = types.map((type, c) => `${isPlainType(type) ? `c${c}` : cellText(`c${c}`, type)} as c${c}`);
  const prepared = await session.connection.prepare(
    `copy (select ${cells.join(", ")} from (\n${sql}\n) as t(${names}))
     to ${quoteText(path)} (format parquet, compression uncompressed)`,
  );
  // The cache destroys a statement when it evicts the statement.
  session.prepared.set(path, prepared);
  return {prepared, kinds: types.map(engineKind)};
}

/** Prepares a statement with each cell as the engine's text, for results that are computed completely. */
export async function prepareText(session: Session, sql: string): Promise<DuckDBPreparedStatement> {
  const cached = session.prepared.get(sql);
  if (cached) return cached;
  await refuseForbiddenReferences(session.connection, sql);
  // `columns(*)`, because the number of columns is unknown until parameters whose type is open are bound.
  const prepared = await session.connection.prepare(`select cast(columns(*) as varchar) from (\n${sql}\n)`);
  session.prepared.set(sql, prepared);
  return prepared;
}
