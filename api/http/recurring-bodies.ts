import {LRUCache} from "lru-cache";

const MOST_BODIES = 5000;
/** The limit of all texts together; the parsed bodies take about ten times as many bytes. */
const MOST_CHARACTERS = 2_000_000;
const LONGEST_TEXT = 20_000;

/**
 * A cache of parsed and validated bodies by their text, for endpoints that receive equal bodies again and again. A body
 * depends only on its text, so callers may share it. It is frozen before its second use.
 */
export class RecurringBodies<T> {
  readonly #held = new LRUCache<string, {readonly body: T; isFrozen: boolean}>({
    max: MOST_BODIES,
    maxSize: MOST_CHARACTERS,
    maxEntrySize: LONGEST_TEXT,
    sizeCalculation: (_, text) => text.length + 1,
  });

  /** The body of this text. `parse` throws for an invalid one, which is not cached. */
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
