/** How long a service that work needs may be unavailable before the work is given up. */
const PATIENCE_MS = 24 * 3_600_000;
const MAX_PAUSE_MS = 10 * 60_000;

/**
 * When to try again work that failed because a service, such as GitHub or a warehouse, was unavailable: later after each
 * attempt, and not before `until`. `undefined` for work that was made more than a day ago.
 */
export function tryLater(
  {tries, createdAt}: {tries: number; createdAt: Date},
  until?: Date,
): Date | undefined {
  if (Date.now() - createdAt.getTime() > PATIENCE_MS) return undefined;
  const pause = new Date(Date.now() + Math.min(2000 * 2 ** Math.min(tries, 20), MAX_PAUSE_MS));
  return until && until > pause ? until : pause;
}
