/**
 * Calls `use` with the browser's storage for this tab, which survives a reload. Returns `undefined` if the storage is
 * full or switched off, because pages work without it.
 */
export function inTabStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}
