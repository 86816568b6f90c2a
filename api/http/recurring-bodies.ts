import {LRUCache} from "lru-cache";

const MOST_BODIES = 5000;
/** Of all texts together; parsed, they take about ten times as many bytes. */
const MOST_CHARACTERS = 2_000_000;
const LONGEST_TEXT = 20_000;

/**
 * Bodies that were parsed and found valid, by their text, for calls that are sent the same ones again and again. What a
 * body says depends on its text alone, so callers may share it. It is frozen before it is used a second time.
 */
export class RecurringBodies<T> {
  readonly #held = new LRUCache<string, {readonly body: T; isFrozen: boolean}>({
    max: MOST_BODIES,
    maxSize: MOST_CHARACTERS,
    maxEntrySize: LONGEST_TEXT,
    sizeCalculation: (_, text) => text.length + 1,
  });

  /** The body of this text; `parse` throws for one that is not valid, which is not kept. */
  get(text: string, parse: (text: string) => T): T {
    const held = this.#held.get(text);
    if (!held) {
      const body = parse(text);
      this.#held.set(text, {body, isFrozen: false});
      return body;
    }
    if (!held.isFrozen) {
      freeze(held.body);
      held.isFrozen = true;
    }
    return held.body;
  }

  get size(): number {
    return this.#held.size;
  }
}

function freeze(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) freeze(inner);
}
