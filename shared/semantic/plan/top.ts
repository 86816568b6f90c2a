import {fieldError} from "../layer/field-error.ts";
import type {ResolvedQuery} from "../resolve/resolved.ts";

/**
 * Throws `invalid_request` if `top` chooses other values in each period of a dimension that `what` goes along: what is
 * left out of one period would be taken for nothing there.
 */
export function refuseWithin({top, dimensions}: ResolvedQuery, index: number, what: string): void {
  const at = top?.within.indexOf(index) ?? -1;
  if (at < 0) return;
  throw fieldError("invalid_request", `/top/within/${at}`, {
    message: `"${what}" goes along "${dimensions[index]?.name ?? ""}", within which "top" chooses anew, so that values come and go. Choose them once: leave that dimension out of "within".`,
  });
}
