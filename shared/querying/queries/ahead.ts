/** The most elements that run at once. */
const AT_ONCE = 16;
/**
 * The most bytes that may wait for their turn. An element that would exceed them is dropped, and run again when it is
 * its turn.
 */
const WAITING_BYTES = 8 * 1024 * 1024;

/** The answer of one element. It may be run twice, and ends early when the signal is aborted. */
export type RunElement<T> = (element: T, signal: AbortSignal) => AsyncIterable<Uint8Array>;

const encode = (text: string) => new TextEncoder().encode(text);

/**
 * The answers of all elements, in order, with commas between them and `open` and `close` around them. From the first
 * byte on, some elements run ahead of their turn, and their answers wait in bounded memory. When the reader
 * disconnects, all running elements are ended.
 */
export async function* joinedAhead<T>(
  elements: readonly T[],
  left: AbortSignal,
  [open, close]: readonly [string, string],
  run: RunElement<T>,
): AsyncIterableIterator<Uint8Array> {
  const reader = new AbortController();
  const signal = AbortSignal.any([left, reader.signal]);
  const runOne = (element: T) => run(element, signal);
  const runAhead = new RunAhead(elements, runOne);
  try {
    yield encode(open);
    for (const [index, element] of elements.entries()) {
      if (index > 0) yield encode(",");
      yield* runAhead.take(index) ?? runOne(element);
    }
    yield encode(close);
  } finally {
    reader.abort(new Error("the reader of the batch left"));
  }
}

/** An element that was started before its turn, with the bytes that have arrived. */
interface Ahead {
  parts: Uint8Array[];
  /** Whether the element is being sent now, as fast as the reader takes it. */
  isTurn: boolean;
  ended: boolean;
  broken: {cause: unknown} | undefined;
  givenUp: boolean;
  /** Resolves when bytes are added or taken. */
  changed: PromiseWithResolvers<void>;
}

/** Starts elements in order, several at once, and holds their answers until it is their turn. */
class RunAhead<T> {
  readonly #begun: Ahead[] = [];
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
    const ahead = this.#begun[index];
    if (ahead?.givenUp === false) {
      ahead.isTurn = true;
      return this.#read(ahead);
    }
    // The caller runs it now, so elements after it may be started again.
    if (ahead) ahead.givenUp = false;
    else this.#begun[index] = {...newAhead(), ended: true};
    this.#beginMore();
    return undefined;
  }

  #beginMore(): void {
    // After an element that was too large, the next ones probably are too.
    while (this.#running < AT_ONCE && !this.#begun.some(ahead => ahead.givenUp)) {
      const element = this.elements[this.#begun.length];
      if (element === undefined || this.#waitingBytes > WAITING_BYTES) return;
      const ahead = newAhead();
      this.#begun.push(ahead);
      this.#running++;
      void this.#fill(ahead, this.run(element)).finally(() => {
        this.#running--;
        this.#beginMore();
      });
    }
  }

  async #fill(ahead: Ahead, source: AsyncIterable<Uint8Array>): Promise<void> {
    try {
      for await (const part of source) {
        ahead.parts.push(part);
        this.#waitingBytes += part.byteLength;
        notify(ahead);
        while (ahead.isTurn && ahead.parts.length > 0) await ahead.changed.promise;
        if (!ahead.isTurn && this.#waitingBytes > WAITING_BYTES) {
          ahead.givenUp = true;
          this.#waitingBytes -= ahead.parts.reduce((sum, {byteLength}) => sum + byteLength, 0);
          ahead.parts = [];
          return;
        }
      }
      ahead.ended = true;
    } catch (cause) {
      ahead.broken = {cause};
    }
    notify(ahead);
  }

  async *#read(ahead: Ahead): AsyncIterableIterator<Uint8Array> {
    for (;;) {
      const part = ahead.parts.shift();
      if (part) {
        this.#waitingBytes -= part.byteLength;
        notify(ahead);
        yield part;
      } else if (ahead.broken) {
        throw ahead.broken.cause;
      } else if (ahead.ended) {
        this.#beginMore();
        return;
      } else {
        await ahead.changed.promise;
      }
    }
  }
}

function newAhead(): Ahead {
  const state = {isTurn: false, ended: false, broken: undefined, givenUp: false};
  return {parts: [], ...state, changed: Promise.withResolvers()};
}

function notify(ahead: Ahead): void {
  const {resolve} = ahead.changed;
  ahead.changed = Promise.withResolvers();
  resolve();
}
