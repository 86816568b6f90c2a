/** A pool of a limited number of objects, created when first needed and handed out first come, first served. */
export class Pool<T> {
  readonly #idle: T[] = [];
  readonly #all = new Set<T>();
  readonly #waiting: ((thing: T) => void)[] = [];
  #made = 0;

  constructor(
    private readonly most: number,
    private readonly make: () => Promise<T>,
  ) {}

  /** Rejects with the signal's reason when it aborts before an object is free. */
  async take(signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    const idle = this.#idle.pop();
    if (idle) return idle;
    if (this.#made < this.most) return this.#makeOne();
    return new Promise<T>((resolve, reject) => {
      const onAbort = () => {
        this.#waiting.splice(this.#waiting.indexOf(serve), 1);
        reject(signal.reason);
      };
      const serve = (thing: T) => {
        signal.removeEventListener("abort", onAbort);
        resolve(thing);
      };
      signal.addEventListener("abort", onAbort, {once: true});
      this.#waiting.push(serve);
    });
  }

  give(thing: T): void {
    const next = this.#waiting.shift();
    if (next) next(thing);
    else this.#idle.push(thing);
  }

  all(): Iterable<T> {
    return this.#all;
  }

  /** Resolves when all objects have been given back. */
  async drain(): Promise<void> {
    const neverAborted = new AbortController().signal;
    const taken: T[] = [];
    while (taken.length < this.#all.size) taken.push(await this.take(neverAborted));
  }

  async #makeOne(): Promise<T> {
    this.#made++;
    try {
      const thing = await this.make();
      this.#all.add(thing);
      return thing;
    } catch (error) {
      this.#made--;
      throw error;
    }
  }
}
