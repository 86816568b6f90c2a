import type {Batch} from "./batch.ts";
import {readTsv} from "./clickhouse-tsv.ts";
import {asHttpFault, type Http} from "./http.ts";
import {cancelling, httpWarehouse, type RunOptions} from "./http-warehouse.ts";
import {type Warehouse, WarehouseError, type WarehouseLimits, type WarehouseStatement} from "./warehouse.ts";

/** Where and as whom to ask. */
export interface ClickhouseTarget {
  host: string;
  port: number;
  database: string;
  user: string;
  password: string;
  ssl: "disable" | "verify-full";
}

/** How much longer than it may the server lets a statement run by itself. */
const BACKSTOP = 20;

/**
 * ClickHouse over its HTTP interface. Rows come as text, tab by tab; a statement has an id by which it is killed.
 * `readonly` keeps it from writing and lets it name the settings that it needs.
 */
export function openClickhouse(target: ClickhouseTarget, limits: WarehouseLimits, http: Http): Warehouse {
  const host = target.host.includes(":") ? `[${target.host}]` : target.host;
  const base = `${target.ssl === "disable" ? "http" : "https"}://${host}:${target.port}/`;
  const headers = {
    authorization: `Basic ${Buffer.from(`${target.user}:${target.password}`).toString("base64")}`,
  };
  const settings = {
    database: target.database,
    default_format: "TabSeparatedWithNamesAndTypes",
    date_time_output_format: "iso",
    format_tsv_null_representation: "\\N",
    bool_true_representation: "true",
    bool_false_representation: "false",
    cancel_http_readonly_queries_on_client_close: "1",
    max_execution_time: String(Math.ceil((limits.statementTimeoutMs * BACKSTOP) / 1000)),
    readonly: "2",
  };

  async function* run(statement: WarehouseStatement, {signal}: RunOptions): AsyncIterableIterator<Batch> {
    const id = crypto.randomUUID();
    let ended = false;
    try {
      const query = new URLSearchParams({...settings, query_id: id});
      const body = bodyOf(statement);
      const response = await http(`${base}?${query}`, {method: "POST", headers, body, signal});
      if (response.status !== 200 || response.headers.has("x-clickhouse-exception-code")) {
        ended = true;
        throw fault(await response.text(), response.status, response.headers);
      }
      yield* readTsv(response, fault);
      ended = true;
    } catch (error) {
      throw asHttpFault(error);
    } finally {
      if (!ended) await cancelling(patience => kill(id, patience));
    }
  }

  async function kill(id: string, signal: AbortSignal): Promise<void> {
    const body = `kill query where query_id = '${id}' async`;
    const response = await http(base, {method: "POST", headers, body, signal});
    await response.body?.cancel();
  }

  return httpWarehouse("clickhouse", limits, run);
}

/** Values go beside the statement, so that their size is not that of a URL. */
function bodyOf({sql, parameters}: WarehouseStatement): string | FormData {
  if (parameters.length === 0) return sql;
  const form = new FormData();
  form.set("query", sql);
  for (const [i, value] of parameters.entries()) form.set(`param_p${i + 1}`, escapeTab(String(value)));
  return form;
}

/** As a field of tab-separated text. */
function escapeTab(text: string): string {
  return text.replace(/[\\\t\n\r]/g, mark => ESCAPES[mark] ?? mark);
}

const ESCAPES: Readonly<Record<string, string>> = {"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"};

/** https://github.com/ClickHouse/ClickHouse/blob/master/src/Common/ErrorCodes.cpp */
const DENIED = new Set([81, 192, 193, 194, 195, 497, 516]);
const CANCELLED = new Set([159, 394]);
const UNREACHABLE = new Set([202, 203, 210, 209, 279]);

function fault(text: string, status: number, headers: Headers): WarehouseError {
  const code = Number(headers.get("x-clickhouse-exception-code") ?? /Code: (\d+)/.exec(text)?.[1] ?? 0);
  const kind =
    DENIED.has(code) || (code === 0 && (status === 401 || status === 403))
      ? "denied"
      : CANCELLED.has(code)
        ? "cancelled"
        : UNREACHABLE.has(code) || (code === 0 && status !== 200)
          ? "unreachable"
          : "refused";
  const message = text.trim() || `The warehouse answered with ${status}.`;
  return new WarehouseError(message, {errorClass: code === 0 ? String(status) : String(code), kind});
}
