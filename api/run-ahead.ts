/** Elements under way at once. */
const AT_ONCE = 16;
/** Bytes that may wait for their turn. What would be more is given up, and asked again when its turn has come. */
const WAITING_BYTES = 32 * 1024 * 1024;

/** What an element answers. It may be asked for twice, and ends early when the signal is aborted. */
export type RunElement<T> = (element: T, signal: AbortSignal) => AsyncIterable<Uint8Array>;

const encode = (text: string) => new TextEncoder().encode(text);

/**
 * What each element answers, in their order, with a comma between them and `open` and `close` around them. Some are
 * run ahead of their turn, from the moment that the first byte is asked for; what they answer is held in bounded
 * memory. A reader that leaves ends all that is under way.
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

/** An element that was begun before its turn: its bytes as they come. */
interface Ahead {
  parts: Uint8Array[];
  /** It goes out now, and is read at the reader's pace. */
  isTurn: boolean;
  ended: boolean;
  broken: {cause: unknown} | undefined;
  givenUp: boolean;
  /** Resolves with the next part that comes or goes. */
  changed: PromiseWithResolvers<void>;
}

/** Begins elements in their order, some at once, and holds what they answer until it is their turn. */
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

  /** What the element answered and still answers; `undefined` where it is to be run now. */
  take(index: number): AsyncIterable<Uint8Array> | undefined {
    const ahead = this.#begun[index];
    if (ahead?.givenUp === false) {
      ahead.isTurn = true;
      return this.#read(ahead);
    }
    // It is run where it stands, and those behind it may be begun again.
    if (ahead) ahead.givenUp = false;
    else this.#begun[index] = {...newAhead(), ended: true};
    this.#beginMore();
    return undefined;
  }

  #beginMore(): void {
    // After one that was too big, the next ones would be too, as likely as not.
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
        tell(ahead);
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
    tell(ahead);
  }

  async *#read(ahead: Ahead): AsyncIterableIterator<Uint8Array> {
    for (;;) {
      const part = ahead.parts.shift();
      if (part) {
        this.#waitingBytes -= part.byteLength;
        tell(ahead);
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

function tell(ahead: Ahead): void {
  const {resolve} = ahead.changed;
  ahead.changed = Promise.withResolvers();
  resolve();
}
