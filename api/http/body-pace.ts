import {bodyDeadlineOf, noteBodyRead, tooSlow} from "./admission.ts";

/** The minimum average rate of a body after its first `BODY_WAIT_MS`. */
export const MIN_BYTES_PER_SECOND = 8192;

const FIRST_BLOCK_BYTES = 4 * 1024;
const MAX_BLOCK_BYTES = 256 * 1024;

/**
 * The body's chunks as they arrive. A body that is too slow throws `request_timeout`, and its connection is closed.
 * Waiting uses up a budget of `BODY_WAIT_MS`. Each 8 KB received restore one second of the budget, up to the full
 * budget. The time in which the consumer does not read is not counted. `ended` aborts the wait with its reason.
 */
export async function* partsOf(request: Request, ended?: AbortSignal): AsyncGenerator<Uint8Array, undefined> {
  const reader = request.body?.getReader();
  if (!reader) return undefined;
  const waitMs = bodyDeadlineOf(request)?.waitMs ?? Number.POSITIVE_INFINITY;
  let leftMs = waitMs;
  try {
    for (;;) {
      const askedAt = performance.now();
      const {value, done} = await inTime(reader.read(), leftMs, ended);
      if (done) {
        noteBodyRead(request);
        return undefined;
      }
      const earnedMs = (value.byteLength / MIN_BYTES_PER_SECOND) * 1000;
      leftMs = Math.min(waitMs, Math.max(0, leftMs - (performance.now() - askedAt) + earnedMs));
      yield value;
    }
  } finally {
    // The reader is released before the end of the body: `respondThenDrain` reads the rest.
    reader.releaseLock();
  }
}

function inTime<T>(work: Promise<T>, waitMs: number, ended: AbortSignal | undefined): Promise<T> {
  ended?.throwIfAborted();
  // No timer is needed for a chunk that has already arrived.
  if (Bun.peek.status(work) === "fulfilled") return work;
  if (waitMs === Number.POSITIVE_INFINITY && !ended) return work;
  const {promise, reject} = Promise.withResolvers<never>();
  const timer = Number.isFinite(waitMs) ? setTimeout(() => reject(tooSlow()), waitMs) : undefined;
  const end = () => reject(ended?.reason);
  ended?.addEventListener("abort", end);
  // After a timeout `releaseLock` rejects the abandoned read.
  work.catch(() => undefined);
  return Promise.race([work, promise]).finally(() => {
    clearTimeout(timer);
    ended?.removeEventListener("abort", end);
  });
}

/**
 * A growing body, in blocks. For a body sent byte by byte the runtime creates an object for each byte, so the bytes are
 * copied into blocks. `reserve` is called before each block is allocated.
 */
export class BodyBuffer {
  #full: Uint8Array<ArrayBuffer>[] = [];
  #open = new Uint8Array();
  #filled = 0;

  constructor(private readonly reserve: (sizeBytes: number) => void = () => undefined) {}

  append(part: Uint8Array): void {
    for (let at = 0; at < part.byteLength; ) {
      if (this.#filled === this.#open.byteLength) this.#grow();
      const taken = Math.min(this.#open.byteLength - this.#filled, part.byteLength - at);
      this.#open.set(part.subarray(at, at + taken), this.#filled);
      this.#filled += taken;
      at += taken;
    }
  }

  /** The bytes received so far, in order, without a copy. */
  get parts(): Uint8Array[] {
    return this.#filled === 0 ? [] : [...this.#full, this.#open.subarray(0, this.#filled)];
  }

  /** The bytes received so far, as one array. */
  whole(): Uint8Array {
    const {parts} = this;
    return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
  }

  /** Frees the memory at once instead of at a later garbage collection. Arrays returned before become empty. */
  free(): void {
    for (const block of [...this.#full, this.#open]) block.buffer.transfer(0);
    this.#full = [];
    this.#open = new Uint8Array();
    this.#filled = 0;
  }

  #grow(): void {
    const sizeBytes = Math.min(MAX_BLOCK_BYTES, Math.max(FIRST_BLOCK_BYTES, 2 * this.#open.byteLength));
    this.reserve(sizeBytes);
    if (this.#filled > 0) this.#full.push(this.#open);
    this.#open = new Uint8Array(sizeBytes);
    this.#filled = 0;
  }
}
