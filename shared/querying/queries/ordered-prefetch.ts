/** The most elements that run at once. */
const MAX_CONCURRENT = 16;
/**
 * The most bytes that may wait for their turn. An element that would exceed them is dropped, and run again when it is
 * its turn.
 */
const MAX_BUFFERED_BYTES = 8 * 1024 * 1024;

/** The answer of one element. It may be run twice, and ends early when the signal is aborted. */
export type RunElement<T> = (element: T, signal: AbortSignal) => AsyncIterable<Uint8Array>;

const encode = (text: string) => new TextEncoder().encode(text);

/**
 * The answers of all elements, in order, with commas between them and `open` and `close` around them. From the first
 * byte on, some elements run ahead of their turn, and their answers wait in bounded memory. When the reader
 * disconnects, all running elements are ended.
 */
export async function* joinInOrder<T>(
  elements: readonly T[],
  left: AbortSignal,
  [open, close]: readonly [string, string],
  run: RunElement<T>,
): AsyncIterableIterator<Uint8Array> {
  const reader = new AbortController();
  const signal = AbortSignal.any([left, reader.signal]);
  const runOne = (element: T) => run(element, signal);
  const prefetcher = new Prefetcher(elements, runOne);
  try {
    yield encode(open);
    for (const [index, element] of elements.entries()) {
      if (index > 0) yield encode(",");
      yield* prefetcher.take(index) ?? runOne(element);
    }
    yield encode(close);
  } finally {
    reader.abort(new Error("the reader of the batch left"));
  }
}

/** An element that was started before its turn, with the bytes that have arrived. */
interface PrefetchedElement {
  parts: Uint8Array[];
  /** Whether the element is being sent now, as fast as the reader takes it. */
  isTurn: boolean;
  ended: boolean;
  broken: {cause: unknown} | undefined;
  isDropped: boolean;
  /** Resolves when bytes are added or taken. */
  changed: PromiseWithResolvers<void>;
}

/** Starts elements in order, several at once, and holds their answers until it is their turn. */
class Prefetcher<T> {
  readonly #begun: PrefetchedElement[] = [];
  #running = 0;
  #waitingBytes = 0;

  constructor(
    private readonly elements: readonly T[],
    private readonly run: (element: T) => AsyncIterable<Uint8Array>,
  ) {
    this.#beginMore();
  }

  /** The answer of the element, with the bytes to come; `undefined` if the element has to be run now. */
  take(index: number): AsyncIterable<Uint8Array> | undefined {
    const prefetched = this.#begun[index];
    if (prefetched?.isDropped === false) {
      prefetched.isTurn = true;
      return this.#read(prefetched);
    }
    // The caller runs it now, so elements after it may be started again.
    if (prefetched) prefetched.isDropped = false;
    else this.#begun[index] = {...newPrefetched(), ended: true};
    this.#beginMore();
    return undefined;
  }

  #beginMore(): void {
    // After an element that was too large, the next ones probably are too.
    while (this.#running < MAX_CONCURRENT && !this.#begun.some(prefetched => prefetched.isDropped)) {
      const element = this.elements[this.#begun.length];
      if (element === undefined || this.#waitingBytes > MAX_BUFFERED_BYTES) return;
      const prefetched = newPrefetched();
      this.#begun.push(prefetched);
      this.#running++;
      void this.#fill(prefetched, this.run(element)).finally(() => {
        this.#running--;
        this.#beginMore();
      });
    }
  }

  async #fill(prefetched: PrefetchedElement, source: AsyncIterable<Uint8Array>): Promise<void> {
    try {
      for await (const part of source) {
        prefetched.parts.push(part);
        this.#waitingBytes += part.byteLength;
        notify(prefetched);
        while (prefetched.isTurn && prefetched.parts.length > 0) await prefetched.changed.promise;
        if (!prefetched.isTurn && this.#waitingBytes > MAX_BUFFERED_BYTES) {
          prefetched.isDropped = true;
          this.#waitingBytes -= prefetched.parts.reduce((sum, {byteLength}) => sum + byteLength, 0);
          prefetched.parts = [];
          return;
        }
      }
      prefetched.ended = true;
    } catch (cause) {
      prefetched.broken = {cause};
    }
    notify(prefetched);
  }

  async *#read(prefetched: PrefetchedElement): AsyncIterableIterator<Uint8Array> {
    for (;;) {
      const part = prefetched.parts.shift();
      if (part) {
        this.#waitingBytes -= part.byteLength;
        notify(prefetched);
        yield part;
      } else if (prefetched.broken) {
        throw prefetched.broken.cause;
      } else if (prefetched.ended) {
        this.#beginMore();
        return;
      } else {
        await prefetched.changed.promise;
      }
    }
  }
}

function newPrefetched(): PrefetchedElement {
  const state = {isTurn: false, ended: false, broken: undefined, isDropped: false};
  return {parts: [], ...state, changed: Promise.withResolvers()};
}

function notify(prefetched: PrefetchedElement): void {
  const {resolve} = prefetched.changed;
  prefetched.changed = Promise.withResolvers();
  resolve();
}
