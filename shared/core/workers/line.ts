import {WorkerSilent} from "./under-way.ts";

/**
 * The messages of a line between a web process and a worker: small requests and their answers over one WebSocket, with
 * all frames of one turn of the event loop in one message. A message is a sequence of frames. A frame is a head of 16
 * bytes, little-endian (the payload's length, the request's id, the kind, whether the answer was shared, two unused
 * bytes, and the milliseconds in the warehouse as a float), followed by its payload.
 */
const HEAD_BYTES = 16;

/** Larger requests and answers use the listener's HTTP, which streams. */
export const MAX_PAYLOAD_BYTES = 32 * 1024;

/** Larger messages are slow in the runtime's WebSocket client. */
const BATCH_BYTES = MAX_PAYLOAD_BYTES + 16 * 1024;

/** The server's limit of a message. */
export const MAX_MESSAGE_BYTES = BATCH_BYTES;

export const FRAME_KINDS = {
  /** A request: a `RunRequest` as JSON. */
  run: 1,
  /** The caller of a request has left. */
  cancel: 2,
  /** An answer: all bytes of a result. */
  whole: 3,
  /** An answer: the token with which the result is read at `/rest`. */
  rest: 4,
  /** An answer: a `WireError` as JSON. */
  refused: 5,
  /** The worker takes no further requests. */
  leaving: 6,
} as const;

export interface Frame {
  kind: number;
  id: number;
  payload: Uint8Array;
  /** Whether an answer was shared with other requests. */
  shared: boolean;
  warehouseMs: number;
}

/** Calls `take` for each frame of a message. A payload is a view of the message. Throws if the message is cut off. */
export function readFrames(message: Buffer, take: (frame: Frame) => void): void {
  for (let at = 0; at < message.length; ) {
    const start = at + HEAD_BYTES;
    const end = start + message.readUInt32LE(at);
    if (end > message.length) throw new Error("a message ends within a frame");
    take({
      id: message.readUInt32LE(at + 4),
      kind: message.readUInt8(at + 8),
      shared: message.readUInt8(at + 9) === 1,
      warehouseMs: message.readFloatLE(at + 12),
      payload: message.subarray(start, end),
    });
    at = end;
  }
}

/** Collects frames, and sends those of one turn of the event loop together. */
export class FrameBatch {
  readonly #buffer = Buffer.alloc(BATCH_BYTES);
  #used = 0;
  #turn: NodeJS.Immediate | undefined;

  /** `send` must not use the bytes after it has returned. */
  constructor(private readonly send: (message: Uint8Array) => void) {}

  /** Adds a frame. Throws a `RangeError` if the payload is larger than `MAX_PAYLOAD_BYTES`. */
  add(kind: number, id: number, payload: Uint8Array, shared = false, warehouseMs = 0): void {
    if (payload.byteLength > MAX_PAYLOAD_BYTES) throw new RangeError("a frame's payload is too large");
    if (this.#used + HEAD_BYTES + payload.byteLength > BATCH_BYTES) this.flush();
    const buffer = this.#buffer;
    const at = this.#used;
    buffer.writeUInt32LE(payload.byteLength, at);
    buffer.writeUInt32LE(id, at + 4);
    buffer.writeUInt8(kind, at + 8);
    buffer.writeUInt8(shared ? 1 : 0, at + 9);
    buffer.writeFloatLE(warehouseMs, at + 12);
    buffer.set(payload, at + HEAD_BYTES);
    this.#used = at + HEAD_BYTES + payload.byteLength;
    this.#turn ??= setImmediate(() => this.flush());
  }

  flush(): void {
    clearImmediate(this.#turn);
    this.#turn = undefined;
    if (this.#used === 0) return;
    const message = this.#buffer.subarray(0, this.#used);
    this.#used = 0;
    this.send(message);
  }
}

/** The interval of heartbeats to a worker, and how many of them it may leave unanswered. */
const HEARTBEAT_MS = 5000;
const MAX_UNANSWERED = 3;

const NOTHING = new Uint8Array();
const ANSWERS: ReadonlySet<number> = new Set([FRAME_KINDS.whole, FRAME_KINDS.rest, FRAME_KINDS.refused]);

interface Pending {
  answer(frame: Frame): void;
  fail(error: Error): void;
}

interface LineOptions {
  headers: Record<string, string>;
  tls?: {ca: Bun.BunFile};
  /**
   * Called when the line takes no further requests: it was closed, or could not be opened, or the worker is leaving.
   */
  onEnd(): void;
  beatMs?: number;
}

/**
 * A connection to a worker that carries many small requests at once, as frames. A worker without a heartbeat for 15 to
 * 20 seconds counts as gone: it was suspended, or the network is cut. When the worker leaves, the line closes after its
 * last answer.
 */
export class Line {
  readonly #socket: WebSocket;
  readonly #batch: FrameBatch;
  readonly #pending = new Map<number, Pending>();
  readonly #heartbeats: NodeJS.Timeout;
  #unanswered = 0;
  #count = 0;
  #isEnded = false;
  #fault = new Error("the worker broke the connection off");

  constructor(
    url: string,
    private readonly options: LineOptions,
  ) {
    const {headers, tls, beatMs = HEARTBEAT_MS} = options;
    this.#socket = new WebSocket(url, {headers, ...(tls ? {tls} : {})});
    this.#socket.binaryType = "nodebuffer";
    this.#batch = new FrameBatch(message => this.#socket.send(message));
    this.#socket.onmessage = ({data}) => this.#read(data);
    this.#socket.addEventListener("pong", () => {
      this.#unanswered = 0;
    });
    this.#socket.onclose = () => this.#broken();
    this.#socket.onerror = () => this.#broken();
    this.#heartbeats = setInterval(() => this.#sendHeartbeat(), beatMs);
    this.#heartbeats.unref();
  }

  get isOpen(): boolean {
    return !this.#isEnded && this.#socket.readyState === WebSocket.OPEN;
  }

  /** Sends a request of at most `MAX_PAYLOAD_BYTES`. Rejects when `signal` aborts, or the worker breaks off. */
  ask(request: Uint8Array, signal: AbortSignal): Promise<Frame> {
    signal.throwIfAborted();
    // After four billion requests the ids begin again.
    this.#count = (this.#count + 1) >>> 0;
    const id = this.#count;
    const {promise, resolve, reject} = Promise.withResolvers<Frame>();
    const settle = () => {
      this.#pending.delete(id);
      signal.removeEventListener("abort", onAbort);
      this.#closeIfDone();
    };
    const onAbort = () => {
      this.cancel(id);
      settle();
      reject(signal.reason);
    };
    signal.addEventListener("abort", onAbort, {once: true});
    this.#pending.set(id, {
      answer(frame) {
        settle();
        resolve(frame);
      },
      fail(error) {
        settle();
        reject(error);
      },
    });
    this.#batch.add(FRAME_KINDS.run, id, request);
    return promise;
  }

  /** Cancels a request, and releases the part of its answer that the worker still holds. */
  cancel(id: number): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#batch.add(FRAME_KINDS.cancel, id, NOTHING);
  }

  close(): void {
    this.#socket.close();
  }

  /** Closes the line at once; requests under way reject with `WorkerSilent`. */
  abandon(): void {
    this.#giveUp(new WorkerSilent());
  }

  #read(data: unknown): void {
    this.#unanswered = 0;
    try {
      if (!Buffer.isBuffer(data)) throw new Error("a message is not binary");
      readFrames(data, frame => {
        if (frame.kind === FRAME_KINDS.leaving) this.#end();
        else if (ANSWERS.has(frame.kind)) this.#pending.get(frame.id)?.answer(frame);
        else throw new Error(`a worker sends no frame of the kind ${frame.kind}`);
      });
    } catch (error) {
      // Both ends belong to the service, so the message does not come from a worker.
      const why = error instanceof Error ? error.message : error;
      this.#giveUp(new Error(`the line to the worker was closed: ${why}`));
    }
  }

  #sendHeartbeat(): void {
    if (this.#unanswered++ >= MAX_UNANSWERED) this.#giveUp(new Error("the worker answers no heartbeats"));
    else if (this.#socket.readyState === WebSocket.OPEN) this.#socket.ping();
  }

  #giveUp(fault: Error): void {
    this.#fault = fault;
    this.#socket.terminate();
  }

  #end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#closeIfDone();
    this.options.onEnd();
  }

  #closeIfDone(): void {
    if (this.#isEnded && this.#pending.size === 0) this.close();
  }

  #broken(): void {
    clearInterval(this.#heartbeats);
    this.#end();
    for (const request of [...this.#pending.values()]) request.fail(this.#fault);
  }
}
