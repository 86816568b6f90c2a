import {LRUCache} from "lru-cache";
import type {Notice, Notices} from "./change-notices.ts";

/**
 * An LRU cache of rows from the database, bypassed while the notification channel is down and emptied when it is back.
 * `drop` decides which entries a notice of `kinds` makes stale. Concurrent loads of one key share one load.
 */
export class NotifiedCache<V extends object> {
  readonly #entries: LRUCache<string, V>;
  readonly #loading = new Map<string, Promise<V | undefined>>();
  #epoch = 0;

  constructor(
    private readonly notices: Notices,
    max: number,
    kinds: readonly Notice["kind"][],
    drop: (notice: Notice, entry: V, key: string) => boolean,
  ) {
    this.#entries = new LRUCache({max});
    notices.on("reset", () => this.clear());
    notices.on("notice", notice => {
      if (!kinds.includes(notice.kind)) return;
      this.#epoch++;
      // Later calls must not join a load that may have begun before the change.
      this.#loading.clear();
      for (const [key, entry] of this.#entries) if (drop(notice, entry, key)) this.#entries.delete(key);
    });
  }

  clear(): void {
    this.#epoch++;
    this.#loading.clear();
    this.#entries.clear();
  }

  /** The cached value, without asking the database. */
  peek(key: string): V | undefined {
    return this.notices.connected ? this.#entries.get(key) : undefined;
  }

  async get(key: string, load: () => Promise<V | undefined>): Promise<V | undefined> {
    if (!this.notices.connected) return load();
    const held = this.#entries.get(key);
    if (held) return held;
    const underWay = this.#loading.get(key);
    if (underWay) return underWay;
    // A value read before a notice may be stale because of it: it is returned, but not cached.
    const epoch = this.#epoch;
    const loading = load()
      .then(value => {
        if (value && epoch === this.#epoch && this.notices.connected) this.#entries.set(key, value);
        return value;
      })
      .finally(() => {
        if (this.#loading.get(key) === loading) this.#loading.delete(key);
      });
    this.#loading.set(key, loading);
    return loading;
  }
}
