import pg from "pg";
import type {Logger} from "../../shared/log.ts";
import {type Batch, limited} from "./batch.ts";
import {encodedRows} from "./encode-rows.ts";
import {PostgresRead} from "./postgres-read.ts";
import {type Warehouse, WarehouseError, type WarehouseLimits, type WarehouseStatement} from "./warehouse.ts";

/** Where and as whom to connect. `host` may be a resolved address; `serverName` is then the name its certificate must bear. */
export interface PostgresTarget {
  host: string;
  serverName?: string;
  port: number;
  database: string;
  user: string;
  password: string;
  ssl: "disable" | "require" | "verify-full";
  schema?: string;
}

const IDLE_MS = 60_000;
/** A server that has not answered a cancel for so long is taken for gone. */
const CANCEL_MS = 2000;

/** Opens a pool; no connection is made before the first statement. */
export function openPostgres(target: PostgresTarget, limits: WarehouseLimits, log: Logger): Warehouse {
  return openPool(target, limits, log, "postgres");
}

/** The same for Amazon Redshift, which speaks the protocol and knows fewer settings; its statements begin read-only too. */
export function openRedshift(target: PostgresTarget, limits: WarehouseLimits, log: Logger): Warehouse {
  return openPool(target, limits, log, "redshift");
}

function openPool(
  target: PostgresTarget,
  limits: WarehouseLimits,
  log: Logger,
  dialect: "postgres" | "redshift",
): Warehouse {
  const clientConfig: pg.ClientConfig = {
    host: target.host,
    port: target.port,
    database: target.database,
    user: target.user,
    password: target.password,
    ssl: sslOf(target),
    connectionTimeoutMillis: limits.connectTimeoutMs,
    keepAlive: true,
    application_name: "analytics-service",
  };
  const pool = new pg.Pool({...clientConfig, max: limits.concurrency, idleTimeoutMillis: IDLE_MS});
  pool.on("error", error => log.warn({err: error}, "an idle warehouse connection was lost"));
  pool.on("connect", client => {
    // A connection that breaks while a statement runs rejects that statement; this is the same news again.
    client.on("error", error => log.debug({err: error}, "a warehouse connection was lost"));
    // Queued before the first statement; where it fails, so does that statement's connection.
    client
      .query(sessionSettings(target, limits, dialect))
      .catch(error => log.warn({err: error}, "a warehouse session could not be set up"));
  });
  const cancel = (client: pg.PoolClient) => cancelBackend(clientConfig, client, log);

  async function* attempt(
    statement: WarehouseStatement,
    maxRows: number | undefined,
    signal: AbortSignal,
  ): AsyncIterableIterator<Batch> {
    signal.throwIfAborted();
    const client = await checkOut(pool, signal);
    const read = new PostgresRead(statement, maxRows);
    let giveUp: NodeJS.Timeout | undefined;
    const onAbort = () => {
      cancel(client);
      giveUp = setTimeout(() => cutOff(client), CANCEL_MS);
    };
    signal.addEventListener("abort", onAbort, {once: true});
    try {
      client.query(read);
      for (let batch = await read.next(); batch; batch = await read.next()) yield batch;
    } catch (error) {
      throw asWarehouseError(error);
    } finally {
      await finish(client, read, onAbort, signal);
      clearTimeout(giveUp);
    }
  }

  /** A statement prepared before its tables changed is refused once; the second try prepares it anew. */
  async function* batches(
    statement: WarehouseStatement,
    maxRows: number | undefined,
    signal: AbortSignal,
  ): AsyncIterableIterator<Batch> {
    let given = 0;
    try {
      for await (const batch of attempt(statement, maxRows, signal)) {
        given++;
        yield batch;
      }
    } catch (error) {
      if (given > 0 || !isStalePlan(error)) throw error;
      yield* attempt(statement, maxRows, signal);
    }
  }

  return {
    dialect,
    stream(statement, options) {
      return encodedRows(this.batches(statement, options), options);
    },
    batches: (statement, {limit, signal}) =>
      limited(batches(statement, limit === undefined ? undefined : limit + 1, signal), limit),
    async rows(statement, signal = new AbortController().signal) {
      const rows: (string | null)[][] = [];
      for await (const batch of batches(statement, undefined, signal)) {
        for (let r = 0; r < batch.rowCount; r++) rows.push(batch.columns.map(column => column[r] ?? null));
      }
      return rows;
    },
    close: () => pool.end(),
  };
}

/** `cached plan must not change result type`, or a prepared statement that a pooler in between has lost. */
function isStalePlan(error: unknown): boolean {
  if (!(error instanceof WarehouseError)) return false;
  const {errorClass} = error.details;
  return errorClass === "26000" || (errorClass === "0A000" && error.message.includes("cached plan"));
}

/** Ends the read's transaction and gives the client back, or drops it where its state is not certain. */
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
    // A cancel that is still on its way must not meet the next statement of this session.
    client.release(signal.aborted);
  } catch (error) {
    client.release(error instanceof Error ? error : true);
  }
}

async function checkOut(pool: pg.Pool, signal: AbortSignal): Promise<pg.PoolClient> {
  const connecting = pool.connect();
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), {once: true});
  });
  try {
    return await Promise.race([connecting, aborted]);
  } catch (error) {
    // The place in the queue cannot be taken back: what it brings is returned at once.
    if (signal.aborted)
      connecting.then(
        client => client.release(),
        () => undefined,
      );
    throw signal.aborted ? error : asWarehouseError(error);
  }
}

function sslOf(target: PostgresTarget): pg.ClientConfig["ssl"] {
  if (target.ssl === "disable") return false;
  return {rejectUnauthorized: target.ssl === "verify-full", servername: target.serverName ?? target.host};
}

const POSTGRES_SETTINGS = [
  "set intervalstyle = 'iso_8601'",
  "set bytea_output = 'hex'",
  "set default_transaction_read_only = on",
];

/** UTC and ISO, so that text is read one way; read-only, so that a fragment which writes is refused. */
function sessionSettings(
  target: PostgresTarget,
  limits: WarehouseLimits,
  dialect: "postgres" | "redshift",
): string {
  const settings = [
    ...(dialect === "postgres" ? POSTGRES_SETTINGS : []),
    "set timezone = 'UTC'",
    "set datestyle = 'ISO, YMD'",
    `set statement_timeout = ${limits.statementTimeoutMs}`,
  ];
  if (target.schema !== undefined) settings.push(`set search_path = ${pg.escapeIdentifier(target.schema)}`);
  return settings.join("; ");
}

interface CancellableClient extends pg.PoolClient {
  processID?: number;
  secretKey?: number;
}
/** Connecting and cancelling, which the published types of pg's connection leave out. */
interface CancelConnection extends pg.Connection {
  connect(port: number, host: string): void;
  cancel(processId: number, secretKey: number): void;
}

/** Ends a connection without a word to its server: the statement on it rejects. */
function cutOff(client: pg.PoolClient): void {
  client.connection.stream.destroy();
}

/** Asks the server to cancel what this session runs: a connection of its own, as the protocol wants it. */
function cancelBackend(config: pg.ClientConfig, client: CancellableClient, log: Logger): void {
  const {processID, secretKey} = client;
  if (processID === undefined || secretKey === undefined) return;
  const connection = new pg.Connection(config) as CancelConnection;
  connection.on("error", error => log.warn({err: error}, "a warehouse statement could not be cancelled"));
  connection.once(config.ssl ? "sslconnect" : "connect", () => connection.cancel(processID, secretKey));
  if (config.ssl) connection.once("connect", () => requestSsl(connection));
  const giveUp = setTimeout(() => connection.stream.destroy(), CANCEL_MS);
  connection.once("end", () => clearTimeout(giveUp));
  connection.connect(config.port ?? 5432, config.host ?? "localhost");
}

function requestSsl(connection: pg.Connection & {requestSsl?(): void}): void {
  connection.requestSsl?.();
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
function asWarehouseError(error: unknown): WarehouseError {
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
  return new WarehouseError(message, {errorClass: code || "connection", kind, cause: error});
}
