import {fieldError} from "../layer/field-error.ts";
import type {ResolvedQuery} from "../resolve/resolved.ts";
import type {Plan} from "./plan.ts";

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

/** Whether a dimension of a query's groups has texts in the order of their numbers, and what `top` calls the rest of them. */
export function labelsOf(
  {dimensions, top}: Pick<ResolvedQuery, "dimensions" | "top">,
  index: number,
): Pick<Plan["dimensions"][number], "labels"> {
  const {bins, measured} = dimensions[index]?.reference.field ?? {};
  const rest = top?.dimension === index ? top.others : undefined;
  const isNumber = rest !== undefined && top?.ofNumbers === true;
  if ((bins ?? measured?.bins)?.labels !== true && !isNumber) return {};
  return {labels: rest === undefined ? {} : {rest}};
}
