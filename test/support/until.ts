import {onBusyMachine} from "./busy-machine.ts";
import {longTimeoutMs} from "./long.ts";

/** Below the timeout of a test (`bin/test.ts`), so that the failure names the awaited event. */
const GIVES_UP_MS = longTimeoutMs(500_000);
const MIN_GAP_MS = 5;
const MAX_GAP_MS = 500;

type Falsy = undefined | null | false | 0 | "";

/**
 * Waits until `look` returns something truthy, and returns that. It is for changes that no event announces: in a row of
 * the database, a file, an answer of the service. The pauses between two looks grow, because a look takes processor time
 * from the work that is awaited. The wait ends shortly before the test's own timeout. Where the service promises a time,
 * `withinMs` is that promise on an idle machine, and is extended on a busy one.
 */
export async function until<T>(look: () => T | Falsy | Promise<T | Falsy>, withinMs?: number): Promise<T> {
  const startedAt = performance.now();
  for (;;) {
    const seen: T | Falsy = await look();
    if (seen) return seen;
    const waitedMs = performance.now() - startedAt;
    const isLate = withinMs !== undefined && waitedMs > withinMs && waitedMs > onBusyMachine(withinMs);
    if (isLate || waitedMs > GIVES_UP_MS)
      throw new Error(`not true within ${Math.round(waitedMs)} ms: ${look}`);
    await Bun.sleep(Math.min(Math.max(waitedMs / 8, MIN_GAP_MS), MAX_GAP_MS));
  }
}
