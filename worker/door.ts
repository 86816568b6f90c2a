import {chmodSync, mkdirSync, rmSync} from "node:fs";
import {dirname} from "node:path";
import {type CallName, isCallName} from "../shared/calls.ts";
import {DoorKeys, isLoopback, parseDoorAddress} from "../shared/door.ts";
import {ServiceError, toWireError} from "../shared/errors.ts";
import type {RunRequest} from "../shared/queries/run-request.ts";
import {parseUploadPath, type UploadStep} from "../shared/snapshots/upload-path.ts";
import type {Executor, Run} from "./executor.ts";
import type {Uploads} from "./snapshots/uploads.ts";
import type {CallHandlers, Worker} from "./worker.ts";

export interface Door {
  /** What the web processes reach it by. */
  address: string;
  /** Takes no new request, and lets those under way end. */
  stop(): Promise<void>;
}

/**
 * The direct door: queries and calls of the web process that somebody waits for. `POST /run` with a `RunRequest`
 * streams the result; `POST /call/<name>` answers JSON; `POST /snapshot/…` takes a CSV in chunks. Errors come as
 * `WireError` with their status.
 */
export function openDoor(worker: Worker, executor: Executor, handlers: CallHandlers, uploads: Uploads): Door {
  const {config} = worker;
  const address = parseDoorAddress(config.workerListen);
  const keys = "unix" in address ? undefined : new DoorKeys(config.encryptionKeys);
  const handle = async (request: Request): Promise<Response> => {
    const {pathname} = new URL(request.url);
    const upload = parseUploadPath(pathname);
    const body = upload ? new Uint8Array(await request.arrayBuffer()) : await request.text();
    if (keys && !keys.verify(request.headers, pathname, body)) {
      return new Response("the signature does not fit", {status: 401});
    }
    try {
      if (typeof body !== "string") return upload ? await answerUpload(uploads, upload, body) : nothing();
      if (pathname === "/run") return answerRun(worker, await executor.run(parseRun(body), request.signal));
      const name = pathname.slice("/call/".length);
      if (pathname.startsWith("/call/") && isCallName(name))
        return await answerCall(worker, handlers, name, body, request.signal);
      return nothing();
    } catch (error) {
      return answerError(worker, error, request);
    }
  };

  if ("unix" in address) {
    mkdirSync(dirname(address.unix), {recursive: true, mode: 0o700});
    rmSync(address.unix, {force: true});
    // Bun cuts off a reader that pauses for ten seconds; `READER_STALL_MS` is to say how long one may. Its types
    // know the option for ports only.
    const patient: object = {idleTimeout: 0};
    const server = Bun.serve({unix: address.unix, fetch: handle, ...patient});
    chmodSync(address.unix, 0o600);
    return {address: address.unix, stop: () => server.stop()};
  }
  const tls = config.workerTls;
  if (!tls && !isLoopback(address.host)) {
    throw new Error(
      `WORKER_LISTEN is ${config.workerListen}: beyond loopback WORKER_TLS_CERT and WORKER_TLS_KEY are needed`,
    );
  }
  const server = Bun.serve({
    hostname: address.host,
    port: address.port,
    idleTimeout: 0,
    fetch: handle,
    ...(tls ? {tls: {cert: Bun.file(tls.cert), key: Bun.file(tls.key)}} : {}),
  });
  const host = address.host.includes(":") ? `[${address.host}]` : address.host;
  return {address: `${tls ? "https" : "http"}://${host}:${server.port}`, stop: () => server.stop()};
}

function nothing(): Response {
  return new Response("there is nothing here", {status: 404});
}

/** A chunk is answered 204, the end of the upload with what was stored. */
async function answerUpload(uploads: Uploads, step: UploadStep, body: Uint8Array): Promise<Response> {
  const stored = await uploads.take(step, body);
  return stored ? Response.json(stored) : new Response(null, {status: 204});
}

/** The web process is the only one that reaches this door, and built the request from what it has checked. */
function parseRun(body: string): RunRequest {
  return JSON.parse(body);
}

async function answerCall<N extends CallName>(
  worker: Worker,
  handlers: CallHandlers,
  name: N,
  body: string,
  signal: AbortSignal,
): Promise<Response> {
  return Response.json(await handlers[name](worker, JSON.parse(body), signal));
}

function answerRun({log}: Worker, run: Run): Response {
  const headers = {"x-warehouse-ms": run.warehouseMs.toFixed(2), "x-shared": run.shared ? "1" : "0"};
  if (run.whole) return new Response(run.first, {headers});
  let first: Uint8Array | undefined = run.first;
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (first) {
        controller.enqueue(first);
        first = undefined;
        return;
      }
      try {
        const {value, done} = await run.rest.next();
        if (done) controller.close();
        else controller.enqueue(value.bytes);
      } catch (error) {
        log.warn({err: error}, "a result broke off");
        controller.error(error);
      }
    },
    async cancel() {
      await run.rest.return?.();
    },
  });
  return new Response(stream, {headers});
}

function answerError({log}: Worker, error: unknown, {headers, signal}: Request): Response {
  if (error instanceof ServiceError) return Response.json(toWireError(error), {status: error.status});
  const requestId = headers.get("x-request-id");
  // Nobody hears the answer to one who has left, and it was nobody's fault.
  if (signal.aborted) log.debug({requestId}, "the caller of the direct door has left");
  else log.error({err: error, requestId}, "a request at the direct door failed");
  return Response.json({code: "internal_error", message: "Something went wrong on our side."}, {status: 500});
}
