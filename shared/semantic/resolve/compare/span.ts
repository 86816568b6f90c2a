import {type Calendar, dateText, dayStart, parseInstant} from "../../filters/calendar-spans.ts";
import type {Test, Value} from "../../filters/predicates.ts";
import {beforeChrist, compareTimes, isoOf} from "../../filters/years.ts";
import {fieldError} from "../../layer/field-error.ts";
import type {DimensionType} from "../../layer/graph.ts";
import type {Compare} from "../../query/compare.ts";
import type {ResolvedCondition, ResolvedFilter} from "../resolved.ts";

/** A span from one moment to another, half-open unless its flags say otherwise. Spans of dates are always half-open. */
export interface TimeSpan {
  from: Value;
  to: Value;
  excludesFrom: boolean;
  includesTo: boolean;
}

export interface EarlierSpan {
  own: TimeSpan;
  moved: TimeSpan;
}

/** The span that tests of one time select together. Throws `invalid_request` if they select none, or several. */
export function spanOf(
  tests: readonly Test[],
  type: DimensionType,
  {name, pointer}: ResolvedCondition,
): TimeSpan {
  let from: {value: Value; excludes: boolean} | undefined;
  let to: {value: Value; includes: boolean} | undefined;
  const later = (value: Value, excludes: boolean) => {
    if (from === undefined || compareTimes(value.value, from.value.value) > 0) from = {value, excludes};
  };
  const sooner = (value: Value, includes: boolean) => {
    if (to === undefined || compareTimes(value.value, to.value.value) < 0) to = {value, includes};
  };
  const after = (value: Value) => (type === "date" ? later(nextDay(value), false) : later(value, true));
  const until = (value: Value) => (type === "date" ? sooner(nextDay(value), false) : sooner(value, true));
  for (const test of tests) {
    const isNegated = "negated" in test && test.negated === true;
    if (!isNegated && test.kind === "range") {
      later(test.from, false);
      sooner(test.before, false);
    } else if (!isNegated && test.kind === "between") {
      later(test.from, false);
      until(test.to);
    } else if (!isNegated && test.kind === "compare") {
      const {op, value} = test;
      if (op === ">=" || op === "=") later(value, false);
      else if (op === ">") after(value);
      if (op === "<") sooner(value, false);
      else if (op === "<=" || op === "=") until(value);
    } else {
      throw fieldError("invalid_request", pointer, {
        message: `"compare" moves one span of time, and the filter of "${name}" leaves several. Filter by one, from a day to a day.`,
      });
    }
  }
  if (from === undefined || to === undefined) {
    const missing = from === undefined ? "beginning" : "end";
    throw fieldError("invalid_request", pointer, {
      message: `"compare" moves a span of time, and the filter on "${name}" has no ${missing}. Filter by a span that has both.`,
    });
  }
  if (beforeChrist(String(from.value.value)) !== undefined) {
    throw fieldError("invalid_request", pointer, {
      message: `"compare" goes back to the year 1, and the filter on "${name}" begins at ${String(from.value.value)}. Filter by a later span.`,
    });
  }
  return {from: from.value, to: to.value, excludesFrom: from.excludes, includesTo: to.includes};
}

function nextDay(value: Value): Value {
  return {...value, value: dateText(Temporal.PlainDate.from(isoOf(String(value.value))).add({days: 1}))};
}

/** The first moment of a bound's local day, as a day. */
export function localDay({kind, value}: Value, {timezone}: Calendar): Temporal.PlainDate {
  if (kind === "date") return Temporal.PlainDate.from(isoOf(String(value)));
  return instantOf(value).toZonedDateTimeISO(timezone).toPlainDate();
}

export function instantOf(value: Value["value"]): Temporal.Instant {
  const instant = parseInstant(`${String(value)}Z`, "UTC");
  if (instant === undefined) throw new Error(`"${String(value)}" is not a moment`);
  return instant;
}

const MAX_MONTHS = 1200;

/**
 * Conditions that leave out the days of the earlier span without a counterpart: January's 30th has none in February.
 * Throws `invalid_request` for a span that is too long to be compared day by day.
 */
export function withoutDays(
  first: ResolvedCondition,
  {moved, offset, calendar}: EarlierSpan & {offset: Compare["offset"]; calendar: Calendar},
): ResolvedFilter[] {
  const months = offset.count * (offset.unit === "year" ? 12 : offset.unit === "quarter" ? 3 : 1);
  const start = localDay(moved.from, calendar).with({day: 1});
  const last = localDay(moved.to, calendar);
  if (start.until(last, {largestUnit: "months"}).months > MAX_MONTHS) {
    throw fieldError("invalid_request", first.pointer, {
      message: `"compare" puts day beside day, and "${first.name}" spans more than ${MAX_MONTHS / 12} years. Filter a shorter time, or take a longer grain.`,
    });
  }
  const filters: ResolvedFilter[] = [];
  for (let month = start; Temporal.PlainDate.compare(month, last) <= 0; month = month.add({months: 1})) {
    const daysInMonth = month.add({months}).daysInMonth;
    if (daysInMonth >= month.daysInMonth) continue;
    const range = (kind: DimensionType): Test => {
      const bound = (day: Temporal.PlainDate): Value =>
        kind === "date"
          ? {kind: "date", value: dateText(day)}
          : {kind: "timestamp", value: dayStart(day, calendar.timezone)};
      return {
        kind: "range",
        from: bound(month.add({days: daysInMonth})),
        before: bound(month.add({months: 1})),
        negated: true,
      };
    };
    const type = first.otherwise?.type;
    const otherwise = type ? {otherwise: {type, test: range(type)}} : {};
    filters.push({...first, test: range(first.reference.field.type), ...otherwise});
  }
  return filters;
}
