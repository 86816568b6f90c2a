import type {FilterCondition} from "../../../../shared/semantic/query/filter.ts";
import type {Query} from "../../../../shared/semantic/query/query.ts";
import {type FieldPath, isSameField, Refusal} from "./field-paths.ts";
import {addRows, type Entry, type GroupedRows, type Groups} from "./groups.ts";
import {edgeOfDay, hoursFrom, lengthOf, timesBetween} from "./hours.ts";
import type {Joins} from "./joins.ts";
import {daysOf, periodsBetween, windowFrom} from "./time.ts";
import {dimensionValue} from "./values.ts";

/**
 * Adds each row to every group for which it counts. A row of a window can count in several periods. Filters on the
 * window's date select these periods, not rows. If the filters have no bound, the bound is the first or last period
 * with any row of the query.
 */
export function groupRows(
  joins: Joins,
  {timezone = "UTC"}: Query,
  groupedRows: GroupedRows,
  all: readonly GroupedRows[],
  groups: Groups,
): void {
  const {entries, periods} = groupedRows;
  if (periods === undefined) {
    addRows(groups, groupedRows, entries);
    return;
  }
  const {window, time, along, grain, derived} = periods;
  const periodsOfRows = all
    .flatMap(groupedRows => groupedRows.entries)
    .flatMap(entry => (entry.key[along] !== null ? [String(entry.key[along])] : []))
    .sort();
  const length = lengthOf(grain);
  // A window measure is refused if the query does not group by the window's time but filters by it.
  if (along < 0 && (periods.first !== undefined || periods.last !== undefined)) throw new Refusal("along");
  const edgeOf = (day: string, edge: "first" | "last") =>
    length === undefined
      ? String(dimensionValue({d: day}, "d", grain, "UTC"))
      : edgeOfDay(day, edge, length, timezone);
  const first = periods.first === undefined ? periodsOfRows[0] : edgeOf(periods.first, "first");
  const last = periods.last === undefined ? periodsOfRows.at(-1) : edgeOf(periods.last, "last");
  if (first === undefined || last === undefined) return;
  const days = entries.map(({row}) =>
    dimensionValue(
      joins.rowAt(new Map([["", row]]), time.steps),
      time.field,
      length === undefined ? "day" : undefined,
      timezone,
    ),
  );
  const countsFor = (period: string) =>
    length === undefined ? windowFrom(period, grain, window) : hoursFrom(period, {length, window, timezone});
  const counted: Entry[] = [];
  const windowPeriods =
    length === undefined ? periodsBetween(first, last, grain) : timesBetween(first, last, length);
  for (const period of windowPeriods) {
    const counts = countsFor(period);
    for (const [i, {key, row}] of entries.entries()) {
      const day = days[i] ?? null;
      if (day === null || !counts(String(day))) continue;
      const moved = key.with(along, period);
      for (const {index, grain: other} of derived)
        moved[index] =
          length === undefined
            ? dimensionValue({d: period}, "d", other, "UTC")
            : dimensionValue({at: period}, "at", other, timezone);
      counted.push({key: moved, row});
    }
  }
  addRows(groups, groupedRows, counted);
}

/** The intersection of all conditions on one date: the latest first day and the earliest last day. */
export function boundsOf(conditions: {path: FieldPath; filter: FilterCondition}[]): {
  first?: string;
  last?: string;
} {
  const days = conditions.map(({path, filter}) => daysOf(filter, path.grain));
  const first = days
    .flatMap(day => day.first ?? [])
    .sort()
    .at(-1);
  const last = days.flatMap(day => day.last ?? []).sort()[0];
  return {...(first === undefined ? {} : {first}), ...(last === undefined ? {} : {last})};
}

/**
 * The grain in which the dimensions count the periods of a window, and the other dimensions whose values are derived
 * from the period.
 */
export function grainsAlong(
  dimensions: readonly FieldPath[],
  time: FieldPath,
): Pick<NonNullable<GroupedRows["periods"]>, "along" | "grain" | "derived"> {
  const own = dimensions.flatMap((path, index) =>
    isSameField(path, time) && path.grain !== undefined && path.grain !== "retail"
      ? [{index, grain: path.grain}]
      : [],
  );
  own.sort((one, other) => shortestFirst(one.grain) - shortestFirst(other.grain));
  const [{index: along, grain} = {index: -1, grain: ""}, ...derived] = own;
  return {along, grain, derived};
}

const SHORTEST_FIRST = "minute hour day week month fiscal_quarter quarter fiscal_year year".split(" ");

function shortestFirst(grain: string): number {
  const at = SHORTEST_FIRST.indexOf(grain);
  return at < 0 ? SHORTEST_FIRST.length : at;
}
