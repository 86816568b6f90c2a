import type {Measure} from "../../../shared/semantic/layer/graph.ts";
import type {Filter} from "../../../shared/semantic/query/filter.ts";
import type {Chance} from "./random-layer.ts";

/** Measures with windows of hours and minutes along a moment, for every random model. */
export const HOURLY: Measure[] = [
  {
    name: "rolled_hours",
    type: "sum",
    column: "n",
    rolling: {dimension: "at", window: {unit: "hour", count: 7}},
  },
  {
    name: "rolled_minutes",
    type: "avg",
    column: "n",
    rolling: {dimension: "at", window: {unit: "minute", count: 90}},
  },
  {
    name: "words_in_hours",
    type: "count_distinct",
    column: "w",
    rolling: {dimension: "at", window: {unit: "hour", count: 30}},
  },
  {
    name: "closing_in_hours",
    type: "sum",
    column: "n",
    nonAdditive: {dimension: "at", take: "last"},
    rolling: {dimension: "at", window: {unit: "hour", count: 5}},
  },
  {name: "hour_ago", type: "sum", column: "n", offset: {dimension: "at", unit: "hour", count: 1}},
  {name: "minutes_ahead", type: "sum", column: "n", offset: {dimension: "at", unit: "minute", count: -30}},
  {
    name: "rolled_hour_ago",
    type: "number",
    sql: "${rolled_hours}",
    offset: {dimension: "at", unit: "hour", count: 1},
  },
  {
    name: "least_in_minutes",
    type: "min",
    column: "n",
    rolling: {dimension: "at", window: {unit: "minute", count: 40}},
  },
  {
    name: "counted_in_minutes",
    type: "count",
    rolling: {dimension: "at", window: {unit: "minute", count: 150}},
  },
  {
    name: "counted_hours_ago",
    type: "number",
    sql: "${counted_in_minutes}",
    offset: {dimension: "at", unit: "minute", count: 60},
  },
  {name: "week_in_hours", type: "max", column: "n", toDate: {dimension: "at", grain: "week"}},
  {name: "month_in_hours", type: "sum", column: "n", toDate: {dimension: "at", grain: "month"}},
];

/** Days on which clocks change somewhere, and beginnings of months. */
const SPANS = [
  ["2024-03-09", "2024-03-10"],
  ["2024-03-31", "2024-04-01"],
  ["2024-10-26", "2024-10-27"],
  ["2024-11-03", "2024-11-03"],
  ["2024-02-29", "2024-03-01"],
  ["2023-12-31", "2024-01-01"],
];

/** Adds measures with windows by the hour, or by the minute within one day. */
export function addHours(
  chance: Chance,
  prefix: string,
  dimensions: Set<string>,
  measures: Set<string>,
  filters: Filter[],
): void {
  const grain = chance.pick(["hour", "hour", "hour", "minute"]);
  dimensions.add(`${prefix}.at.${grain}`);
  if (chance.chance(0.2)) dimensions.add(`${prefix}.at.${chance.pick(["day", "month", "hour_of_day"])}`);
  const some = HOURLY.map(({name}) => name);
  if (grain === "hour") some.push("running", "fiscal_to_date");
  for (let i = chance.pick([1, 1, 2, 3]); i > 0; i--) measures.add(`${prefix}.${chance.pick(some)}`);
  const [first = "", last = ""] = chance.pick(SPANS);
  filters.push({
    field: `${prefix}.at`,
    op: "between",
    value: grain === "hour" ? [first, last] : [last, last],
  });
}
