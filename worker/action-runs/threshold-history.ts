import type {Measured} from "../../shared/automation/actions/run-schemas.ts";
import type {Threshold} from "../../shared/automation/actions/schemas.ts";
import {columnNamesOf} from "../../shared/semantic/index.ts";
import {type Check, watchedValues} from "./check.ts";

const MAX_GROUPS = 20;
/** The most characters of the stored groups as JSON. */
const MAX_CHARACTERS = 4096;

/** The measurements of a check, for the history of its action; of many groups, only those nearest to firing. */
export function measuredOf(
  {query, op, measure, compare}: Threshold,
  {rows, observations}: Pick<Check, "rows" | "observations">,
): Measured {
  const dimensions = columnNamesOf(query).dimensions.length;
  const sign = op === "<" || op === "<=" ? -1 : 1;
  const nearness = (i: number) => {
    const {value = null, against = null} = observations[i] ?? {};
    if (value === null || against === null) return Number.NEGATIVE_INFINITY;
    if (op === "=") return -Math.abs(value - against);
    return op === "!=" ? Math.abs(value - against) : sign * (value - against);
  };
  const change = compare && "offset" in compare ? compare.change : undefined;
  // The columns of the earlier value and its change come after the query's own columns.
  const added = compare && "offset" in compare ? (change ? 2 : 1) : 0;
  const groupOf = (i: number): Measured["groups"][number] => {
    const {value = null, against = null} = observations[i] ?? {};
    const row = rows[i] ?? [];
    return {group: watchedValues(row.slice(0, row.length - added), dimensions, query), value, against};
  };
  const all = [...observations.keys()];
  const nearest = () => all.toSorted((a, b) => nearness(b) - nearness(a) || a - b).slice(0, MAX_GROUPS);
  const isFew = all.length <= MAX_GROUPS && JSON.stringify(all.map(groupOf)).length <= MAX_CHARACTERS;
  const groups: Measured["groups"] = [];
  let left = MAX_CHARACTERS;
  for (const one of (isFew ? all : nearest()).map(groupOf)) {
    const size = JSON.stringify(one).length;
    if (size > left) continue;
    left -= size;
    groups.push(one);
  }
  return {measure, ...(change ? {change} : {}), groups};
}
