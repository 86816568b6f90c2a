import type {Actor} from "../actor.ts";
import {ServiceError} from "../errors.ts";

/**
 * Only the principal that a paused resource runs as may resume it, or run it by hand, once the service has paused it: an
 * heir has not reviewed it yet. `missing_privilege` for others. `whose` says what it uses of the principal's.
 */
export function requireResumer(
  actor: Actor,
  {paused_because, run_as}: {paused_because: string | null; run_as: string},
  whose: "rights it has" | "rows it sends",
): void {
  if (paused_because === null || run_as === actor.id) return;
  throw new ServiceError(
    "missing_privilege",
    `The service has paused it: ${paused_because} Only the account whose ${whose} (${run_as}) can resume it. Or change what it does (PUT): then it runs as you.`,
  );
}
