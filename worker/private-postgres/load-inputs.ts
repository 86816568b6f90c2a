import type pg from "pg";
import {from as copyFrom} from "pg-copy-streams";
import type {SqlRestConfig} from "../../shared/core/process/sql-rest-config.ts";
import type {SqlType} from "../../shared/core/wire/sql-tables.ts";
import {copyText} from "./copy-text.ts";
import {limitFault} from "./faults.ts";
import {identifier, literal} from "./restrict-catalog.ts";

/** The answer of a run as the executor gives it, in the format `data_rows`. */
export interface InputRows {
  first: Uint8Array;
  /** Whether `first` has all of the rows. */
  whole: boolean;
  rest: AsyncIterator<{bytes: Uint8Array}>;
}

export interface InputTable {
  name: string;
  columns: readonly {name: string; type: SqlType}[];
}

/**
 * A table with more rows than this gets statistics if there is another table to join it with: statistics take longer
 * than the copy of the rows.
 */
const ROWS_TO_ANALYZE = 1000;

/** The statement that begins a transaction and creates temporary tables, which disappear with the transaction. */
export function beginWithTables(inputs: readonly InputTable[]): string {
  const tables = inputs.map(({name, columns}) => {
    const list = columns.map(column => `${identifier(column.name)} ${column.type}`).join(", ");
    return `create temporary table ${identifier(name)} (${list}) on commit drop`;
  });
  return ["begin", ...tables].join(";\n");
}

/**
 * The statements that end the loading. After them, the caller's statement can read the tables but not write to them,
 * and the session has the caller's settings. `rowCounts` is the number of rows of each table.
 */
export function readyForStatement(
  role: string,
  inputs: readonly InputTable[],
  rowCounts: readonly number[],
  settings: Readonly<Record<string, string>>,
): string {
  const places = inputs.map(({name}) => `pg_temp.${identifier(name)}`);
  const statements = places.map(
    place =>
      `revoke insert, update, delete, truncate, references, trigger on ${place} from ${identifier(role)}`,
  );
  for (const [i, place] of places.entries())
    if (places.length > 1 && (rowCounts[i] ?? 0) > ROWS_TO_ANALYZE) statements.push(`analyze ${place}`);
  const given = Object.entries(settings);
  if (given.length > 0) {
    const calls = given.map(
      ([name, value]) => `pg_catalog.set_config(${literal(name)}, ${literal(value)}, true)`,
    );
    statements.push(`select ${calls.join(", ")}`);
  }
  return [...statements, "set local transaction_read_only = on"].join(";\n");
}

/** Counts the rows and bytes of one statement's inputs. `add` throws where they exceed the limits. */
export class InputLimit {
  #rows = 0;
  #bytes = 0;

  constructor(private readonly limits: Pick<SqlRestConfig, "rows" | "sizeBytes">) {}

  add(rowCount: number, sizeBytes: number): void {
    const {rows, sizeBytes: maxBytes} = this.limits;
    this.#rows += rowCount;
    this.#bytes += sizeBytes;
    if (this.#rows > rows)
      throw limitFault(`The statement reads more than ${rows.toLocaleString("en")} rows (SQL_REST_ROWS).`);
    if (this.#bytes > maxBytes)
      throw limitFault(
        `The statement reads more than ${Math.round(maxBytes / 1024 / 1024).toLocaleString("en")} MB of rows (SQL_REST_MB).`,
      );
  }
}

/**
 * Copies the rows of a run into its table, and resolves with their number. The run is left early where the copy fails.
 */
export async function copyInput(
  client: pg.Client,
  {name, columns}: InputTable,
  rows: InputRows,
  limit: InputLimit,
): Promise<number> {
  const list = columns.map(column => identifier(column.name)).join(", ");
  const copy = client.query(copyFrom(`copy pg_temp.${identifier(name)} (${list}) from stdin`));
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => undefined);
  copy.on("error", failed.reject);
  const write = (text: Uint8Array) =>
    Promise.race([
      failed.promise,
      new Promise<void>(resolve => {
        if (copy.write(text)) resolve();
        else copy.once("drain", resolve);
      }),
    ]);
  let count = 0;
  try {
    for await (const bytes of chunksOf(rows)) {
      const {text, rowCount} = copyText(bytes);
      count += rowCount;
      limit.add(rowCount, bytes.length);
      if (rowCount > 0) await write(text);
    }
    await Promise.race([failed.promise, new Promise<void>(resolve => copy.end(resolve))]);
    return count;
  } catch (error) {
    copy.destroy();
    throw error;
  }
}

async function* chunksOf({first, whole, rest}: InputRows): AsyncGenerator<Uint8Array> {
  try {
    yield first;
    if (whole) return;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value.bytes;
  } finally {
    await rest.return?.();
  }
}
