import type {Actor} from "../actor.ts";
import {ServiceError} from "../errors.ts";

/**
 * Allows a resource that the service has paused to be resumed, or run by hand, only by the principal that the resource
 * runs as: that principal, such as an heir, has to review the resource first. Throws `missing_privilege` for others.
 * `delegated` is the message's noun for what the resource gets from that principal.
 */
export function requireResumer(
  actor: Actor,
  {paused_because, run_as}: {paused_because: string | null; run_as: string},
  delegated: "rights it has" | "rows it sends",
): void {
  if (paused_because === null || run_as === actor.id) return;
  throw new ServiceError(
    "missing_privilege",
    `The service has paused it: ${paused_because} Only the account whose ${delegated} (${run_as}) can resume it. Or change what it does (PUT): then it runs as you.`,
  );
}
