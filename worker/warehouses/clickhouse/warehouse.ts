import type {WarehouseConfig} from "../../../shared/tenancy/connections/types.ts";
import type {Batch} from "../batch.ts";
import {asHttpFault, type Http, textOf} from "../http/http.ts";
import {cancelling, httpWarehouse, type RunOptions} from "../http/warehouse.ts";
import {type Warehouse, WarehouseError, type WarehouseLimits, type WarehouseStatement} from "../warehouse.ts";
import {readTsv} from "./tsv.ts";

/** The server's address and the login. */
export type ClickhouseTarget = Omit<WarehouseConfig<"clickhouse">, "type">;

/**
 * Values for settings by which a user's profile could change the meaning of a statement, or silently truncate its
 * result. Where the profile forbids setting one, the server refuses the statement and names the setting.
 */
const FIXED_SETTINGS = {
  aggregate_functions_null_for_empty: "0",
  decimal_check_overflow: "1",
  distinct_overflow_mode: "throw",
  empty_result_for_aggregation_by_empty_set: "0",
  enable_positional_arguments: "1",
  extremes: "0",
  group_by_overflow_mode: "throw",
  join_any_take_last_row: "0",
  join_overflow_mode: "throw",
  limit: "0",
  offset: "0",
  read_overflow_mode: "throw",
  result_overflow_mode: "throw",
  set_overflow_mode: "throw",
  skip_unavailable_shards: "0",
  sort_overflow_mode: "throw",
  timeout_overflow_mode: "throw",
  transform_null_in: "0",
} as const;

/** The server's own time limit, as a multiple of the service's. */
const BACKSTOP = 20;

/**
 * ClickHouse over its HTTP interface. Rows arrive as tab-separated text, and a statement is killed by its query id.
 * `readonly = 2` prevents writes but allows the settings that a statement needs.
 */
export function openClickhouse(target: ClickhouseTarget, limits: WarehouseLimits, http: Http): Warehouse {
  const {base, headers} = endpointOf(target);
  const settings = {
    ...FIXED_SETTINGS,
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
      const {type, body} = bodyOf(statement);
      const response = await http(`${base}?${query}`, {
        method: "POST",
        headers: {...headers, "content-type": type},
        body,
        signal,
      });
      if (response.status !== 200 || response.headers.has("x-clickhouse-exception-code")) {
        ended = true;
        throw fault(await textOf(response), response.status, response.headers);
      }
      yield* readTsv(response, fault);
      ended = true;
    } catch (error) {
      throw asHttpFault(error);
    } finally {
      if (!ended) await cancelling(timeoutSignal => kill(id, timeoutSignal));
    }
  }

  async function kill(id: string, signal: AbortSignal): Promise<void> {
    const body = `kill query where query_id = '${id}' async`;
    const response = await http(base, {method: "POST", headers, body, signal});
    await response.body?.cancel();
  }

  return httpWarehouse("clickhouse", limits, run);
}

export function endpointOf(target: ClickhouseTarget): {base: string; headers: {authorization: string}} {
  const host = target.host.includes(":") ? `[${target.host}]` : target.host;
  const base = `${target.ssl === "disable" ? "http" : "https"}://${host}:${target.port}/`;
  const login = Buffer.from(`${target.user}:${target.password}`).toString("base64");
  return {base, headers: {authorization: `Basic ${login}`}};
}

/**
 * Parameters are sent in the body, because a URL is limited in size. The form (RFC 7578) is built here, because
 * `FormData` turns every line break into CRLF, even within the statement's literals.
 */
function bodyOf({sql, parameters}: WarehouseStatement): {type: string; body: string} {
  if (parameters.length === 0) return {type: "text/plain; charset=utf-8", body: sql};
  const boundary = `part-${crypto.randomUUID()}`;
  const part = (name: string, value: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const values = parameters.map((value, i) => part(`param_p${i + 1}`, escapeTab(String(value))));
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: `${part("query", sql)}${values.join("")}--${boundary}--\r\n`,
  };
}

/** Escapes a text as a field of tab-separated text. */
export function escapeTab(text: string): string {
  return text.replace(/[\\\t\n\r]/g, mark => ESCAPES[mark] ?? mark);
}

const ESCAPES: Readonly<Record<string, string>> = {"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"};

/** https://github.com/ClickHouse/ClickHouse/blob/master/src/Common/ErrorCodes.cpp */
const DENIED = new Set([81, 192, 193, 194, 195, 497, 516]);
const CANCELLED = new Set([159, 394]);
const UNREACHABLE = new Set([202, 203, 210, 209, 279]);

export function fault(text: string, status: number, headers: Headers): WarehouseError {
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
