import {fieldError} from "../layer/field-error.ts";
import type {ResolvedQuery} from "../resolve/resolved.ts";
import {hasParts} from "./fan-out/deduplicate.ts";
import {isSamePath} from "./paths.ts";
import type {Branch, Plan} from "./plan.ts";

/**
 * Throws `invalid_request` if `top` chooses values anew in each period of the dimension at `index`, along which `what`
 * is computed: a value that `top` leaves out of one period would be taken for a period without rows.
 */
export function refuseWithin({top, dimensions}: ResolvedQuery, index: number, what: string): void {
  const at = top?.within.indexOf(index) ?? -1;
  if (at < 0) return;
  throw fieldError("invalid_request", `/top/within/${at}`, {
    message: `"${what}" is computed along "${dimensions[index]?.name ?? ""}", within which "top" chooses anew, so that values come and go. Choose them once: leave that dimension out of "within".`,
  });
}

/**
 * Whether the groups among which `top` chooses can be aggregated from the same smaller groups as the only branch of a
 * plan. Both must have the same rows and the same joined tables, and measures that can be computed from those of
 * smaller groups. The measures that `top` compares must not differ even in their last digits, unless both kinds of
 * groups are the same.
 */
export function choosesAmongOwnRows({branches, lookups}: Plan): boolean {
  const [branch, second] = branches;
  const groups = branch?.named?.groups;
  const [chosen, other] = groups?.branches ?? [];
  if (branch?.named === undefined || second !== undefined || groups === undefined) return false;
  if (chosen === undefined || other !== undefined || branch.measures.length === 0) return false;
  // Further conditions that look up groups would be planned separately for the branch and for the groups.
  if (lookups.length > 1 || groups.lookups.length > 0) return false;
  const isOfSame =
    chosen.scope.root.model === branch.scope.root.model &&
    chosen.spelled === branch.spelled &&
    isSamePath(chosen.path, branch.path);
  // Bins by count have edges that are looked up first.
  const isKey = ({field}: Branch["dimensions"][number]) =>
    field.type !== "json" && field.bins?.kind !== "count";
  return (
    isOfSame &&
    branch.scope.joins.length === chosen.scope.joins.length &&
    [branch, chosen].every(hasPlainRows) &&
    (chosen.measures.every(isSameInParts) || branch.dimensions.length === branch.named.keys.length) &&
    branch.dimensions.every(isKey) &&
    branch.named.keys.every(key => branch.dimensions.includes(key))
  );
}

/** Whether each row of a branch lies in one group, and its measures have parts. */
function hasPlainRows({scope, measures, ...branch}: Branch): boolean {
  const {preparation, periods, conversion, picked, nested, moved} = branch;
  const {reached, rowConditions} = scope;
  const isPrepared = [preparation, periods, conversion, picked, nested, moved, reached, rowConditions].some(
    one => one !== undefined,
  );
  return !isPrepared && !scope.joins.some(({many}) => many) && measures.every(hasParts);
}

/**
 * Whether a measure of a group is the same when it is computed from those of smaller groups. An average from a sum and
 * a count can differ in its last digit, so that `top` would keep another value.
 */
function isSameInParts(field: Branch["measures"][number]): boolean {
  return field.source.type !== "avg";
}

/**
 * `labels` for a dimension whose texts are sorted by their numbers; `rest` is the name that `top` gives to all other
 * values.
 */
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
