import {connect, type Socket} from "node:net";
import {type Connection, createConnection} from "mysql2";
import type {WarehouseConfig} from "../../../shared/connections/types.ts";
import type {Logger} from "../../../shared/log.ts";
import {WarehouseError, type WarehouseLimits} from "../warehouse.ts";
import {asWarehouseError} from "./error.ts";

/**
 * The server's address and the login. `host` may be a resolved address; the certificate is then checked for
 * `serverName`.
 */
export type MysqlTarget = Omit<WarehouseConfig<"mysql">, "type"> & {serverName?: string};

/**
 * Standard strings: `"a"` is a name, and a backslash is not an escape. So the engine reads a SQL fragment in the same
 * way as the check of the layer did.
 */
const SQL_MODE =
  "ANSI_QUOTES,NO_BACKSLASH_ESCAPES,STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION";

/** A server that does not end a statement within this time after a cancel is considered lost. */
export const CANCEL_MS = 2000;

/** The server's own time limit, as a multiple of the service's. */
const BACKSTOP = 20;

/**
 * MariaDB joins by a hash only where it is told to, and otherwise compares each row of a table without a key with each of
 * the other's. Where there is a key, it is used as before. MySQL 8 joins so by itself.
 */
const HASH_JOINS = [
  "join_cache_level = greatest(@@join_cache_level, 4)",
  "join_buffer_size = greatest(@@join_buffer_size, 8388608)",
  "join_buffer_space_limit = greatest(@@join_buffer_space_limit, 33554432)",
].join(", ");

/** One connection, read-only and in UTC, that runs one statement at a time. */
export class MysqlSession {
  broken = false;
  /** Whether it has run a statement before. */
  isUsed = false;
  readonly connection: Connection;
  readonly #socket: Socket;
  readonly #whenLost = new Set<(error: unknown) => void>();
  #isMariaDb: boolean | undefined;

  private constructor(
    {connection, socket}: Connected,
    private readonly target: MysqlTarget,
    private readonly limits: WarehouseLimits,
    private readonly log: Logger,
  ) {
    this.connection = connection;
    this.#socket = socket;
    connection.on("error", error => this.#lose(error));
    connection.on("end", () => this.#lose(lost()));
  }

  static async open(target: MysqlTarget, limits: WarehouseLimits, log: Logger): Promise<MysqlSession> {
    const session = new MysqlSession(await connected(target, limits), target, limits, log);
    try {
      await session.#set();
    } catch (error) {
      session.destroy();
      throw asWarehouseError(error);
    }
    return session;
  }

  /** Calls `tell` once if the connection breaks; the returned function cancels that. */
  onLost(tell: (error: unknown) => void): () => void {
    this.#whenLost.add(tell);
    return () => this.#whenLost.delete(tell);
  }

  /** Resets whatever a statement left in the session: variables, named locks, temporary tables, settings. */
  async reset(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.connection.reset(error => (error ? reject(error) : resolve()));
    });
    await this.#set();
  }

  /**
   * Asks the server to stop this session's statement, over another connection, because this one is busy. The session is
   * not used again, because the request could hit its next statement.
   */
  kill(): void {
    this.broken = true;
    this.#kill(this.connection.threadId).catch(error =>
      this.log.warn({err: error}, "a warehouse statement could not be cancelled"),
    );
  }

  destroy(): void {
    this.broken = true;
    this.connection.destroy();
    this.#socket.destroy();
    this.#lose(lost());
  }

  end(): Promise<void> {
    this.broken = true;
    return new Promise(resolve => {
      this.connection.on("end", () => resolve());
      this.connection.end(() => resolve());
    });
  }

  #lose(error: unknown): void {
    if (!this.broken) this.log.debug({err: error}, "a warehouse connection was lost");
    this.broken = true;
    for (const tell of this.#whenLost) tell(error);
    this.#whenLost.clear();
  }

  async #kill(id: number): Promise<void> {
    const {connection, socket} = await connected(this.target, this.limits);
    const giveUp = setTimeout(() => socket.destroy(lost()), CANCEL_MS);
    try {
      await run(connection, `kill query ${id}`);
    } finally {
      clearTimeout(giveUp);
      connection.destroy();
    }
  }

  async #set(): Promise<void> {
    this.#isMariaDb ??= /mariadb/i.test(JSON.stringify(await run(this.connection, "select version()")));
    const {statementTimeoutMs} = this.limits;
    const settings = [
      `sql_mode = '${SQL_MODE}'`,
      "time_zone = '+00:00'",
      "autocommit = 1",
      "character_set_client = utf8mb4",
      "character_set_results = utf8mb4",
      // With the server's default collation, so that literals compare as they do in the user's own client.
      "character_set_connection = utf8mb4",
      // A reader may be slow.
      "net_write_timeout = 3600",
      // The server also counts the reader's time, so this limit only ends statements whose process is gone.
      this.#isMariaDb
        ? `tx_read_only = 1, max_statement_time = ${(statementTimeoutMs * BACKSTOP) / 1000}, ${HASH_JOINS}`
        : `transaction_read_only = 1, max_execution_time = ${statementTimeoutMs * BACKSTOP}`,
    ];
    await run(this.connection, `set session ${settings.join(", ")}`);
  }
}

function lost(): WarehouseError {
  return new WarehouseError("The connection was closed.", {errorClass: "connection", kind: "unreachable"});
}

interface Connected {
  connection: Connection;
  socket: Socket;
}

function run(connection: Connection, sql: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    connection.query(sql, (error, rows) => (error ? reject(error) : resolve(rows)));
  });
}

function connected(target: MysqlTarget, limits: WarehouseLimits): Promise<Connected> {
  const socket = connect({host: target.host, port: target.port, noDelay: true, keepAlive: true});
  const connection = createConnection({
    // The certificate is checked for this name; the socket connects to the address.
    host: target.serverName ?? target.host,
    port: target.port,
    stream: socket,
    user: target.user,
    password: target.password,
    database: target.database,
    charset: "UTF8MB4_GENERAL_CI",
    connectTimeout: limits.connectTimeoutMs,
    flags: ["-LOCAL_FILES"],
    supportBigNumbers: true,
    bigNumberStrings: true,
    dateStrings: true,
    jsonStrings: true,
    ...(target.ssl === "disable" ? {} : {ssl: tlsOf(target)}),
  });
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      socket.destroy();
      reject(asWarehouseError(error));
    };
    connection.on("error", fail);
    connection.connect(error => (error ? fail(error) : resolve({connection, socket})));
  });
}

function tlsOf(target: MysqlTarget) {
  const isChecked = target.ssl === "verify-full";
  return {rejectUnauthorized: isChecked, verifyIdentity: isChecked};
}
