import {fieldError} from "../layer/field-error.ts";
import type {ResolvedQuery} from "../resolve/resolved.ts";

/**
 * Throws `invalid_request` if `top` chooses values anew in each period of the dimension at `index`, along which `what`
 * is computed: a value that `top` leaves out of one period would be taken for a period without rows.
 */
export function refuseWithin({top, dimensions}: ResolvedQuery, index: number, what: string): void {
  const at = top?.within.indexOf(index) ?? -1;
  if (at < 0) return;
  throw fieldError("invalid_request", `/top/within/${at}`, {
    message: `"${what}" goes along "${dimensions[index]?.name ?? ""}", within which "top" chooses anew, so that values come and go. Choose them once: leave that dimension out of "within".`,
  });
}
