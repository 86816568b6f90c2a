import {escapeSegment} from "../../semantic/coded-error.ts";
import {ServiceError} from "../errors.ts";

/**
 * Throws `invalid_request` for a value with text that Postgres does not store, in a key too. `what` names the value in the
 * message.
 */
export function refuseUnstorable(value: unknown, what: string, path = ""): void {
  if (typeof value === "string") {
    if (value.isWellFormed() && !value.includes("\0")) return;
    const message = "Text cannot hold U+0000 or half of a surrogate pair.";
    const place = `${what} at ${path || "/"}`;
    throw new ServiceError("invalid_request", `${place} is not as expected: ${message}`, {
      errors: [{path, message}],
    });
  }
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const at = `${path}/${escapeSegment(key)}`;
    refuseUnstorable(key, what, at);
    refuseUnstorable(inner, what, at);
  }
}
