import {LRUCache} from "lru-cache";
import {streamOf} from "./http/stream.ts";

interface Entry {
  body: Uint8Array;
  madeAt: number;
  /** When the query was sent to run, by the monotonic clock. */
  begunAt: number;
}

/**
 * A cache of encoded results, bounded in total and for each result. The cache does not check rights: the query is prepared
 * under the caller's rights before each look-up, and the key depends on them.
 */
export class ResultCache {
  readonly #entries: LRUCache<string, Entry> | undefined;
  readonly #largest: number;
  /** Bytes that are buffered from results which are still being streamed. A result is cached when its stream ends. */
  #passing = 0;

  constructor(private readonly maxBytes: number) {
    this.#entries =
      maxBytes > 0
        ? new LRUCache({maxSize: maxBytes, sizeCalculation: ({body}) => body.byteLength + 1})
        : undefined;
    this.#largest = maxBytes / 8;
  }

  get(key: string): {body: Uint8Array; ageSeconds: number} | undefined {
    const entry = this.#entries?.get(key);
    return entry && {body: entry.body, ageSeconds: (performance.now() - entry.madeAt) / 1000};
  }

  /**
   * Returns the same result, and caches it when it has been streamed to its end, unless the result of a query that was
   * sent later is cached. `begunAt` is from the monotonic clock.
   */
  keep<B extends Uint8Array | ReadableStream<Uint8Array>>(
    key: string,
    body: B,
    ttlSeconds: number,
    begunAt: number,
  ): Uint8Array | ReadableStream<Uint8Array> {
    const madeAt = performance.now();
    const set = (bytes: Uint8Array) => {
      if (bytes.byteLength > this.#largest) return;
      const held = this.#entries?.peek(key);
      if (held && held.begunAt > begunAt) return;
      this.#entries?.set(key, {body: bytes, madeAt, begunAt}, {ttl: ttlSeconds * 1000});
    };
    if (body instanceof Uint8Array) {
      set(body);
      return body;
    }
    return streamOf(this.#watched(body, set));
  }

  /**
   * The buffers of all streamed results together are bounded by the cache's size. A result beyond that is streamed and
   * not cached.
   */
  async *#watched(
    body: ReadableStream<Uint8Array>,
    whole: (bytes: Uint8Array) => void,
  ): AsyncIterableIterator<Uint8Array> {
    let parts: Uint8Array[] | undefined = [];
    let size = 0;
    const forget = () => {
      if (parts) this.#passing -= size;
      parts = undefined;
    };
    try {
      for await (const part of body) {
        if (size + part.byteLength > this.#largest || this.#passing + part.byteLength > this.maxBytes)
          forget();
        if (parts) {
          parts.push(part);
          size += part.byteLength;
          this.#passing += part.byteLength;
        }
        yield part;
      }
      if (parts) whole(Buffer.concat(parts));
    } finally {
      forget();
    }
  }

  /** Bytes buffered from results that are still being streamed. */
  get passing(): number {
    return this.#passing;
  }

  get bytes(): number {
    return this.#entries?.calculatedSize ?? 0;
  }
}
