import {createServer, type Server, type Socket} from "node:net";
import type {Logger} from "../../shared/core/log.ts";
import {SqlError} from "../../shared/surfaces/sql/sql-error.ts";
import {loadParser} from "../../shared/surfaces/sql/statement/postgres-parser.ts";
import type {CancelRelay, SqlBackend} from "./backend.ts";
import type {Certificate} from "./certificate.ts";
import {type ConnectionDeps, serveConnection} from "./connection.ts";
import {SessionRegistry} from "./registry.ts";
import {type SpoolLimits, SpoolQuota} from "./rows/spool.ts";
import {MessageMemory} from "./session/message-memory.ts";

export interface SqlServerOptions {
  host: string;
  /** 0: any free port. */
  port: number;
  tls?: Certificate | undefined;
  /** Whether passwords are also accepted from other machines without TLS. */
  allowsPlaintext: boolean;
  /** The most sessions at once, in total and of one organization. */
  maxSessions: number;
  maxSessionsOfOrg: number;
  /** How long a client may read nothing while data waits for it. */
  stallMs: number;
  /** Called with `00000` for each client that has signed in, and with the SQLSTATE for each that was refused. */
  onSignIn?: (sqlState: string) => void;
  /** Bytes on the disk for rows that clients have not fetched. */
  cursorBytes: SpoolLimits;
  /** Forwards requests to cancel to the other processes. */
  cancels?: CancelRelay;
  startupMs?: number;
  failureDelayMs?: number;
}

const STARTUP_MS = 30_000;
const FAILURE_DELAY_MS = 1000;
const KEEPALIVE_MS = 60_000;
/** The most connections that have not signed in yet. Sessions are counted separately. */
const MAX_STARTING = 512;
/** Shorter than `READER_STALL_MS`, the time for which a worker waits for its reader. */
const SPOOL_AFTER_MS = 5000;
const MESSAGES_BYTES = {all: 256 * 1024 * 1024, org: 64 * 1024 * 1024};
const STOP_GRACE_MS = 2000;

/** A listener of Postgres' protocol: https://www.postgresql.org/docs/18/protocol.html */
export class SqlServer {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #serving = new Set<Promise<void>>();
  readonly #starting = new Set<AbortController>();
  readonly #registry: SessionRegistry;
  readonly #deps: ConnectionDeps;
  readonly #most: number;
  readonly #stopListening: (() => void) | undefined;

  constructor(
    backend: SqlBackend,
    log: Logger,
    private readonly options: SqlServerOptions,
  ) {
    this.#registry = new SessionRegistry(options.maxSessions, options.maxSessionsOfOrg);
    this.#most = options.maxSessions + MAX_STARTING;
    this.#deps = {
      backend,
      log,
      registry: this.#registry,
      cancels: options.cancels,
      spools: new SpoolQuota(options.cursorBytes),
      spoolAfterMs: Math.min(SPOOL_AFTER_MS, options.stallMs / 3),
      memory: new MessageMemory(MESSAGES_BYTES),
      onSignIn: options.onSignIn ?? (() => undefined),
      tls: options.tls,
      allowsPlaintext: options.allowsPlaintext,
      startupMs: options.startupMs ?? STARTUP_MS,
      starting: this.#starting,
      stallMs: options.stallMs,
      failureDelayMs: options.failureDelayMs ?? FAILURE_DELAY_MS,
    };
    this.#stopListening = options.cancels?.listen((processId, isKey) =>
      this.#registry.cancelIf(processId, isKey),
    );
    this.#server = createServer(
      {noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEPALIVE_MS},
      socket => this.#serve(socket),
    );
  }

  /** Resolves with the port. Rejects if the server cannot listen at the address. */
  async listen(): Promise<number> {
    await loadParser();
    const {promise, resolve, reject} = Promise.withResolvers<void>();
    this.#server.once("error", reject);
    this.#server.listen(this.options.port, this.options.host, resolve);
    await promise;
    const address = this.#server.address();
    return typeof address === "object" && address ? address.port : this.options.port;
  }

  /** How many clients are signed in. */
  get sessions(): number {
    return this.#registry.size;
  }

  /**
   * Takes no new clients. Ends each session with an error once the client's requests are answered, and after `graceMs`
   * at the latest. Clients that have not signed in get the error at once. Before the start-up packet the protocol has
   * no message for an error, so the connection is then closed without an error.
   */
  async stop(graceMs = 0): Promise<void> {
    const goodbye = new SqlError("57P01", "terminating connection due to administrator command");
    this.#server.close();
    for (const starting of this.#starting) starting.abort(goodbye);
    this.#registry.drainAll(goodbye);
    await Promise.race([Promise.all(this.#serving), Bun.sleep(graceMs)]);
    this.#stopListening?.();
    this.#registry.endAll(goodbye);
    await Promise.race([Promise.all(this.#serving), Bun.sleep(STOP_GRACE_MS)]);
    for (const socket of this.#sockets) socket.destroy();
  }

  #serve(socket: Socket): void {
    if (this.#sockets.size >= this.#most) {
      socket.destroy();
      return;
    }
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    const served = serveConnection(this.#deps, socket).finally(() => this.#serving.delete(served));
    this.#serving.add(served);
  }
}
