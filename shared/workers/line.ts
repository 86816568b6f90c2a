import {FRAME_KINDS, type Frame, FrameBatch, readFrames} from "./frames.ts";

const NOTHING = new Uint8Array();

interface Asked {
  answer(frame: Frame): void;
  fail(error: Error): void;
}

interface LineOptions {
  headers: Record<string, string>;
  tls?: {ca: Bun.BunFile};
  /** The line takes no further requests: it was closed, or could not be opened, or the worker is leaving. */
  onEnd(): void;
}

/** A connection to a worker that carries many small requests at once; see `frames.ts`. */
export class Line {
  readonly #socket: WebSocket;
  readonly #batch: FrameBatch;
  readonly #asked = new Map<number, Asked>();
  #count = 0;
  #isEnded = false;

  constructor(
    url: string,
    private readonly options: LineOptions,
  ) {
    const {headers, tls} = options;
    this.#socket = new WebSocket(url, {headers, ...(tls ? {tls} : {})});
    this.#socket.binaryType = "nodebuffer";
    this.#batch = new FrameBatch(message => this.#socket.send(message));
    this.#socket.onmessage = ({data}) => this.#read(data);
    this.#socket.onclose = () => this.#broken();
    this.#socket.onerror = () => this.#broken();
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
    };
    const onAbort = () => {
      settle();
      if (this.#socket.readyState === WebSocket.OPEN) this.#batch.add(FRAME_KINDS.cancel, id, NOTHING);
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

  close(): void {
    this.#socket.close();
  }

  #read(data: unknown): void {
    try {
      if (!Buffer.isBuffer(data)) throw new Error("a message is no bytes");
      readFrames(data, frame => {
        if (frame.kind === FRAME_KINDS.leaving) this.#end();
        else this.#asked.get(frame.id)?.answer(frame);
      });
    } catch {
      // Both ends are ours, so that this is no answer of a worker. Whoever waits is told when the line has closed.
      this.close();
    }
  }

  #end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.options.onEnd();
  }

  #broken(): void {
    this.#end();
    for (const asked of [...this.#asked.values()])
      asked.fail(new Error("the worker broke the connection off"));
  }
}
