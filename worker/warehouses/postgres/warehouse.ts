import {isIP} from "node:net";
import pg from "pg";
import type {Logger} from "../../../shared/core/log.ts";
import type {DialectName} from "../../../shared/semantic/index.ts";
import type {WarehouseConfig} from "../../../shared/tenancy/connections/types.ts";
import type {Batch} from "../batch.ts";
import {fromBatches, type ReadOptions, withFallback} from "../from-batches.ts";
import {type Warehouse, WarehouseError, type WarehouseLimits, type WarehouseStatement} from "../warehouse.ts";
import {BoundedClient} from "./bounded-client.ts";
import {CANCEL_MS, cancelBackend, cutOff} from "./cancel.ts";
import {moneyFraction, withDecimals} from "./money.ts";
import {PostgresRead} from "./read.ts";

/**
 * The server's address and the login. `host` may be a resolved address; the certificate is then checked for
 * `serverName`.
 */
export type PostgresTarget = Omit<WarehouseConfig<"postgres">, "type"> & {serverName?: string};

const IDLE_MS = 60_000;
/** Opens a pool; no connection is made before the first statement. */
export function openPostgres(target: PostgresTarget, limits: WarehouseLimits, log: Logger): Warehouse {
  return openPool(target, limits, log, "postgres", POSTGRES_SETTINGS);
}

/**
 * Opens a pool on Amazon Redshift, which speaks the same protocol but has fewer settings. Its transactions begin
 * read-only, too.
 */
export function openRedshift(target: PostgresTarget, limits: WarehouseLimits, log: Logger): Warehouse {
  return openPool(target, limits, log, "redshift", []);
}

export function clientConfigOf(
  target: PostgresTarget,
  {connectTimeoutMs}: Pick<WarehouseLimits, "connectTimeoutMs">,
): pg.ClientConfig {
  return {
    host: target.host,
    port: target.port,
    database: target.database,
    user: target.user,
    password: target.password,
    ssl: sslOf(target),
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    application_name: "analytics-service",
  };
}

function openPool(
  target: PostgresTarget,
  limits: WarehouseLimits,
  log: Logger,
  dialect: DialectName,
  ownSettings: readonly string[],
): Warehouse {
  const clientConfig = clientConfigOf(target, limits);
  const pool = new pg.Pool({
    ...clientConfig,
    Client: BoundedClient,
    max: limits.concurrency,
    idleTimeoutMillis: IDLE_MS,
  });
  pool.on("error", error => log.warn({err: error}, "an idle warehouse connection was lost"));
  pool.on("connect", client => {
    // A lost connection already rejects its running statement, so this event is only logged.
    client.on("error", error => log.debug({err: error}, "a warehouse connection was lost"));
    // Queued before the first statement. A failure means that the connection is broken, so that statement fails, too.
    client
      .query(sessionSettings(target, limits, ownSettings))
      .catch(error => log.warn({err: error}, "a warehouse session could not be set up"));
  });
  const cancel = (client: pg.PoolClient) => cancelBackend(clientConfig, client, log);
  let fraction: Promise<number> | undefined;
  /**
   * The digits of `money`, read once over a separate connection, because all connections of the pool may be waiting for
   * them.
   */
  const fractionOfMoney = (): Promise<number> => {
    fraction ??= moneyFraction(clientConfig).catch(error => {
      fraction = undefined;
      throw error;
    });
    return fraction;
  };

  async function* attempt(
    statement: WarehouseStatement,
    {maxRows, asMessages}: ReadOptions,
    signal: AbortSignal,
  ): AsyncIterableIterator<Batch> {
    signal.throwIfAborted();
    const client = await checkOut(pool, dialect, signal);
    let read = new PostgresRead(statement, maxRows, {asMessages, mayExpectFew: true});
    let giveUp: NodeJS.Timeout | undefined;
    const onAbort = () => {
      cancel(client);
      giveUp = setTimeout(() => cutOff(client), CANCEL_MS);
    };
    signal.addEventListener("abort", onAbort, {once: true});
    try {
      client.query(read);
      let batch = await read.next();
      if (read.isCut) {
        await read.end();
        signal.throwIfAborted();
        read = new PostgresRead(statement, maxRows, {asMessages});
        client.query(read);
        batch = await read.next();
      }
      for (; batch; batch = await read.next()) {
        yield read.money.length === 0 ? batch : withDecimals(batch, read.money, await fractionOfMoney());
      }
    } catch (error) {
      throw asWarehouseError(error, dialect);
    } finally {
      await finish(client, read, onAbort, signal);
      clearTimeout(giveUp);
    }
  }

  /**
   * Retries once, because a prepared statement whose tables have changed is refused; the second attempt prepares it
   * again.
   */
  function batches(statement: WarehouseStatement, signal: AbortSignal, options: ReadOptions) {
    const read = () => attempt(statement, options, signal);
    return withFallback(read(), isStalePlan, read);
  }

  return fromBatches(dialect, batches, () => pool.end());
}

/** `cached plan must not change result type`, or a prepared statement that a connection pooler in between has lost. */
function isStalePlan(error: unknown): boolean {
  if (!(error instanceof WarehouseError)) return false;
  const {errorClass} = error.details;
  return errorClass === "26000" || (errorClass === "0A000" && error.message.includes("cached plan"));
}

/** Ends the read's transaction and returns the client to the pool, or closes it where its state is uncertain. */
async function finish(
  client: pg.PoolClient,
  read: PostgresRead,
  onAbort: () => void,
  signal: AbortSignal,
): Promise<void> {
  try {
    await read.end();
    if (read.failed) await client.query("rollback");
    signal.removeEventListener("abort", onAbort);
    // A cancel request under way must not hit the next statement of this session, so an aborted session is closed.
    client.release(signal.aborted);
  } catch (error) {
    client.release(error instanceof Error ? error : true);
  }
}

async function checkOut(pool: pg.Pool, dialect: DialectName, signal: AbortSignal): Promise<pg.PoolClient> {
  const connecting = pool.connect();
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), {once: true});
  });
  try {
    return await Promise.race([connecting, aborted]);
  } catch (error) {
    // pg's pool cannot remove a caller from its queue, so the client is returned as soon as it arrives.
    if (signal.aborted)
      connecting.then(
        client => client.release(),
        () => undefined,
      );
    throw signal.aborted ? error : asWarehouseError(error, dialect);
  }
}

function sslOf(target: PostgresTarget): pg.ClientConfig["ssl"] {
  if (target.ssl === "disable") return false;
  const name = target.serverName ?? target.host;
  // TLS sends names alone (RFC 6066, section 3). Without a name, the certificate is checked for `host`.
  const server = isIP(name) === 0 ? {servername: name} : {host: name};
  return {rejectUnauthorized: target.ssl === "verify-full", ...server};
}

const POSTGRES_SETTINGS = [
  "set intervalstyle = 'iso_8601'",
  "set bytea_output = 'hex'",
  "set default_transaction_read_only = on",
];

/**
 * The session's settings: UTC and ISO, so that text has one format; read-only, so that a fragment that writes is
 * refused.
 */
function sessionSettings(
  target: PostgresTarget,
  limits: WarehouseLimits,
  ownSettings: readonly string[],
): string {
  const settings = [
    ...ownSettings,
    "set timezone = 'UTC'",
    "set datestyle = 'ISO, YMD'",
    `set statement_timeout = ${limits.statementTimeoutMs}`,
  ];
  if (target.schema !== undefined) settings.push(`set search_path = ${pg.escapeIdentifier(target.schema)}`);
  return settings.join("; ");
}

const UNREACHABLE = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EPIPE",
]);

/** SQLSTATE classes: https://www.postgresql.org/docs/current/errcodes-appendix.html */
export function asWarehouseError(error: unknown, dialect: DialectName): WarehouseError {
  if (error instanceof WarehouseError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
  const kind =
    code === "57014"
      ? "cancelled"
      : /^28|^3D000|^42501/.test(code)
        ? "denied"
        : /^08|^57P0|^53300/.test(code) || UNREACHABLE.has(code) || code === ""
          ? "unreachable"
          : "refused";
  const parameterDetails = dialect === "postgres" ? {parameter: parameterOf(error)} : {};
  return new WarehouseError(message, {
    errorClass: code || "connection",
    kind,
    ...parameterDetails,
    cause: error,
  });
}

/** The parameter whose text was refused as a value of its type, before the statement ran. */
function parameterOf(error: unknown): number | null {
  const where = error instanceof Error && "where" in error ? String(error.where) : "";
  const number = /portal parameter \$(\d+)/.exec(where)?.[1];
  return number === undefined ? null : Number(number) - 1;
}
