import {chmodSync} from "node:fs";
import {parseUploadPath, type UploadStep} from "../../shared/content/snapshots/upload-path.ts";
import {ServiceError, statusOf} from "../../shared/core/errors.ts";
import {isLoopback} from "../../shared/core/network.ts";
import {watchDescriptors} from "../../shared/core/process/descriptors.ts";
import {parseVersionedPath} from "../../shared/core/process/protocol-version.ts";
import {readRunRequest} from "../../shared/core/wire/run-request.ts";
import {toWireError, type WireError} from "../../shared/core/wire-error.ts";
import {type CallName, isCallName, readRequest} from "../../shared/core/workers/calls.ts";
import {parseListenAddress, RequestSigner, WORKER_PATH} from "../../shared/core/workers/protocol.ts";
import {bodyOf, type Executor, type Run} from "../execute/executor.ts";
import type {Uploads} from "../snapshots/uploads.ts";
import {fullDiskFault} from "../storage/full-disk.ts";
import type {CallHandlers, Worker} from "../worker.ts";
import {Lines} from "./lines.ts";
import {type Guard, readListenerBody} from "./request-body.ts";
import {SeenNonces} from "./seen-nonces.ts";
import {ownSocketPath} from "./sockets.ts";

/** How long a connection to a TCP port may be idle between two requests. */
const IDLE_SECONDS = 120;

const decoder = new TextDecoder();

export interface Listener {
  /** The address at which web processes reach the listener. */
  address: string;
  /** Asks the web processes to send small queries to other workers. Resolves when they do so, or after `graceMs`. */
  leave(graceMs: number): Promise<void>;
  /** Accepts no new requests, and lets the running ones end. */
  stop(): Promise<void>;
}

/**
 * The listener of a worker, for interactive queries and calls of the web process. `GET /v3/line` opens a line for small
 * queries, and `POST /v3/rest` streams a result that is too large for a line; `POST /v3/run` with a `RunRequest`
 * streams the result; `POST /v3/call/<name>` answers JSON; `POST /v3/snapshot/…` takes a CSV in chunks; `POST /worker`
 * returns the worker's id. Errors are a `WireError` with its status. A protocol version that this process does not
 * support is answered with 421.
 */
export function openListener(
  worker: Worker,
  executor: Executor,
  handlers: CallHandlers,
  uploads: Uploads,
): Listener {
  const {config} = worker;
  const address = parseListenAddress(config.workerListen);
  const lines = new Lines(executor, (thrown, requestId, signal) =>
    JSON.stringify(refusalOf(worker, thrown, requestId, signal).error),
  );
  const handle = async (
    request: Request,
    server: Bun.Server<undefined>,
    guard?: Guard,
  ): Promise<Response | undefined> => {
    const {pathname} = new URL(request.url);
    const body = await readListenerBody(request, pathname, config.bodyWaitMs, guard);
    if (body instanceof Response) return body;
    if (pathname === WORKER_PATH) return new Response(worker.id);
    const path = parseVersionedPath(pathname);
    if (path === undefined) return wrongVersion();
    try {
      if (path === "/line") return lines.upgrade(request, server);
      const upload = path.startsWith("/snapshot/") ? parseUploadPath(path) : undefined;
      if (upload) return await answerUpload(uploads, upload, body);
      const text = decoder.decode(body);
      if (path === "/run")
        return answerRun(worker, await executor.run(readRunRequest(JSON.parse(text)), request.signal));
      if (path === "/rest") return answerRun(worker, lines.takeRest(text, request.signal));
      const name = path.slice("/call/".length);
      if (path.startsWith("/call/") && isCallName(name))
        return await answerCall(worker, handlers, name, text, request.signal);
      return notFound();
    } catch (error) {
      return answerError(worker, error, request);
    }
  };

  const leave = (graceMs: number) => lines.leave(graceMs);
  const stop = (server: Bun.Server<undefined>) => {
    lines.end();
    return server.stop();
  };

  if ("unix" in address) {
    const unix = ownSocketPath(address.unix);
    // Bun disconnects a reader that pauses for ten seconds, but `READER_STALL_MS` decides how long one may. Bun's types
    // know the option for ports only.
    const noIdleTimeout: object = {idleTimeout: 0};
    const server = Bun.serve({
      unix,
      fetch: (request, server) => handle(request, server),
      websocket: lines.handler,
      ...noIdleTimeout,
    });
    chmodSync(unix, 0o600);
    return {address: unix, leave, stop: () => stop(server)};
  }
  const tls = config.workerTls;
  if (!tls && !isLoopback(address.host)) {
    throw new Error(
      `WORKER_LISTEN is ${config.workerListen}: beyond loopback WORKER_TLS_CERT and WORKER_TLS_KEY are needed`,
    );
  }
  const server: Bun.Server<undefined> = Bun.serve({
    hostname: address.host,
    port: address.port,
    idleTimeout: IDLE_SECONDS,
    fetch: (request, server) => {
      // `READER_STALL_MS` decides how long the reader of an answer may pause.
      server.timeout(request, 0);
      return handle(request, server, guard);
    },
    websocket: lines.handler,
    ...(tls ? {tls: {cert: Bun.file(tls.cert), key: Bun.file(tls.key)}} : {}),
  });
  const host = address.host.includes(":") ? `[${address.host}]` : address.host;
  const url = `${tls ? "https" : "http"}://${host}:${server.port}`;
  const guard: Guard = {keys: new RequestSigner(config.encryptionKeys), seen: new SeenNonces(), address: url};
  const descriptors = watchDescriptors(() => server.closeIdleConnections(), worker.log);
  return {
    address: url,
    leave,
    stop: () => {
      clearInterval(descriptors);
      return stop(server);
    },
  };
}

/**
 * The response to a sender of another protocol version, which still knows this address from an earlier worker. Such a
 * sender passes the error on to its client, so the error says to try again.
 */
function wrongVersion(): Response {
  const error = new ServiceError(
    "worker_unavailable",
    "The worker runs another version of the service. Try again in a moment.",
    {headers: {"retry-after": "2"}},
  );
  return Response.json(toWireError(error), {status: 421});
}

function notFound(): Response {
  return new Response("there is nothing here", {status: 404});
}

/** Answers 204 to a chunk, and with the stored snapshot at the end of the upload. */
async function answerUpload(uploads: Uploads, step: UploadStep, body: Uint8Array): Promise<Response> {
  const stored = await uploads.take(step, body);
  return stored ? Response.json(stored) : new Response(null, {status: 204});
}

async function answerCall<N extends CallName>(
  worker: Worker,
  handlers: CallHandlers,
  name: N,
  body: string,
  signal: AbortSignal,
): Promise<Response> {
  return Response.json(await handlers[name](worker, readRequest(name, JSON.parse(body)), signal));
}

function answerRun({log}: Pick<Worker, "log">, run: Run): Response {
  const headers = {"x-warehouse-ms": run.warehouseMs.toFixed(2), "x-shared": run.shared ? "1" : "0"};
  return new Response(
    bodyOf(run, error => log.warn({err: error}, "a result broke off")),
    {headers},
  );
}

function answerError(worker: Pick<Worker, "log">, thrown: unknown, {headers, signal}: Request): Response {
  const {error, status} = refusalOf(worker, thrown, headers.get("x-request-id"), signal);
  return Response.json(error, {status});
}

/** The error to respond with and its status. Errors that are faults of this service are logged. */
function refusalOf(
  {log}: Pick<Worker, "log">,
  thrown: unknown,
  requestId: string | null,
  signal: AbortSignal,
): {error: WireError; status: number} {
  const full = fullDiskFault(thrown);
  const error = full ?? thrown;
  if (full) log.error({err: thrown}, "the disk is full");
  if (error instanceof ServiceError) return {error: toWireError(error), status: statusOf(error)};
  // When the caller has left, nobody reads the answer and there is no fault to log.
  if (signal.aborted) log.debug({requestId}, "the caller of the listener has left");
  else log.error({err: error, requestId}, "a request at the listener failed");
  return {error: toWireError(error), status: 500};
}
