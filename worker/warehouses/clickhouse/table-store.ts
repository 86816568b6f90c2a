import type {BuiltColumn} from "../../../shared/semantic/documents.ts";
import {clickhouse, backslashString as text} from "../../../shared/semantic/index.ts";
import type {WarehouseConfig} from "../../../shared/tenancy/connections/types.ts";
import type {OpenContext} from "../adapter.ts";
import type {Batch} from "../batch.ts";
import {asHttpFault, type Http, textOf} from "../http/http.ts";
import {openOverHttp} from "../http/open.ts";
import {limitsOf} from "../limits.ts";
import {type DeclaredColumn, namesIn, storedKind, type TableStore} from "../table-store.ts";
import type {Warehouse, WarehouseStatement} from "../warehouse.ts";
import {type ClickhouseTarget, endpointOf, escapeTab, fault, openClickhouse} from "./warehouse.ts";

/** Opens a store, after the same checks of the connection as for queries. */
export async function openClickhouseStore(
  config: WarehouseConfig<"clickhouse">,
  context: OpenContext,
): Promise<TableStore> {
  const limits = limitsOf(context.config);
  let guarded: Http | undefined;
  const checked = await openOverHttp(context.config, http => {
    guarded = http;
    return openClickhouse(config, limits, http);
  });
  await checked.close();
  if (guarded === undefined) throw new Error("nothing was opened");
  return clickhouseStore(config, limits, guarded);
}

const name = clickhouse.quote;
const {path, namesOf} = namesIn(name);

export {path};

const SETTINGS = {
  date_time_input_format: "best_effort",
  input_format_null_as_default: "0",
  // Replicated servers drop an insert that equals an earlier one, but equal batches are different rows here.
  insert_deduplicate: "0",
  async_insert: "0",
  // Columns that are `LowCardinality` in the warehouse keep their type.
  allow_suspicious_low_cardinality_types: "1",
};

/** The size of an insert. It is large, because each insert creates a part of the table that the server has to merge. */
const INSERT_CHARACTERS = 8_000_000;

/** A store whose statements are each a separate request. */
export function clickhouseStore(
  target: ClickhouseTarget,
  {statementTimeoutMs}: {statementTimeoutMs: number},
  http: Http,
): TableStore {
  const {base, headers} = endpointOf(target);
  const settings = {
    ...SETTINGS,
    max_execution_time: String(Math.ceil(statementTimeoutMs / 1000)),
  };

  async function run(sql: string, signal = AbortSignal.timeout(statementTimeoutMs)): Promise<string> {
    try {
      const response = await http(`${base}?${new URLSearchParams(settings)}`, {
        method: "POST",
        headers: {...headers, "content-type": "text/plain; charset=utf-8"},
        body: sql,
        signal,
      });
      const text = await textOf(response);
      if (response.status !== 200 || response.headers.has("x-clickhouse-exception-code"))
        throw fault(text, response.status, response.headers);
      return text;
    } catch (error) {
      signal.throwIfAborted();
      throw asHttpFault(error);
    }
  }

  let insert = "";
  let lines = "";

  async function flush(signal?: AbortSignal): Promise<void> {
    if (lines === "") return;
    const sql = `${insert}\n${lines}`;
    lines = "";
    await run(sql, signal);
  }

  return {
    async create(table, columns, comment) {
      const declared = columns.map(column => `${name(column.name)} ${column.engineType}`);
      await run(
        `create table ${path(table)} (${declared.join(", ")}) engine = MergeTree order by tuple() comment ${text(comment)}`,
      );
    },
    async insert(table, columns, rows, signal) {
      const into = `insert into ${path(table)} (${namesOf(columns)}) format TabSeparated`;
      if (into !== insert) await flush(signal);
      insert = into;
      lines += linesOf(rows);
      if (lines.length > INSERT_CHARACTERS) await flush(signal);
    },
    async copy({from, to, columns}, {column, before}, signal) {
      const names = namesOf(columns);
      await run(
        `insert into ${path(to)} (${names}) select ${names} from ${path(from)} where ${name(column)} < toDate32(${text(before)})`,
        signal,
      );
      return Number(await run(`select count() from ${path(to)} format TabSeparated`, signal));
    },
    async finish({schema, name: table}) {
      await flush();
      const where = `database = ${text(schema)} and name = ${text(table)}`;
      return (
        Number(await run(`select total_bytes from system.tables where ${where} format TabSeparated`)) || 0
      );
    },
    async drop(table) {
      lines = "";
      await run(`drop table if exists ${path(table)} sync`);
    },
    close: async () => undefined,
  };
}

/**
 * The types of a statement's columns. ClickHouse has no user-defined types, so every type is safe to create a table
 * with.
 */
export async function clickhouseColumns(
  warehouse: Warehouse,
  {sql, parameters}: WarehouseStatement,
  declared: readonly DeclaredColumn[],
  signal: AbortSignal,
): Promise<BuiltColumn[]> {
  const rows = await warehouse.rows({sql: `describe table (\n${sql}\n)`, parameters}, signal);
  return declared.map(({name: column, type}, i) => {
    const engineType = rows[i]?.[1] ?? "";
    return {name: column, ...storedKind(type, numberKind(engineType)), engineType};
  });
}

function numberKind(engineType: string): BuiltColumn["kind"] {
  const [, inner] = /^(?:Nullable|LowCardinality)\((.*)\)$/.exec(engineType) ?? [];
  if (inner !== undefined) return numberKind(inner);
  if (/^U?Int/.test(engineType)) return "integer";
  if (engineType.startsWith("Decimal")) return "decimal";
  return /^B?Float/.test(engineType) ? "float" : "other";
}

/**
 * Rows as tab-separated text. Timestamps get a `Z`, because batches have them in UTC whatever their column's time zone.
 */
function linesOf({rowCount, columns, kinds}: Batch): string {
  let lines = "";
  for (let row = 0; row < rowCount; row++) {
    const fields = columns.map((values, i) => {
      const value = values[row];
      if (value === null || value === undefined) return "\\N";
      return kinds[i] === "timestamp" ? `${value}Z` : escapeTab(value);
    });
    lines += `${fields.join("\t")}\n`;
  }
  return lines;
}
