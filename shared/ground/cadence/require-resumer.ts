import type {Actor} from "../actor.ts";
import {ServiceError} from "../errors.ts";

/**
 * Requires the principal that a resource runs as, for resuming or running the resource by hand after the service has
 * paused it: that principal, such as an heir, has to review the resource first. Throws `missing_privilege` for others.
 * `whose` names, for the message, what the resource takes from that principal.
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
