import type {MeasureField} from "./layer.ts";

/** A formula such as `${income} - ${expenses}`, over measures of one model. */
const SUM_OF_MEASURES = /^\s*\$\{[^}.]+\}(?:\s*[+-]\s*\$\{[^}.]+\})*\s*$/;
const MAX_NESTED = 10;

/**
 * Whether the measure's values of several groups may be added up: counts and sums over rows, and additions and
 * subtractions of such measures. No row may be in two groups, so windows, whose periods share rows, are not additive.
 */
export function isAdditive({model, source}: MeasureField, depth = 0): boolean {
  const {type, nonAdditive, rolling, toDate, sql = ""} = source;
  if (nonAdditive || rolling || toDate) return false;
  if (type === "count" || type === "sum") return true;
  if (type !== "number" || depth > MAX_NESTED || !SUM_OF_MEASURES.test(sql)) return false;
  return [...sql.matchAll(/\$\{([^}.]+)\}/g)].every(([, name = ""]) => {
    const part = model.fields.get(name);
    return part?.kind === "measure" && isAdditive(part, depth + 1);
  });
}
