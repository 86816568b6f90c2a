/**
 * Uses what the browser stores for this tab, which outlives a reload. A browser whose storage is full or switched off keeps
 * nothing, and pages work without: the result is `undefined` then.
 */
export function inTabStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}
