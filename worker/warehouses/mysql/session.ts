import type {Socket} from "node:net";
import type {Connection} from "mysql2";
import type {Logger} from "../../../shared/core/log.ts";
import {ByteBound} from "../server.ts";
import type {WarehouseLimits} from "../warehouse.ts";
import {type Connected, connected, lost, type MysqlTarget, run, SQL_MODE} from "./connect.ts";
import {asWarehouseError} from "./error.ts";

/** A server that does not end a statement within this time after a cancel is considered lost. */
export const CANCEL_MS = 2000;

/** The server's own time limit, as a multiple of the service's. */
const BACKSTOP = 20;

/**
 * Settings that enable hash joins in MariaDB, which otherwise uses nested loops over tables without an index. Indexes
 * are used as before. MySQL 8 has hash joins by default.
 */
const HASH_JOINS = [
  "join_cache_level = greatest(@@join_cache_level, 4)",
  "join_buffer_size = greatest(@@join_buffer_size, 8388608)",
  "join_buffer_space_limit = greatest(@@join_buffer_space_limit, 33554432)",
].join(", ");

/** One connection, read-only and in UTC, that runs one statement at a time. */
export class MysqlSession {
  broken = false;
  /** Whether the session has run a statement before. */
  isUsed = false;
  readonly connection: Connection;
  /** Breaks off the connection if the server sends too many bytes without ending a message. */
  readonly bound: ByteBound;
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
    this.bound = new ByteBound(socket);
    this.#socket = socket;
    connection.on("error", error => this.#lose(error));
    connection.on("end", () => this.#lose(lost()));
  }

  static async open(target: MysqlTarget, limits: WarehouseLimits, log: Logger): Promise<MysqlSession> {
    const session = new MysqlSession(await connected(target, limits), target, limits, log);
    try {
      await session.#bounded(() => session.#set());
    } catch (error) {
      session.destroy();
      throw asWarehouseError(error);
    }
    return session;
  }

  /** Calls `listener` once if the connection breaks; the returned function cancels that. */
  onLost(listener: (error: unknown) => void): () => void {
    this.#whenLost.add(listener);
    return () => this.#whenLost.delete(listener);
  }

  /** Resets whatever a statement left in the session: variables, named locks, temporary tables, settings. */
  async reset(): Promise<void> {
    await this.#bounded(async () => {
      await new Promise<void>((resolve, reject) => {
        this.connection.reset(error => (error ? reject(error) : resolve()));
      });
      await this.#set();
    });
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
    this.bound.stop();
    for (const listener of this.#whenLost) listener(error);
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

  async #bounded(work: () => Promise<void>): Promise<void> {
    this.bound.start();
    try {
      await work();
    } finally {
      this.bound.stop();
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
      // The server's default collation, so that literals compare as they do in the user's own client.
      "character_set_connection = utf8mb4",
      // A reader may be slow, so the server waits this long for it.
      "net_write_timeout = 3600",
      // The server also counts the reader's time, so this limit only ends statements whose process is gone.
      this.#isMariaDb
        ? `tx_read_only = 1, max_statement_time = ${(statementTimeoutMs * BACKSTOP) / 1000}, ${HASH_JOINS}`
        : `transaction_read_only = 1, max_execution_time = ${statementTimeoutMs * BACKSTOP}`,
    ];
    await run(this.connection, `set session ${settings.join(", ")}`);
  }
}
