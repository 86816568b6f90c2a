import type {DuckDBConnection, DuckDBPreparedStatement} from "@duckdb/node-api";
import type {LRUCache} from "lru-cache";
import type {EngineKind} from "./batch.ts";
import {cellText, engineKind, rowExpression} from "./duckdb-rows.ts";
import type {StreamOptions} from "./warehouse.ts";

/** A connection with the statements that were prepared on it, by what was asked. */
export interface Session {
  connection: DuckDBConnection;
  prepared: LRUCache<string, DuckDBPreparedStatement>;
}

/**
 * A statement whose rows come as one text each, in the format asked for: the engine encodes them. One that is
 * streamed ends in a null: the driver does not tell a stream that failed from one that ended.
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
  const plain = await session.connection.prepare(sql);
  const engineTypes = Array.from({length: plain.columnCount}, (_, c) => plain.columnType(c));
  plain.destroySync();
  const names = engineTypes.map((_, c) => `c${c}`).join(", ");
  const rows = `select ${rowExpression(engineTypes, options)} from (\n${sql}\n) as t(${names})`;
  const prepared = await session.connection.prepare(whole ? rows : `${rows} union all select null`);
  session.prepared.set(key, prepared);
  return prepared;
}

/** What the columns are of a statement that gives cells: as texts they do not tell. */
const kindsOf = new WeakMap<DuckDBPreparedStatement, readonly EngineKind[]>();

/** The same with each cell as the engine's text; one that is streamed has a last row, marked in one more column. */
export async function prepareCells(
  session: Session,
  sql: string,
  whole: boolean,
): Promise<{prepared: DuckDBPreparedStatement; kinds: readonly EngineKind[]}> {
  const key = `${whole} cells ${sql}`;
  const held = session.prepared.get(key);
  const known = held && kindsOf.get(held);
  if (known) return {prepared: held, kinds: known};
  const plain = await session.connection.prepare(sql);
  const types = Array.from({length: plain.columnCount}, (_, c) => plain.columnType(c));
  plain.destroySync();
  const kinds = types.map(engineKind);
  const names = types.map((_, c) => `c${c}`).join(", ");
  const cells = types.map((type, c) => cellText(`c${c}`, type)).join(", ");
  const nulls = types.map(() => "null").join(", ");
  const rows = `select ${cells}${whole ? "" : ", false"} from (\n${sql}\n) as t(${names})`;
  const prepared = await session.connection.prepare(whole ? rows : `${rows} union all select ${nulls}, true`);
  session.prepared.set(key, prepared);
  kindsOf.set(prepared, kinds);
  return {prepared, kinds};
}

/** Every cell as the engine's text, of a result that is made whole. */
export async function prepareText(session: Session, sql: string): Promise<DuckDBPreparedStatement> {
  const held = session.prepared.get(sql);
  if (held) return held;
  // `columns(*)`, because the number of columns is not known before parameters of no certain type are bound.
  const prepared = await session.connection.prepare(`select cast(columns(*) as varchar) from (\n${sql}\n)`);
  session.prepared.set(sql, prepared);
  return prepared;
}
