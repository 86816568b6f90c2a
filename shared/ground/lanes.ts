/**
 * Runs `work` over all items, at most `atOnce` at a time, each with its index. Rejects with the first error at once,
 * and then starts no more items.
 */
export async function inLanes<T>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  let index = 0;
  let failed = false;
  const lane = async () => {
    for (let next = rest.next(); !next.done && !failed; next = rest.next()) {
      try {
        await work(next.value, index++);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({length: atOnce}, lane));
}
