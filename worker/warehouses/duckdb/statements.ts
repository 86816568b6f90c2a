import type {DuckDBConnection, DuckDBPreparedStatement} from "@duckdb/node-api";
import type {LRUCache} from "lru-cache";
import type {ResultColumn} from "../../../shared/semantic/compile.ts";
import type {EngineKind} from "../batch.ts";
import type {StreamOptions} from "../warehouse.ts";
import {refuseReach} from "./reach.ts";
import {engineKind, rowExpression} from "./rows.ts";
import {type Layout, layoutOf, vectorCell} from "./vectors.ts";

/** A connection with its cache of prepared statements. */
export interface Session {
  connection: DuckDBConnection;
  prepared: LRUCache<string, DuckDBPreparedStatement>;
}

/**
 * A statement whose rows are one text each, which the engine has encoded in the requested format. A streamed result
 * ends with a null, because the driver cannot tell a stream that failed from one that ended.
 */
export async function prepareRows(
  session: Session,
  sql: string,
  options: StreamOptions,
  whole: boolean,
): Promise<DuckDBPreparedStatement> {
  const types = options.columns.map(column => column.type).join();
  const key = `${whole} ${options.format} ${options.timezone} ${types} ${sql}`;
  const held = session.prepared.get(key);
  if (held) return held;
  await refuseReach(session.connection, sql);
  const plain = await session.connection.prepare(sql);
  const engineTypes = Array.from({length: plain.columnCount}, (_, c) => plain.columnType(c));
  plain.destroySync();
  const names = engineTypes.map((_, c) => `c${c}`).join(", ");
  const rows = `select ${rowExpression(engineTypes, options)} from (\n${sql}\n) as t(${names})`;
  const prepared = await session.connection.prepare(whole ? rows : `${rows} union all select null`);
  session.prepared.set(key, prepared);
  return prepared;
}

/** A statement that gives cells, and what they are. */
export interface Cells {
  prepared: DuckDBPreparedStatement;
  kinds: readonly EngineKind[];
  layouts: readonly Layout[];
}

const cellsOf = new WeakMap<DuckDBPreparedStatement, Cells>();

/**
 * Like `prepareRows`, with each cell as the engine's text, or as Arrow lays it out where columns are given. A streamed
 * result ends with an extra row, which one more column marks.
 */
export async function prepareCells(
  session: Session,
  sql: string,
  whole: boolean,
  columns?: readonly ResultColumn[],
): Promise<Cells> {
  const key = `${whole} cells ${columns?.map(({type}) => type).join() ?? ""} ${sql}`;
  const held = session.prepared.get(key);
  const known = held && cellsOf.get(held);
  if (known) return known;
  await refuseReach(session.connection, sql);
  const plain = await session.connection.prepare(sql);
  const types = Array.from({length: plain.columnCount}, (_, c) => plain.columnType(c));
  plain.destroySync();
  const layouts = types.map((type, c) => (columns?.[c] ? layoutOf(type, columns[c].type) : "cells"));
  const names = types.map((_, c) => `c${c}`).join(", ");
  const cells = types.map((type, c) => vectorCell(`c${c}`, type, layouts[c] ?? "cells")).join(", ");
  const nulls = types.map(() => "null").join(", ");
  const rows = `select ${cells}${whole ? "" : ", false"} from (\n${sql}\n) as t(${names})`;
  const prepared = await session.connection.prepare(whole ? rows : `${rows} union all select ${nulls}, true`);
  session.prepared.set(key, prepared);
  const made = {prepared, kinds: types.map(engineKind), layouts};
  cellsOf.set(prepared, made);
  return made;
}

/** A statement with each cell as the engine's text, for results that are computed as a whole. */
export async function prepareText(session: Session, sql: string): Promise<DuckDBPreparedStatement> {
  const held = session.prepared.get(sql);
  if (held) return held;
  await refuseReach(session.connection, sql);
  // `columns(*)`, because the number of columns is unknown until parameters whose type is open are bound.
  const prepared = await session.connection.prepare(`select cast(columns(*) as varchar) from (\n${sql}\n)`);
  session.prepared.set(sql, prepared);
  return prepared;
}
