import {FRAME_KINDS, type Frame, FrameBatch, readFrames} from "./frames.ts";
import {WorkerSilent} from "./under-way.ts";

/** The interval of heartbeats to a worker, and how many of them it may leave unanswered. */
const BEAT_MS = 5000;
const MOST_UNANSWERED = 3;

const NOTHING = new Uint8Array();
const ANSWERS: ReadonlySet<number> = new Set([FRAME_KINDS.whole, FRAME_KINDS.rest, FRAME_KINDS.refused]);

interface Asked {
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
 * A connection to a worker that carries many small requests at once; see `frames.ts`. A worker without a heartbeat for
 * 15 to 20 seconds is taken for gone: it was suspended, or the network is cut. When the worker leaves, the line closes
 * after its last answer.
 */
export class Line {
  readonly #socket: WebSocket;
  readonly #batch: FrameBatch;
  readonly #asked = new Map<number, Asked>();
  readonly #beats: NodeJS.Timeout;
  #unanswered = 0;
  #count = 0;
  #isEnded = false;
  #fault = new Error("the worker broke the connection off");

  constructor(
    url: string,
    private readonly options: LineOptions,
  ) {
    const {headers, tls, beatMs = BEAT_MS} = options;
    this.#socket = new WebSocket(url, {headers, ...(tls ? {tls} : {})});
    this.#socket.binaryType = "nodebuffer";
    this.#batch = new FrameBatch(message => this.#socket.send(message));
    this.#socket.onmessage = ({data}) => this.#read(data);
    this.#socket.addEventListener("pong", () => {
      this.#unanswered = 0;
    });
    this.#socket.onclose = () => this.#broken();
    this.#socket.onerror = () => this.#broken();
    this.#beats = setInterval(() => this.#beat(), beatMs);
    this.#beats.unref();
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
      this.#asked.delete(id);
      signal.removeEventListener("abort", onAbort);
      this.#closeIfDone();
    };
    const onAbort = () => {
      this.cancel(id);
      settle();
      reject(signal.reason);
    };
    signal.addEventListener("abort", onAbort, {once: true});
    this.#asked.set(id, {
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
      if (!Buffer.isBuffer(data)) throw new Error("a message is no bytes");
      readFrames(data, frame => {
        if (frame.kind === FRAME_KINDS.leaving) this.#end();
        else if (ANSWERS.has(frame.kind)) this.#asked.get(frame.id)?.answer(frame);
        else throw new Error(`a worker sends no frame of the kind ${frame.kind}`);
      });
    } catch (error) {
      // Both ends belong to the service, so this is no answer of a worker.
      const why = error instanceof Error ? error.message : error;
      this.#giveUp(new Error(`the line to the worker was closed: ${why}`));
    }
  }

  #beat(): void {
    if (this.#unanswered++ >= MOST_UNANSWERED) this.#giveUp(new Error("the worker gives no sign of life"));
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
    if (this.#isEnded && this.#asked.size === 0) this.close();
  }

  #broken(): void {
    clearInterval(this.#beats);
    this.#end();
    for (const asked of [...this.#asked.values()]) asked.fail(this.#fault);
  }
}
