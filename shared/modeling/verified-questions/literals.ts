/** A date or a time in a filter, which identifies no person or thing. */
const MOMENT = /^(19|20)\d\d-(0[1-9]|1[0-2])(-[0-3]\d([T ][\d:.+-]+Z?)?)?$/;
const BY_ORDER: ReadonlySet<string> = new Set([
  "<",
  "<=",
  ">",
  ">=",
  "between",
  "not_between",
  "gt",
  "gte",
  "lt",
  "lte",
]);

/**
 * Whether a query has values in its filters that can only be known from rows, such as a customer's name. Dates,
 * periods, truth values and the bounds of numbers are not such values.
 */
export function namesValues(part: unknown): boolean {
  if (Array.isArray(part)) return part.some(namesValues);
  if (typeof part !== "object" || part === null) return false;
  if ("value" in part && "op" in part && isOfRows(part.value, String(part.op))) return true;
  return Object.values(part).some(namesValues);
}

function isOfRows(value: unknown, op: string): boolean {
  if (Array.isArray(value)) return value.some(one => isOfRows(one, op));
  if (typeof value === "string") return !MOMENT.test(value);
  return typeof value === "number" && !BY_ORDER.has(op);
}
