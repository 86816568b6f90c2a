/**
 * Runs `work` over all items, at most `maxConcurrent` at a time, and passes each item with its index. Rejects with the
 * first error at once, and then starts no more items.
 */
export async function forEachConcurrently<T>(
  items: Iterable<T>,
  maxConcurrent: number,
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.iterator]();
  let index = 0;
  let failed = false;
  const runNext = async () => {
    for (let next = iterator.next(); !next.done && !failed; next = iterator.next()) {
      try {
        await work(next.value, index++);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({length: maxConcurrent}, runNext));
}
