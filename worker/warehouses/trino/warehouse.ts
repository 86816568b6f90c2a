import {quoteText} from "../../../shared/semantic/index.ts";
import type {WarehouseConfig} from "../../../shared/tenancy/connections/types.ts";
import type {Batch} from "../batch.ts";
import {type Http, refusal, textOf} from "../http/http.ts";
import {cancelling, httpWarehouse, type RunOptions, toBatch} from "../http/warehouse.ts";
import type {Lexis} from "../one-select.ts";
import {type Warehouse, WarehouseError, type WarehouseLimits, type WarehouseStatement} from "../warehouse.ts";
import {parseTrino, type TrinoAnswer, textsOf} from "./values.ts";

export const LEXIS: Lexis = {engine: "trino", strings: "'", names: '"', escapes: false, lineComments: ["--"]};

/** The server's address and the login: a password, a token (JWT, OAuth), or none where the server asks for none. */
export type TrinoTarget = Omit<WarehouseConfig<"trino">, "type">;

/** Statuses of an overloaded proxy; the statement continues meanwhile. */
const BUSY = new Set([429, 502, 503, 504]);
const BUSY_MS = 75;

/** Trino over its statement API: each answer contains the address of the next one. */
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
    // Without this capability timestamps are cut to milliseconds.
    "x-trino-client-capabilities": "PARAMETRIC_DATETIME",
    "x-trino-session": `query_max_run_time=${Math.ceil(limits.statementTimeoutMs / 1000) * 20}s`,
  };

  async function answerOf(ask: () => Promise<Response>, signal: AbortSignal): Promise<TrinoAnswer> {
    for (;;) {
      const response = await ask();
      if (response.status === 200) return parseTrino(await textOf(response));
      const text = await textOf(response);
      if (!BUSY.has(response.status)) throw refusal(response.status, text);
      signal.throwIfAborted();
      await Bun.sleep(BUSY_MS);
    }
  }

  async function* run(statement: WarehouseStatement, {signal}: RunOptions): AsyncIterableIterator<Batch> {
    const body = statementText(statement);
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
        await cancelling(timeoutSignal =>
          http(at, {method: "DELETE", headers: identity, signal: timeoutSignal}),
        );
      }
    }
  }

  /** Trino's next address may name another host than the one that was reached, so only the path of it is used. */
  function nextOf({nextUri}: TrinoAnswer): string | undefined {
    if (nextUri === undefined) return undefined;
    const {pathname, search} = new URL(nextUri);
    return `${base}${pathname}${search}`;
  }

  return httpWarehouse("trino", limits, run, LEXIS);
}

function authorizationOf({user, password, token}: TrinoTarget): string | undefined {
  if (token !== "") return `Bearer ${token}`;
  return password === "" ? undefined : `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
}

/**
 * Parameters are sent as text literals in an `execute immediate`, whose statement is itself a literal: in those only
 * the quote is special.
 */
function statementText({sql, parameters}: WarehouseStatement): string {
  if (parameters.length === 0) return sql;
  const values = parameters.map(value => quoteText(String(value)));
  return `execute immediate ${quoteText(sql)} using ${values.join(", ")}`;
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
