import type {Socket} from "node:net";
import {SqlError} from "../../../shared/surfaces/sql/sql-error.ts";
import type {MessageShare} from "../session/message-memory.ts";
import {type Frame, FrameReader} from "./frames.ts";

/** How many bytes are buffered before they are written. */
const FLUSH_BYTES = 32 * 1024;
/** The largest buffer that is reused for the next write. */
const REUSED_BUFFER_BYTES = 128 * 1024;
/** How many bytes of messages a client may send ahead. Further bytes wait in the network. */
const AHEAD_BYTES = 1024 * 1024;
/**
 * How many bytes of messages a client may send ahead until it has signed in: fewer, because anybody can open
 * connections.
 */
const ANONYMOUS_AHEAD_BYTES = 16 * 1024;

/** Thrown by writes after the client has gone. */
class ClientGone extends Error {}

/**
 * A client's connection. Writes are buffered until `flush`, which waits for a client that reads slowly. Reads return whole
 * messages.
 */
export class Channel {
  readonly #frames = new FrameReader();
  readonly #closed = new AbortController();
  /** Reused, because new buffers for each write would become garbage faster than it is collected. */
  #out = Buffer.alloc(0);
  #outBytes = 0;
  #wake: (() => void) | undefined;
  /** The signal that ends waiting for a message. It has one listener, not one for each message. */
  #until: AbortSignal | undefined;
  #maxBytes = 0;
  #aheadBytes = ANONYMOUS_AHEAD_BYTES;
  #share: MessageShare | undefined;

  /** `stallMs`: how long a client may read nothing while data waits for it. */
  constructor(
    private socket: Socket,
    private readonly stallMs: number,
  ) {
    this.#listen(socket);
  }

  /** The client's IP address. */
  get address(): string {
    return this.socket.remoteAddress ?? "";
  }

  /** Aborts when the client is gone. */
  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  /**
   * The next message, or `undefined` when the client has disconnected or `until` aborts. Buffered bytes are written
   * before the wait.
   */
  async read(hasType: boolean, maxBytes: number, until?: AbortSignal): Promise<Frame | undefined> {
    // The previous message is answered.
    this.#share?.release();
    for (;;) {
      if (until?.aborted) return undefined;
      const frame = this.#take(hasType, maxBytes);
      if (frame) return frame;
      if (this.closed.aborted) return undefined;
      this.#share?.take(this.#frames.lengthOf(hasType));
      await this.flush();
      if (!(await this.#more(until, this.hasMore)))
        throw new SqlError("08P01", "a message is incomplete", {
          detail: `No further byte of the message has arrived within ${this.stallMs} ms.`,
        });
    }
  }

  /**
   * The next message if it has arrived completely. Messages that arrive together are read without a promise for each.
   */
  readWhole(maxBytes: number): Frame | undefined {
    this.#share?.release();
    return this.#take(true, maxBytes);
  }

  #take(hasType: boolean, maxBytes: number): Frame | undefined {
    this.#maxBytes = maxBytes;
    const frame = this.#frames.take(hasType, maxBytes);
    // Reading resumes while a message is incomplete, however long it is, and while fewer bytes wait than a client may
    // send ahead.
    const isShort = !frame || this.#frames.waitingBytes < this.#aheadBytes;
    if (isShort && this.socket.isPaused()) this.socket.resume();
    return frame;
  }

  /** For a client that has signed in: takes the memory for large messages from this share, and lets more be sent ahead. */
  shareMemory(share: MessageShare): void {
    this.#share = share;
    this.#aheadBytes = AHEAD_BYTES;
    this.closed.addEventListener("abort", () => share.release(), {once: true});
  }

  /** The first byte that the client sends; `undefined` if the client disconnects without sending one. */
  async firstByte(until: AbortSignal): Promise<number | undefined> {
    while (this.#frames.peek() === undefined && !this.closed.aborted && !until.aborted)
      await this.#more(until, false);
    return this.#frames.peek();
  }

  /** Whether the client has sent bytes that are not read yet. */
  get hasMore(): boolean {
    return this.#frames.waitingBytes > 0;
  }

  /** Copies the bytes, so that the caller may change them afterwards. */
  write(bytes: Uint8Array): void {
    const end = this.#outBytes + bytes.length;
    if (end > this.#out.length) {
      const grown = Buffer.allocUnsafeSlow(
        Math.max(end, this.#out.length === 0 ? 1024 : this.#out.length * 2),
      );
      this.#out.copy(grown, 0, 0, this.#outBytes);
      this.#out = grown;
    }
    this.#out.set(bytes, this.#outBytes);
    this.#outBytes = end;
  }

  /** Whether so many bytes are buffered that they should be written. */
  get isFull(): boolean {
    return this.#outBytes >= FLUSH_BYTES;
  }

  /** Writes the buffered bytes, and waits until the network has taken them. Rejects with `ClientGone`. */
  async flush(): Promise<void> {
    if (this.#outBytes === 0) return;
    const bytes = this.#out.subarray(0, this.#outBytes);
    this.#outBytes = 0;
    if (this.closed.aborted || !this.socket.writable) throw new ClientGone();
    await this.#written(bytes);
    // An idle session holds no memory of its last result.
    if (this.#out.length > REUSED_BUFFER_BYTES) this.#out = Buffer.alloc(0);
  }

  /**
   * Replaces the socket with the socket that `wrap` returns. The new socket gets the bytes that have already arrived.
   */
  upgrade(wrap: (socket: Socket) => Socket): void {
    this.socket.removeListener("data", this.#arrived);
    this.socket.removeListener("close", this.#gone);
    this.socket.removeListener("end", this.#gone);
    this.socket.pause();
    const sent = this.#frames.rest();
    if (sent.length > 0) this.socket.unshift(sent);
    this.socket = wrap(this.socket);
    this.#listen(this.socket);
  }

  /** Writes the buffered bytes and closes the connection: after `graceMs` even if the client reads nothing. */
  end(graceMs: number): void {
    if (this.closed.aborted) return;
    const bytes = this.#out.subarray(0, this.#outBytes);
    this.#outBytes = 0;
    this.socket.end(bytes);
    const {socket} = this;
    const timer = setTimeout(() => socket.destroy(), graceMs);
    timer.unref();
    this.closed.addEventListener("abort", () => clearTimeout(timer), {once: true});
  }

  destroy(): void {
    this.socket.destroy();
  }

  readonly #arrived = (chunk: Buffer): void => {
    this.#frames.push(chunk);
    if (this.#frames.waitingBytes >= this.#aheadBytes + this.#maxBytes) this.socket.pause();
    this.#wake?.();
  };

  readonly #gone = (): void => {
    this.#closed.abort(new ClientGone());
    this.#wake?.();
  };

  #listen(socket: Socket): void {
    socket.on("data", this.#arrived);
    socket.on("error", () => socket.destroy());
    socket.on("close", this.#gone);
    // A client that has closed its sending side counts as disconnected: no client waits for answers over a half-closed
    // connection.
    socket.on("end", this.#gone);
  }

  /** Waits for more bytes. Returns `false` if nothing arrives for `stallMs` and the client `hasBegun` a message. */
  async #more(until: AbortSignal | undefined, hasBegun: boolean): Promise<boolean> {
    const {promise, resolve} = Promise.withResolvers<boolean>();
    this.#wake = () => resolve(true);
    if (until !== this.#until) until?.addEventListener("abort", () => this.#wake?.(), {once: true});
    this.#until = until;
    const timer = hasBegun ? setTimeout(resolve, this.stallMs, false) : undefined;
    const isAwake = await promise;
    clearTimeout(timer);
    this.#wake = undefined;
    return isAwake;
  }

  async #written(bytes: Buffer): Promise<void> {
    const {socket} = this;
    const {promise, resolve, reject} = Promise.withResolvers<void>();
    const gone = () => reject(new ClientGone());
    // A write that is not awaited can still fail. In that case `closed` aborts.
    promise.catch(() => undefined);
    socket.write(bytes, error => (error ? gone() : resolve()));
    // Usually the network takes all of the bytes at once.
    if (socket.writableLength === 0) return;
    const timer = setTimeout(() => socket.destroy(), this.stallMs);
    this.closed.addEventListener("abort", gone, {once: true});
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      this.closed.removeEventListener("abort", gone);
    }
  }
}

/** The disconnection of a client is no error. */
export function isClientGone(error: unknown): boolean {
  return error instanceof ClientGone;
}
