import type {Filter, FilterCondition} from "../../../../shared/semantic/query/filter.ts";
import type {Query} from "../../../../shared/semantic/query/query.ts";
import {NOW, RETAIL} from "../random-layer.ts";
import {rowFilters} from "./filters.ts";
import {addPeriods} from "./time.ts";
import {dimensionValue, type Value} from "./values.ts";

/** A span of days that includes its first and its last day. */
export interface Span {
  first: string;
  last: string;
}

/** A comparison: the same query over its own span and over an earlier span. */
export interface Compared {
  /** The query over its own span. */
  own: Query;
  /** The query over the earlier span. */
  earlier: Query;
  /** The field that the span filters. */
  field: string;
  unit: string;
  count: number;
  spans: {now: Span; before: Span};
}

/** The span that a random query with `compare` filters by, and the earlier span of `compare`. */
export function comparedSpans({compare, ...query}: Query): Compared {
  const {filters = []} = query;
  const isSpan = (filter: (typeof filters)[number]): filter is FilterCondition =>
    "field" in filter && !("per" in filter) && filter.op === "between" && filter.field === `${query.model}.d`;
  const [span, ...others] = filters.filter(isSpan);
  if (compare === undefined || span === undefined || others.length > 0)
    throw new Error("the query does not have exactly one span");
  const {unit, count} = compare.offset;
  const [first = "", last = ""] = Array.isArray(span.value) ? span.value.map(String) : [];
  const move = (day: Temporal.PlainDate) => addPeriods(day, unit, -count);
  // The documentation says that both ends are moved. Here the end is the day after the span, so that a comparison of
  // February by a month covers all of January.
  const over = move(Temporal.PlainDate.from(last).add({days: 1}));
  const whole = {
    now: {first, last},
    before: {
      first: move(Temporal.PlainDate.from(first)).toString(),
      last: over.subtract({days: 1}).toString(),
    },
  };
  const {now, before} = compare.sameDays === true ? elapsed(whole) : whole;
  // Conditions on measures apply only to the query's own span. The documentation does not say what happens to a group
  // in which only such a measure has a value in the earlier span. Here that group is not part of the earlier span,
  // because none of its values would be in the answer.
  const between = ({first, last}: Span, some: readonly Filter[]) =>
    some.map(filter => (filter === span ? {...span, value: [first, last]} : filter));
  return {
    own: {...query, filters: between(now, filters)},
    earlier: {...query, filters: between(before, rowFilters(query))},
    field: span.field,
    unit,
    count,
    spans: {now, before},
  };
}

/** Both spans, cut to the number of days of the query's own span that have elapsed by today (`NOW`). */
function elapsed({now, before}: Compared["spans"]): Compared["spans"] {
  const today = Temporal.PlainDate.from(NOW.slice(0, 10));
  const days = Temporal.PlainDate.from(now.first).until(today).days;
  const cut = ({first, last}: Span): Span => {
    const until = Temporal.PlainDate.from(first).add({days}).toString();
    return {first, last: until < last ? until : last};
  };
  return now.last < today.toString() ? {now, before} : {now: cut(now), before: cut(before)};
}

/**
 * The value in the query's own span with which a value of the earlier span is compared; `undefined` if there is none.
 * The documentation does not say what happens to the last week of an earlier span that has one week more. Here this
 * week is compared with the week after the query's own span.
 */
export function matchingValue(
  {unit, count, spans}: Compared,
  grain = "day",
  value: Value,
): Value | undefined {
  if (value === null || typeof value !== "string") return value;
  if (grain === "day") {
    const day = Temporal.PlainDate.from(value);
    const moved = addPeriods(day, unit, count);
    return unit === "day" || unit === "week" || moved.day === day.day ? moved.toString() : undefined;
  }
  const index = periodsFrom(spans.before.first, grain).indexOf(value);
  return index < 0 ? undefined : periodsFrom(spans.now.first, grain)[index];
}

/** The periods from the period that contains a day to the last period that any random layer has. */
function periodsFrom(day: string, grain: string): string[] {
  if (grain === "retail")
    return [...new Set([...RETAIL].flatMap(([other, period]) => (other >= day ? [period] : [])))];
  const first = Temporal.PlainDate.from(String(dimensionValue({d: day}, "d", grain, "UTC")));
  return Array.from({length: 120}, (_, i) => addPeriods(first, grain, i).toString());
}
