import {LRUCache} from "lru-cache";
import {streamOf} from "./stream.ts";

interface Entry {
  body: Uint8Array;
  madeAt: number;
}

/** Results as bytes, bounded in all and one by one. Rights were checked before it is asked: they are in the key. */
export class ResultCache {
  readonly #entries: LRUCache<string, Entry> | undefined;
  readonly #largest: number;

  constructor(maxBytes: number) {
    this.#entries =
      maxBytes > 0
        ? new LRUCache({maxSize: maxBytes, sizeCalculation: ({body}) => body.byteLength + 1})
        : undefined;
    this.#largest = maxBytes / 8;
  }

  get(key: string): {body: Uint8Array; ageSeconds: number} | undefined {
    const entry = this.#entries?.get(key);
    return entry && {body: entry.body, ageSeconds: (Date.now() - entry.madeAt) / 1000};
  }

  /** Keeps the result, once it has gone by to its end, and gives it on. */
  keep<B extends Uint8Array | ReadableStream<Uint8Array>>(
    key: string,
    body: B,
    ttlSeconds: number,
  ): Uint8Array | ReadableStream<Uint8Array> {
    const madeAt = Date.now();
    const set = (bytes: Uint8Array) => {
      if (bytes.byteLength <= this.#largest)
        this.#entries?.set(key, {body: bytes, madeAt}, {ttl: ttlSeconds * 1000});
    };
    if (body instanceof Uint8Array) {
      set(body);
      return body;
    }
    return streamOf(watched(body, this.#largest, set));
  }

  get bytes(): number {
    return this.#entries?.calculatedSize ?? 0;
  }
}

async function* watched(
  body: ReadableStream<Uint8Array>,
  largest: number,
  whole: (bytes: Uint8Array) => void,
): AsyncIterableIterator<Uint8Array> {
  let parts: Uint8Array[] | undefined = [];
  let size = 0;
  for await (const part of body) {
    size += part.byteLength;
    if (size > largest) parts = undefined;
    parts?.push(part);
    yield part;
  }
  if (parts) whole(Buffer.concat(parts));
}
