import type {Actor} from "../actor.ts";
import {ServiceError} from "../errors.ts";

/**
 * What the service has paused is resumed, and run by hand until then, by whom it runs as alone: an heir has not looked at
 * it yet. `missing_privilege` for others. `whose` says what of theirs it uses.
 */
export function requireResumer(
  actor: Actor,
  {paused_because, run_as}: {paused_because: string | null; run_as: string},
  whose: "rights it has" | "rows it sends",
): void {
  if (paused_because === null || run_as === actor.id) return;
  throw new ServiceError(
    "missing_privilege",
    `The service has paused it: ${paused_because} Whose ${whose} (${run_as}) can resume it; PUT makes them yours.`,
  );
}
