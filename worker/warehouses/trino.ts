import type {Batch} from "./batch.ts";
import {type Http, refusal} from "./http.ts";
import {cancelling, httpWarehouse, type RunOptions, toBatch} from "./http-warehouse.ts";
import {parseTrino, type TrinoAnswer, textsOf} from "./trino-values.ts";
import {type Warehouse, WarehouseError, type WarehouseLimits, type WarehouseStatement} from "./warehouse.ts";

/** Where and as whom to ask: with a password, a token (JWT, OAuth), or with neither where the server asks for none. */
export interface TrinoTarget {
  host: string;
  port: number;
  catalog: string;
  schema?: string;
  user: string;
  password: string;
  token: string;
  ssl: "disable" | "verify-full";
}

/** A server in between that is overloaded says so; the statement goes on meanwhile. */
const BUSY = new Set([429, 502, 503, 504]);
const BUSY_MS = 75;

/** Trino over its statement API: each answer names where the next one is. */
export function openTrino(target: TrinoTarget, limits: WarehouseLimits, http: Http): Warehouse {
  const host = target.host.includes(":") ? `[${target.host}]` : target.host;
  const base = `${target.ssl === "disable" ? "http" : "https"}://${host}:${target.port}`;
  const authorization = authorizationOf(target);
  const identity = {
    "x-trino-user": target.user,
    ...(authorization === undefined ? {} : {authorization}),
  };
  const headers = {
    ...identity,
    "x-trino-source": "analytics-service",
    "x-trino-catalog": target.catalog,
    ...(target.schema === undefined ? {} : {"x-trino-schema": target.schema}),
    "x-trino-time-zone": "UTC",
    // Without it moments are cut to milliseconds.
    "x-trino-client-capabilities": "PARAMETRIC_DATETIME",
    "x-trino-session": `query_max_run_time=${Math.ceil(limits.statementTimeoutMs / 1000) * 20}s`,
  };

  async function answerOf(ask: () => Promise<Response>, signal: AbortSignal): Promise<TrinoAnswer> {
    for (;;) {
      const response = await ask();
      if (response.status === 200) return parseTrino(await response.text());
      const said = await response.text();
      if (!BUSY.has(response.status)) throw refusal(response.status, said);
      signal.throwIfAborted();
      await Bun.sleep(BUSY_MS);
    }
  }

  async function* run(statement: WarehouseStatement, {signal}: RunOptions): AsyncIterableIterator<Batch> {
    const body = textOf(statement);
    const first = () => http(`${base}/v1/statement`, {method: "POST", headers, body, signal});
    let answer = await answerOf(first, signal);
    let next = nextOf(answer);
    try {
      let given = 0;
      let columns = answer.columns;
      for (;;) {
        if (answer.error !== undefined) throw fault(answer.error);
        columns ??= answer.columns;
        if (columns !== undefined && (answer.data?.length ?? 0) > 0) {
          given++;
          const {kinds, texts} = textsOf(columns);
          yield toBatch(
            (answer.data ?? []).map(row => row.map((value, c) => texts[c]?.(value) ?? null)),
            kinds,
          );
        }
        if (next === undefined) break;
        const at = next;
        answer = await answerOf(() => http(at, {method: "GET", headers: identity, signal}), signal);
        next = nextOf(answer);
      }
      if (given === 0) yield toBatch([], textsOf(columns ?? []).kinds);
    } finally {
      const at = next;
      if (at !== undefined) {
        await cancelling(patience => http(at, {method: "DELETE", headers: identity, signal: patience}));
      }
    }
  }

  /** Whatever host the server believes itself to be: it is asked where it was reached. */
  function nextOf({nextUri}: TrinoAnswer): string | undefined {
    if (nextUri === undefined) return undefined;
    const {pathname, search} = new URL(nextUri);
    return `${base}${pathname}${search}`;
  }

  return httpWarehouse("trino", limits, run);
}

function authorizationOf({user, password, token}: TrinoTarget): string | undefined {
  if (token !== "") return `Bearer ${token}`;
  return password === "" ? undefined : `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
}

/** Values go as literals of text beside the statement, which itself is one: in those only a quote means anything. */
function textOf({sql, parameters}: WarehouseStatement): string {
  if (parameters.length === 0) return sql;
  const values = parameters.map(value => quoted(String(value)));
  return `execute immediate ${quoted(sql)} using ${values.join(", ")}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function fault({message, errorName, errorType}: NonNullable<TrinoAnswer["error"]>): WarehouseError {
  const kind =
    errorName === "USER_CANCELED" ||
    errorName === "EXCEEDED_TIME_LIMIT" ||
    errorName === "ADMINISTRATIVELY_KILLED"
      ? "cancelled"
      : errorName === "PERMISSION_DENIED"
        ? "denied"
        : errorName === "SERVER_SHUTTING_DOWN" || errorName === "SERVER_STARTING_UP"
          ? "unreachable"
          : "refused";
  return new WarehouseError(message, {errorClass: errorName ?? errorType ?? "error", kind});
}
