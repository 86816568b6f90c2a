import {randomBytes} from "node:crypto";
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import pg from "pg";
import type {Config} from "../../shared/core/config.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import type {Logger} from "../../shared/core/log.ts";
import {
  endServerIn,
  fitsSocket,
  type PostgresServer,
  startPostgres,
} from "../../shared/core/postgres/server.ts";
import {clusterFolder} from "./cluster-folder.ts";
import {makeTemplate, OWNER} from "./restrict-catalog.ts";

export const TEMPLATE = "callers_template";
/** The most idle sessions in all. Each waits for another statement of its caller. */
export const IDLE_SESSIONS = 16;
/** Sessions of the service itself. */
const OWN_SESSIONS = 8;
/** The memory that a process of the server maps before it runs a statement. */
const BASE_BYTES = 96 * 1024 * 1024;

/** A server that runs. */
export interface Cluster {
  /** Whether its process has not ended. */
  running(): boolean;
  exited: Promise<unknown>;
  /** Runs statements of the service, one after another, as superuser in the database `postgres`. */
  admin(statements: readonly string[]): Promise<void>;
  /** Connects as superuser to a database. */
  connectAsOwner(database: string): Promise<pg.Client>;
  /** How a role connects to a database. All roles have one password, which only this process knows. */
  clientConfig(database: string, role: string): pg.ClientConfig;
  password: string;
}

/**
 * A Postgres server of this worker alone, for catalogs, and for statements over the results of queries. It listens on a
 * unix socket only, holds no data of the service, and ends with the worker. When it ends, it loses everything. It is
 * started when it is first needed, and anew when it has died.
 */
export class PrivatePostgres {
  #starting: Promise<Cluster> | undefined;
  #server: PostgresServer | undefined;
  #stopped = false;

  constructor(
    private readonly config: Pick<Config, "dataDir" | "queryTimeoutMs" | "sqlRest">,
    private readonly log: Logger,
    /** The cluster from which the server's cluster is copied. */
    private readonly copyOf?: string,
  ) {}

  async cluster(): Promise<Cluster> {
    if (this.#stopped) throw new ServiceError("worker_unavailable", "The worker is stopping.");
    const starting = this.#starting;
    const held = await starting?.catch(() => undefined);
    if (held?.running()) return held;
    // The first caller who finds that the server has died starts another, for all callers.
    if (held && this.#starting === starting) this.#starting = undefined;
    this.#starting ??= this.#start().catch(error => {
      this.#starting = undefined;
      this.log.error({err: error}, "the private Postgres did not start");
      throw new ServiceError(
        "worker_unavailable",
        "SQL beyond single queries, and its catalog, need a Postgres beside the worker, which did not start.",
        {cause: error, adminDetail: error instanceof Error ? error.message : String(error)},
      );
    });
    return this.#starting;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#starting?.catch(() => undefined);
    await this.#server?.stop();
  }

  async #start(): Promise<Cluster> {
    const startedAt = performance.now();
    const dir = await clusterFolder(join(this.config.dataDir, "sql"));
    // Ends a server of which only the guard has died, and removes the files of a dead server.
    await endServerIn(dir);
    await rm(dir, {recursive: true, force: true});
    const socketDir = fitsSocket(join(dir, "cluster"))
      ? undefined
      : await mkdtemp(join(tmpdir(), "analytics-sql-"));
    const server = await startPostgres({
      dir,
      logFile: join(this.config.dataDir, "sql", "postgres.log"),
      temporary: true,
      superuser: OWNER,
      processBytes: BASE_BYTES + this.config.sqlRest.memoryBytes,
      ...(socketDir === undefined ? {} : {socketDir}),
      ...(this.copyOf === undefined ? {} : {copyOf: this.copyOf}),
      settings: this.#settings(),
    });
    this.#server = server;
    if (socketDir !== undefined)
      server.process.exited
        .then(() => rm(socketDir, {recursive: true, force: true}))
        .catch(error => this.log.warn({err: error, socketDir}, "a folder could not be removed"));
    const cluster = clusterOf(server);
    await cluster.admin([`create database ${TEMPLATE}`, `revoke all on database ${TEMPLATE} from public`]);
    const template = await cluster.connectAsOwner(TEMPLATE);
    try {
      await makeTemplate(template);
    } finally {
      await template.end();
    }
    this.log.info(
      {durationMs: Math.round(performance.now() - startedAt)},
      "the private Postgres has started",
    );
    return cluster;
  }

  #settings(): Record<string, string> {
    const {concurrency, sizeBytes, memoryBytes} = this.config.sqlRest;
    return {
      shared_buffers: "1MB",
      max_connections: String(concurrency + IDLE_SESSIONS + OWN_SESSIONS),
      max_wal_senders: "0",
      wal_level: "minimal",
      max_worker_processes: "0",
      max_parallel_workers: "0",
      io_method: "sync",
      max_wal_size: "64MB",
      min_wal_size: "32MB",
      unix_socket_permissions: "0700",
      work_mem: `${Math.max(4, Math.floor(memoryBytes / 1024 / 1024 / 32))}MB`,
      temp_buffers: "16MB",
      temp_file_limit: `${Math.ceil(sizeBytes / 1024)}kB`,
      statement_timeout: `${this.config.queryTimeoutMs}ms`,
      lock_timeout: "10s",
      client_connection_check_interval: "1s",
      scram_iterations: "1",
      log_statement: "none",
      log_min_messages: "fatal",
      log_min_error_statement: "panic",
      log_checkpoints: "off",
      log_parameter_max_length: "0",
      track_activities: "on",
      max_locks_per_transaction: "1024",
    };
  }
}

function clusterOf(server: PostgresServer): Cluster {
  const url = new URL(server.url);
  const own: pg.ClientConfig = {
    host: url.searchParams.get("host") ?? url.hostname,
    port: server.port,
    user: OWNER,
    password: decodeURIComponent(url.password),
    application_name: "analytics-service",
  };
  const password = randomBytes(24).toString("base64url");
  let turn: Promise<unknown> = Promise.resolve();
  const connectAsOwner = async (database: string) => {
    const client = new pg.Client({...own, database});
    client.on("error", () => undefined);
    await client.connect();
    return client;
  };
  return {
    running: server.process.running,
    exited: server.process.exited,
    connectAsOwner,
    admin(statements) {
      const next = turn.then(async () => {
        const client = await connectAsOwner("postgres");
        try {
          // Databases are made and dropped outside of transactions, so each statement is one of its own.
          for (const statement of statements) await client.query(statement);
        } finally {
          await client.end();
        }
      });
      turn = next.catch(() => undefined);
      return next;
    },
    clientConfig: (database, role) => ({...own, database, user: role, password}),
    password,
  };
}
