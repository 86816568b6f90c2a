import {ServiceError} from "../shared/errors.ts";

/** Bytes that a slow reader may lag behind the fastest one before that one waits. */
const LAG_BYTES = 8 * 1024 * 1024;

/** Some bytes of a result; `last` where nothing follows. */
export interface Chunk {
  bytes: Uint8Array;
  /** Rows that end in it. */
  rowCount: number;
  last: boolean;
}

interface Reader {
  /** Index of the next chunk, counted from the flight's first. */
  position: number;
  /** When it last asked for a chunk; `undefined` while it waits for one. */
  idleSince: number | undefined;
  ended: unknown;
}

/**
 * One running statement and everyone who waits for it. Chunks are pulled from the source when the foremost
 * reader wants one; those that every reader has taken are dropped. While nothing is dropped, others may join.
 */
export class Flight {
  readonly #controller = new AbortController();
  readonly #readers = new Set<Reader>();
  #chunks: Chunk[] = [];
  #dropped = 0;
  #bytes = 0;
  #pulling: Promise<void> | undefined;
  #lagging: PromiseWithResolvers<void> | undefined;
  #done = false;
  #error: {cause: unknown} | undefined;
  #source: AsyncIterator<Chunk> | undefined;

  constructor(
    private readonly begin: (signal: AbortSignal) => AsyncIterator<Chunk>,
    private readonly onEnd: () => void,
  ) {}

  get joinable(): boolean {
    return this.#dropped === 0 && !this.#error && !this.#controller.signal.aborted;
  }

  /** The whole result from its first chunk. Leaving early, or an abort of `signal`, counts one reader less. */
  async *read(signal: AbortSignal): AsyncIterableIterator<Chunk> {
    const reader: Reader = {position: 0, idleSince: undefined, ended: undefined};
    this.#readers.add(reader);
    const onAbort = () => this.#leave(reader, signal.reason);
    signal.addEventListener("abort", onAbort, {once: true});
    if (signal.aborted) onAbort();
    try {
      for (let chunk = await this.#next(reader); chunk; chunk = await this.#next(reader)) {
        reader.idleSince = performance.now();
        yield chunk;
        reader.idleSince = undefined;
        if (chunk.last) return;
      }
    } finally {
      signal.removeEventListener("abort", onAbort);
      this.#leave(reader, undefined);
    }
  }

  /** Ends readers that have taken nothing for `stallMs`: their place in the warehouse is wanted. */
  endStalled(stallMs: number): void {
    const since = performance.now() - stallMs;
    for (const reader of this.#readers) {
      if (reader.idleSince !== undefined && reader.idleSince < since) {
        this.#leave(
          reader,
          new ServiceError("query_timeout", "The result was not read in time and was ended."),
        );
      }
    }
  }

  abort(reason: unknown): void {
    this.#controller.abort(reason);
    this.#lagging?.resolve();
  }

  async #next(reader: Reader): Promise<Chunk | undefined> {
    for (;;) {
      if (reader.ended) throw reader.ended;
      const chunk = this.#chunks[reader.position - this.#dropped];
      if (chunk) {
        reader.position++;
        this.#drop();
        return chunk;
      }
      if (this.#error) throw this.#error.cause;
      if (this.#done) return undefined;
      this.#pulling ??= this.#pull().finally(() => {
        this.#pulling = undefined;
      });
      await this.#pulling;
    }
  }

  async #pull(): Promise<void> {
    try {
      while (this.#bytes > LAG_BYTES && this.#readers.size > 1 && !this.#controller.signal.aborted) {
        this.#lagging ??= Promise.withResolvers();
        await this.#lagging.promise;
      }
      this.#source ??= this.begin(this.#controller.signal);
      const {value, done} = await this.#source.next();
      if (done) this.#end();
      else {
        this.#chunks.push(value);
        this.#bytes += value.bytes.byteLength;
        if (value.last) this.#end();
      }
    } catch (cause) {
      this.#error = {cause};
      this.#end();
    }
  }

  #end(): void {
    if (this.#done) return;
    this.#done = true;
    this.onEnd();
    // Whatever the source still holds is let go.
    void this.#source?.return?.().catch(() => undefined);
  }

  #drop(): void {
    let slowest = Number.POSITIVE_INFINITY;
    for (const {position} of this.#readers) slowest = Math.min(slowest, position);
    while (this.#dropped < slowest && this.#chunks.length > 0) {
      this.#bytes -= this.#chunks.shift()!.bytes.byteLength;
      this.#dropped++;
    }
    if (this.#bytes <= LAG_BYTES) {
      this.#lagging?.resolve();
      this.#lagging = undefined;
    }
  }

  #leave(reader: Reader, reason: unknown): void {
    if (reason !== undefined) reader.ended ??= reason;
    if (!this.#readers.delete(reader)) return;
    if (this.#readers.size > 0) {
      this.#drop();
    } else if (!this.#done) {
      // Nobody waits any more: the statement is cancelled.
      this.abort(reason ?? new Error("the reader left"));
      this.#end();
    }
  }
}
