import type {Socket} from "node:net";
import {type SecureContext, TLSSocket} from "node:tls";
import type {Logger} from "../../shared/core/log.ts";
import {SqlError} from "../../shared/surfaces/sql/sql-error.ts";
import type {CancelRelay, SqlBackend, SqlSession} from "./backend.ts";
import type {Certificate} from "./certificate.ts";
import type {SessionRegistry} from "./registry.ts";
import type {SpoolQuota} from "./rows/spool.ts";
import type {MessageMemory} from "./session/message-memory.ts";
import {Session} from "./session/session.ts";
import {readText} from "./wire/body-reader.ts";
import {Channel, isClientGone} from "./wire/channel.ts";
import {
  AUTHENTICATION_OK,
  CLEARTEXT_PASSWORD,
  errorResponse,
  negotiateProtocolVersion,
} from "./wire/messages.ts";
import {PROTOCOL_3_2, readOptions, readStartup, type StartupPacket} from "./wire/startup.ts";

/** The dependencies that all connections of a server share. */
export interface ConnectionDeps {
  backend: SqlBackend;
  log: Logger;
  registry: SessionRegistry;
  /** Forwards requests to cancel to the other processes. */
  cancels: CancelRelay | undefined;
  /** Memory for large messages. */
  memory: MessageMemory;
  /** The disk space for rows that clients have not fetched, and how long a client may pause before its rows go there. */
  spools: SpoolQuota;
  spoolAfterMs: number;
  /** Called with `00000` for each client that has signed in, and with the SQLSTATE for each that was refused. */
  onSignIn: (sqlState: string) => void;
  tls: Certificate | undefined;
  /** Whether passwords are also taken from other machines without TLS. */
  allowsPlaintext: boolean;
  /** How long a client may take until it has signed in. */
  startupMs: number;
  /** A controller for each client that has not signed in yet. Aborting it ends the client; an `SqlError` as reason is sent. */
  starting: Set<AbortController>;
  /** How long a client may read nothing while data waits for it. */
  stallMs: number;
  /**
   * The delay before the answer to a wrong password. Failures are not counted by address: tokens cannot be guessed, and
   * behind a proxy all clients have one address.
   */
  failureDelayMs: number;
}

type Startup = Extract<StartupPacket, {kind: "startup"}>;

/** "Successful completion" of Postgres. */
const SIGNED_IN = "00000";
/** The longest start-up packet, as in Postgres. */
const STARTUP_BYTES = 10_000;
const PASSWORD_BYTES = 64 * 1024;
const TLS_HANDSHAKE = 0x16;
const PASSWORD_MESSAGE = "p".charCodeAt(0);
const FAREWELL_MS = 3000;
const ALPN = "postgresql";

/** Answers one client from its first byte to its last. Never rejects. */
export async function serveConnection(deps: ConnectionDeps, socket: Socket): Promise<void> {
  const channel = new Channel(socket, deps.stallMs);
  const address = socket.remoteAddress ?? "";
  const starting = new AbortController();
  deps.starting.add(starting);
  const timer = setTimeout(() => {
    starting.abort();
    channel.destroy();
  }, deps.startupMs);
  const started = () => {
    clearTimeout(timer);
    deps.starting.delete(starting);
  };
  try {
    const startup = await greet(deps, channel, starting.signal);
    if (!startup) return;
    const session = await signIn(deps, channel, startup, address, starting.signal);
    started();
    if (session) await serveSession(deps, channel, session, startup);
  } catch (error) {
    if (isClientGone(error)) return;
    if (!(error instanceof SqlError))
      deps.log.error({err: error}, "an SQL connection met an unexpected error");
    const reported = error instanceof SqlError ? error : new SqlError("XX000", "internal error");
    deps.onSignIn(reported.sqlState);
    channel.write(errorResponse(reported, "FATAL"));
  } finally {
    started();
    channel.end(FAREWELL_MS);
  }
}

/**
 * Reads up to the start-up packet. Returns `undefined` after a request to cancel, after a failed handshake, and if the
 * client has disconnected.
 */
async function greet(
  deps: ConnectionDeps,
  channel: Channel,
  until: AbortSignal,
): Promise<Startup | undefined> {
  let isEncrypted = false;
  if ((await channel.firstByte(until)) === TLS_HANDSHAKE) {
    if (!deps.tls || !(await startTls(channel, deps.tls.context, true, until))) return undefined;
    isEncrypted = true;
  }
  for (let requests = 0; requests < 4; requests++) {
    const frame = await channel.read(false, STARTUP_BYTES, until);
    if (!frame) return undefined;
    const packet = readStartup(frame.body);
    if (packet.kind === "startup") {
      requireTls(deps, channel, isEncrypted);
      return packet;
    }
    if (packet.kind === "cancel") {
      // As in Postgres, the connection is closed once the request has been forwarded.
      const {processId, key} = packet;
      if (!deps.registry.cancel(processId, key)) await deps.cancels?.forward(processId, key);
      return undefined;
    }
    if (packet.kind === "gss" || isEncrypted || !deps.tls) {
      channel.write(Buffer.from("N"));
      await channel.flush();
      continue;
    }
    // Bytes before the handshake may have been injected by somebody between client and server: CVE-2021-23214.
    if (channel.hasMore) throw new SqlError("08P01", "received unencrypted data after SSL request");
    channel.write(Buffer.from("S"));
    await channel.flush();
    if (!(await startTls(channel, deps.tls.context, false, until))) return undefined;
    isEncrypted = true;
  }
  throw new SqlError("08P01", "too many requests before the start-up packet");
}

/** Whether the handshake succeeded. A client that opens the connection with the handshake must name the protocol (ALPN). */
async function startTls(
  channel: Channel,
  secureContext: SecureContext,
  isDirect: boolean,
  until: AbortSignal,
): Promise<boolean> {
  const {promise, resolve} = Promise.withResolvers<boolean>();
  for (const signal of [channel.closed, until])
    signal.addEventListener("abort", () => resolve(false), {once: true});
  channel.upgrade(socket => {
    const secured = new TLSSocket(socket, {isServer: true, secureContext, ALPNProtocols: [ALPN]});
    secured.once("secure", () => resolve(!isDirect || secured.alpnProtocol === ALPN));
    return secured;
  });
  return promise;
}

function requireTls(deps: ConnectionDeps, channel: Channel, isEncrypted: boolean): void {
  if (isEncrypted || deps.allowsPlaintext || isLoopback(channel.address)) return;
  throw new SqlError("28000", "the connection is not encrypted", {
    hint: deps.tls
      ? "Connect with TLS: sslmode=require."
      : "The server needs SQL_TLS_CERT and SQL_TLS_KEY, or SQL_PLAINTEXT=allow where a proxy in front of it terminates TLS.",
  });
}

function isLoopback(address: string): boolean {
  return address === "::1" || /^(::ffff:)?127\./.test(address);
}

async function signIn(
  deps: ConnectionDeps,
  channel: Channel,
  {version, isNegotiated, unknownOptions, parameters}: Startup,
  address: string,
  until: AbortSignal,
): Promise<SqlSession | undefined> {
  if (isNegotiated) channel.write(negotiateProtocolVersion(version, unknownOptions));
  const user = parameters.get("user") ?? "";
  if (user === "") throw new SqlError("28000", "no PostgreSQL user name specified in startup packet");
  if (!["", "false", "off", "no", "0"].includes(parameters.get("replication") ?? ""))
    throw new SqlError("0A000", "replication is not supported");
  channel.write(CLEARTEXT_PASSWORD);
  const frame = await channel.read(true, PASSWORD_BYTES, until);
  if (!frame && until.reason instanceof SqlError) throw until.reason;
  if (!frame) return undefined;
  if (frame.type !== PASSWORD_MESSAGE)
    throw new SqlError("08P01", `expected password response, got message type ${frame.type}`);
  const password = readText(frame.body.subarray(0, frame.body.length - 1));
  if (password === "") throw new SqlError("28P01", "empty password returned by client");
  try {
    return await deps.backend.open({
      user,
      database: parameters.get("database") ?? "",
      password,
      address,
      applicationName: parameters.get("application_name") ?? "",
    });
  } catch (error) {
    if (error instanceof SqlError && error.sqlState === "28P01") await Bun.sleep(deps.failureDelayMs);
    throw error;
  }
}

/** Parameters of the start-up packet that are not settings of the session. */
const NO_SETTINGS = new Set(["user", "database", "options", "replication", "password"]);

async function serveSession(
  {registry, memory, spools, spoolAfterMs, log, onSignIn}: ConnectionDeps,
  channel: Channel,
  sql: SqlSession,
  {version, parameters}: Startup,
): Promise<void> {
  let processId = 0;
  try {
    const session = new Session(channel, sql, log, {
      share: spools.forSession(sql.orgId),
      afterMs: spoolAfterMs,
    });
    const {settings} = session.state;
    for (const [name, value] of readOptions(parameters.get("options") ?? "")) settings.set(name, value);
    for (const [name, value] of parameters)
      if (!NO_SETTINGS.has(name) && !name.startsWith("_pq_.")) settings.set(name, value);
    settings.begin();
    const cancelKey = registry.add(session, sql.orgId, version === PROTOCOL_3_2 ? 32 : 4);
    processId = cancelKey.processId;
    channel.shareMemory(memory.shareOf(sql.orgId));
    onSignIn(SIGNED_IN);
    channel.write(AUTHENTICATION_OK);
    session.greet(processId, cancelKey.key);
    await session.serve();
  } finally {
    registry.remove(processId);
    sql.close();
  }
}
