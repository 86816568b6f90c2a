import type {Measured} from "../../shared/automation/actions/run-schemas.ts";
import type {Threshold} from "../../shared/automation/actions/schemas.ts";
import {columnNamesOf} from "../../shared/semantic/index.ts";
import {type Check, watchedValues} from "./check.ts";

const MOST_GROUPS = 20;
/** The most characters of the stored groups as JSON. */
const MOST_CHARACTERS = 4096;

/** What a check has measured, for the history of its action: of many groups those that are nearest to firing. */
export function measuredOf(
  {query, op, measure, compare}: Threshold,
  {rows, observations}: Pick<Check, "rows" | "observations">,
): Measured {
  const dimensions = columnNamesOf(query).dimensions.length;
  const sign = op === "<" || op === "<=" ? -1 : 1;
  const nearness = (i: number) => {
    const {value = null, against = null} = observations[i] ?? {};
    if (value === null || against === null) return Number.NEGATIVE_INFINITY;
    return op === "=" || op === "!=" ? -Math.abs(value - against) : sign * (value - against);
  };
  const order = [...observations.keys()];
  if (order.length > MOST_GROUPS) order.sort((a, b) => nearness(b) - nearness(a) || a - b);
  const groups: Measured["groups"] = [];
  let left = MOST_CHARACTERS;
  for (const i of order.slice(0, MOST_GROUPS)) {
    const {value = null, against = null} = observations[i] ?? {};
    const one = {group: watchedValues(rows[i] ?? [], dimensions, query), value, against};
    left -= JSON.stringify(one).length;
    if (left < 0) break;
    groups.push(one);
  }
  const change = compare && "offset" in compare ? compare.change : undefined;
  return {measure, ...(change ? {change} : {}), groups};
}
