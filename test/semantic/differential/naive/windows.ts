import type {FilterCondition} from "../../../../shared/semantic/query/filter.ts";
import type {Query} from "../../../../shared/semantic/query/query.ts";
import {addRows, type Entry, type Groups, type Located} from "./groups.ts";
import {edgeOfDay, hoursFrom, lengthOf, timesBetween} from "./hours.ts";
import type {Joins} from "./joins.ts";
import {isSamePlace, type Place, Refusal} from "./places.ts";
import {daysOf, periodsBetween, windowFrom} from "./time.ts";
import {dimensionValue} from "./values.ts";

/**
 * Puts each row into every group that it counts for. A row of a window can count in several periods. Filters on the window's
 * date choose these periods, not rows; where the filters lack a bound, the first or last period with any row of the query is
 * the bound.
 */
export function groupRows(
  joins: Joins,
  {timezone = "UTC"}: Query,
  located: Located,
  all: readonly Located[],
  groups: Groups,
): void {
  const {entries, periods} = located;
  if (periods === undefined) {
    addRows(groups, located, entries);
    return;
  }
  const {window, way, along, grain, told} = periods;
  const there = all
    .flatMap(located => located.entries)
    .flatMap(entry => (entry.key[along] !== null ? [String(entry.key[along])] : []))
    .sort();
  const length = lengthOf(grain);
  // A measure with a window is refused without the time that the window goes along.
  if (along < 0 && (periods.first !== undefined || periods.last !== undefined)) throw new Refusal("along");
  const cut = (day: string, edge: "first" | "last") =>
    length === undefined
      ? String(dimensionValue({d: day}, "d", grain, "UTC"))
      : edgeOfDay(day, edge, length, timezone);
  const first = periods.first === undefined ? there[0] : cut(periods.first, "first");
  const last = periods.last === undefined ? there.at(-1) : cut(periods.last, "last");
  if (first === undefined || last === undefined) return;
  const days = entries.map(({row}) =>
    dimensionValue(
      joins.look(new Map([["", row]]), way.steps),
      way.field,
      length === undefined ? "day" : undefined,
      timezone,
    ),
  );
  const countsFor = (period: string) =>
    length === undefined ? windowFrom(period, grain, window) : hoursFrom(period, {length, window, timezone});
  const counted: Entry[] = [];
  const shownPeriods =
    length === undefined ? periodsBetween(first, last, grain) : timesBetween(first, last, length);
  for (const period of shownPeriods) {
    const counts = countsFor(period);
    for (const [i, {key, row}] of entries.entries()) {
      const day = days[i] ?? null;
      if (day === null || !counts(String(day))) continue;
      const shown = key.with(along, period);
      for (const {index, grain: other} of told)
        shown[index] =
          length === undefined
            ? dimensionValue({d: period}, "d", other, "UTC")
            : dimensionValue({at: period}, "at", other, timezone);
      counted.push({key: shown, row});
    }
  }
  addRows(groups, located, counted);
}

/** The bounds that all conditions on one date have in common: the latest first day and the earliest last day. */
export function boundsOf(conditions: {place: Place; filter: FilterCondition}[]): {
  first?: string;
  last?: string;
} {
  const days = conditions.map(({place, filter}) => daysOf(filter, place.grain));
  const first = days
    .flatMap(day => day.first ?? [])
    .sort()
    .at(-1);
  const last = days.flatMap(day => day.last ?? []).sort()[0];
  return {...(first === undefined ? {} : {first}), ...(last === undefined ? {} : {last})};
}

/**
 * The grain at which the dimensions count the periods of a window, and the other dimensions whose values follow from the
 * period.
 */
export function grainsAlong(
  dimensions: readonly Place[],
  way: Place,
): Pick<NonNullable<Located["periods"]>, "along" | "grain" | "told"> {
  const own = dimensions.flatMap((place, index) =>
    isSamePlace(place, way) && place.grain !== undefined && place.grain !== "retail"
      ? [{index, grain: place.grain}]
      : [],
  );
  own.sort((one, other) => shortestFirst(one.grain) - shortestFirst(other.grain));
  const [{index: along, grain} = {index: -1, grain: ""}, ...told] = own;
  return {along, grain, told};
}

const SHORTEST_FIRST = "minute hour day week month fiscal_quarter quarter fiscal_year year".split(" ");

function shortestFirst(grain: string): number {
  const at = SHORTEST_FIRST.indexOf(grain);
  return at < 0 ? SHORTEST_FIRST.length : at;
}
