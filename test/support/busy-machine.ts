import {processorMs} from "./processor-time.ts";

/** The processor time of the computation that measures how busy the machine is. */
const PROBE_MS = 40;

/**
 * The bound for this machine, given the bound in ms for an idle one. A computation measures by what share of its
 * processor time other processes delay it; the bound grows by twice that share, because the load varies.
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
 * The least value of several tries, which end with the first value below `bound`. A delay that the code causes is there
 * in each try; a delay by another process is there only now and then.
 */
export async function leastOf(bound: number, attempt: () => Promise<number>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < TRIES && least >= bound; i++) least = Math.min(least, await attempt());
  return least;
}
