import {resolve} from "node:path";
import type {Config} from "../config.ts";
import {OtherProtocol, versionedPath} from "../process/protocol-version.ts";
import {fromWireError, readWireError} from "../wire-error.ts";
import {FRAME_KINDS, type Frame, Line, MAX_PAYLOAD_BYTES} from "./line.ts";
import {LINE_PATH, RequestSigner, WORKER_PATH} from "./protocol.ts";
import {UnderWay} from "./under-way.ts";

/**
 * The checks whether a worker has ended: the time limit of each check, the pause between two checks, and their number.
 */
const ENDED_CHECK_MS = 2000;
const ENDED_CHECK_PAUSE_MS = 50;
const ENDED_CHECKS = 4;
/** How soon a WebSocket to a worker (`Line`) is opened again after it has ended. */
const LINE_AGAIN_MS = 1000;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export interface WorkerEndpoint {
  /** The id of the worker that listens there. */
  id: string;
  address: string;
}

/** Sends requests to workers' listeners. */
export class WorkerClient {
  readonly #keys: RequestSigner;
  readonly #tls: {ca: Bun.BunFile} | undefined;
  readonly #lines = new Map<string, Line>();
  readonly #underWay = new UnderWay();
  #isClosed = false;

  constructor(config: Pick<Config, "encryptionKeys" | "workerTlsCa">) {
    this.#keys = new RequestSigner(config.encryptionKeys);
    this.#tls = config.workerTlsCa === undefined ? undefined : {ca: Bun.file(config.workerTlsCa)};
  }

  /**
   * Sends a `RunRequest` to a worker's executor: over the open WebSocket to the worker (`Line`) if there is one and the
   * request is small, otherwise as an HTTP request of its own. Rejects if the worker cannot be reached or breaks off.
   */
  async run(address: string, body: string, requestId: string, signal: AbortSignal): Promise<RunReply> {
    const bytes = encoder.encode(body);
    const line = bytes.byteLength <= MAX_PAYLOAD_BYTES ? this.#lineTo(address) : undefined;
    if (!line) return readRunReply(await this.post(address, "/run", bytes, requestId, signal));
    const frame = await line.ask(bytes, signal);
    if (frame.kind === FRAME_KINDS.whole) return resultOf(frame);
    if (frame.kind === FRAME_KINDS.refused) return {refused: refusalOf(decoder.decode(frame.payload))};
    return readRunReply(await this.#rest(address, line, frame, requestId, signal));
  }

  /** Reads a result that the worker holds because it is too large for a frame. */
  async #rest(
    address: string,
    line: Line,
    {id, payload}: Frame,
    requestId: string,
    signal: AbortSignal,
  ): Promise<Response> {
    try {
      return await this.post(address, "/rest", new Uint8Array(payload), requestId, signal);
    } catch (error) {
      line.cancel(id);
      throw error;
    }
  }

  /** Ends the requests under way at a silent worker: each rejects with `WorkerSilent`. */
  abandon(address: string): void {
    this.#lines.get(address)?.abandon();
    this.#underWay.abandon(address);
  }

  /** Closes the WebSockets to all workers. */
  close(): void {
    this.#isClosed = true;
    for (const line of this.#lines.values()) line.close();
  }

  /** The WebSocket to a worker; `undefined` while it is being opened, and if the worker does not support one. */
  #lineTo(address: string): Line | undefined {
    const held = this.#lines.get(address);
    if (held) return held.isOpen ? held : undefined;
    const url = lineUrlOf(address);
    if (url === undefined || this.#isClosed) return undefined;
    const headers = isHttp(address) ? this.#keys.sign(address, LINE_PATH, "", "GET") : {};
    const onEnd = () => void setTimeout(() => this.#lines.delete(address), LINE_AGAIN_MS).unref();
    this.#lines.set(address, new Line(url, {headers, onEnd, ...(this.#tls ? {tls: this.#tls} : {})}));
    return undefined;
  }

  /**
   * Sends a POST request. Rejects with `OtherProtocol` if the listener does not read requests of this version, and so
   * has not begun it.
   */
  async post(
    address: string,
    path: string,
    body: string | Uint8Array<ArrayBuffer>,
    requestId: string,
    signal: AbortSignal,
  ): Promise<Response> {
    const response = await this.#underWay.during(address, signal, until =>
      this.#send(address, versionedPath(path), body, requestId, until),
    );
    if (!isOfOtherProtocol(response)) return response;
    await response.body?.cancel();
    throw new OtherProtocol(`the worker at ${address} reads no requests of this version`);
  }

  #send(
    address: string,
    path: string,
    body: string | Uint8Array<ArrayBuffer>,
    requestId: string,
    signal: AbortSignal,
  ): Promise<Response> {
    if (isHttp(address)) {
      const headers = {...this.#keys.sign(address, path, body), "x-request-id": requestId};
      const tls = this.#tls ? {tls: this.#tls} : {};
      return fetch(`${address}${path}`, {method: "POST", body, headers, signal, ...tls});
    }
    const headers = {"x-request-id": requestId};
    return fetch(`http://worker${path}`, {method: "POST", body, headers, signal, unix: address});
  }

  /**
   * Whether the worker's process has ended: nothing listens at its address any more, or another worker does. Also
   * `false` if that cannot be determined, for example while the network is down.
   */
  async hasEnded({id, address}: WorkerEndpoint): Promise<boolean> {
    for (let check = 0; check < ENDED_CHECKS; check++) {
      // A process that ends closes its connections a moment before its listener, so one check is not enough.
      if (check > 0) await Bun.sleep(ENDED_CHECK_PAUSE_MS);
      try {
        const answer = await this.#send(address, WORKER_PATH, "{}", id, AbortSignal.timeout(ENDED_CHECK_MS));
        return answer.ok && (await answer.text()) !== id;
      } catch (error) {
        if (error instanceof Error && !wasReached(error)) return true;
        // A listener that accepts the connection but stays silent has not ended.
        if (error instanceof Error && error.name === "TimeoutError") return false;
      }
    }
    return false;
  }
}

function isHttp(address: string): boolean {
  return /^https?:/.test(address);
}

/**
 * Whether the listener does not read requests of this version. A listener older than versioned paths answers 404 without
 * JSON; a 404 of a current listener is JSON.
 */
function isOfOtherProtocol({status, headers}: Response): boolean {
  return status === 421 || (status === 404 && !headers.get("content-type")?.startsWith("application/json"));
}

/**
 * The URL of a line's socket, `undefined` if there is none: the runtime's client takes the socket's path literally from
 * the URL, and not every path can be written there.
 */
function lineUrlOf(address: string): string | undefined {
  if (isHttp(address)) return `${address.replace(/^http/, "ws")}${LINE_PATH}`;
  const path = resolve(address);
  return /^[\w./@+,=~-]+$/.test(path) ? `ws+unix://${path}:${LINE_PATH}` : undefined;
}

function resultOf({payload, shared, warehouseMs}: Frame): RunReply {
  // A copy, because the cache may hold it for longer than the message that it came in.
  return {body: new Uint8Array(payload), shared, warehouseMs};
}

/** Whether the request may have reached a listener, which then broke off. */
export function wasReached(error: Error): boolean {
  if (error instanceof OtherProtocol) return false;
  const code = "code" in error ? String(error.code) : "";
  return !/refused|FailedToOpenSocket|ENOENT|NotFound/i.test(`${code} ${error.message}`);
}

/** A worker's answer to a run: the result, or an error. */
export type RunReply = RunResult | {refused: Error};

export interface RunResult {
  /** All bytes, or a stream of them. */
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
  /** Whether the run joined the running statement of another caller. */
  shared: boolean;
  warehouseMs: number;
}

/** Reads the answer of a listener's `/run` or `/rest`. */
async function readRunReply(response: Response): Promise<RunReply> {
  if (!response.ok) return {refused: await readRefusal(response)};
  const {headers, body} = response;
  return {
    body: body && !headers.has("content-length") ? body : new Uint8Array(await response.arrayBuffer()),
    shared: headers.get("x-shared") === "1",
    warehouseMs: Number(headers.get("x-warehouse-ms")),
  };
}

/** The error in a worker's answer. */
export async function readRefusal(response: Response): Promise<Error> {
  const text = await response.text();
  return response.headers.get("content-type")?.startsWith("application/json")
    ? refusalOf(text)
    : new Error(`A worker answered ${response.status}: ${text}`);
}

function refusalOf(wireError: string): Error {
  return fromWireError(readWireError(JSON.parse(wireError)));
}
