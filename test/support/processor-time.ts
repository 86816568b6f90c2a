/**
 * The processor time that this process has used, in ms. Unlike the clock, this time does not advance while other
 * processes have the cores, so a bound on it holds on a busy machine, too.
 */
export function processorMs(): number {
  const {user, system} = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * The least processor time of each task, in ms. The tasks take turns, so that a disturbance slows down all of them, and
 * the least of many turns is the time of the task alone. Tests can compare the tasks by the ratio of these times.
 */
export async function minProcessorMs<const T extends readonly (() => unknown)[]>(
  tasks: T,
  turns = 7,
): Promise<{[K in keyof T]: number}> {
  const least = tasks.map(() => Number.POSITIVE_INFINITY);
  for (let turn = 0; turn < turns; turn++) {
    for (const [i, task] of tasks.entries()) {
      const before = processorMs();
      await task();
      least[i] = Math.min(least[i]!, processorMs() - before);
    }
  }
  return least as {[K in keyof T]: number};
}
