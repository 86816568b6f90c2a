import {processorMs} from "./processor-time.ts";

/** How much computing the machine is asked for. */
const PROBE_MS = 40;

/**
 * A bound in ms as it holds on an idle machine, made longer by what this machine is busy with besides: by how much
 * longer than its processor time a computation takes now, and as much again, because load comes and goes.
 */
export function onBusyMachine(boundMs: number): number {
  const startedAt = performance.now();
  const startedMs = processorMs();
  while (processorMs() - startedMs < PROBE_MS);
  const slowness = (performance.now() - startedAt) / PROBE_MS;
  return boundMs * Math.max(1, 2 * slowness - 1);
}

const TRIES = 6;

/**
 * The least of several tries, of which the first that is below `bound` is the last. What really holds something up does
 * so in each of them, and another process only now and then.
 */
export async function leastOf(bound: number, attempt: () => Promise<number>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < TRIES && least >= bound; i++) least = Math.min(least, await attempt());
  return least;
}
