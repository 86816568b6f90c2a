import {type Calendar, floorDate, floorInstant} from "../../filters/calendar-spans.ts";
import {fieldError} from "../../layer/field-error.ts";
import {isIntraday, isPeriod, type Part, type PeriodGrain, unitOf} from "../../layer/grains.ts";
import {type FieldReference, timeOf} from "../../layer/layer.ts";
import type {Compare} from "../../query/compare.ts";
import type {
  MovedBy,
  ResolvedCondition,
  ResolvedDimension,
  ResolvedFilter,
  ResolvedMeasure,
} from "../resolved.ts";
import {isOfSameTime} from "../same-time.ts";
import {type EarlierSpan, instantOf, localDay} from "./span.ts";

interface Time extends EarlierSpan {
  reference: FieldReference;
  name: string;
  offset: Compare["offset"];
  calendar: Calendar;
}

interface Beside {
  dimensions: readonly ResolvedDimension[];
  measures: readonly ResolvedMeasure[];
  /** The conditions other than those of the span. */
  rest: readonly ResolvedFilter[];
}

const MONTHS: Partial<Record<PeriodGrain, number>> = {
  day: 1,
  month: 1,
  quarter: 3,
  year: 12,
  fiscal_quarter: 3,
  fiscal_year: 12,
};

/**
 * The distance by which the earlier values of each dimension are moved. The n-th period of the span is compared with the
 * n-th of the earlier span, and if months are moved, the n-th day of a month with the n-th day. Throws `invalid_request`
 * for grains and parts of the time by which the periods of the two spans do not correspond.
 */
export function movedBy(time: Time, {dimensions, measures, rest}: Beside): (MovedBy | undefined)[] {
  for (const {reference, name, pointer, test} of rest.flatMap(conditionsIn)) {
    const isSpanTime =
      isOfSameTime(reference, time.reference) || isSameByOtherName(reference, time, measures);
    if (isSpanTime && test.kind !== "null") requirePlace(time, reference, name, pointer);
  }
  const periods: PeriodGrain[] = [];
  const moved = dimensions.map((dimension, i): MovedBy | undefined => {
    const {reference, name, type} = dimension;
    const isNamedApart = reference.conformed !== time.reference.conformed;
    const isSame = isSameByOtherName(reference, time, measures);
    const isTime = type === "date" || type === "timestamp" || (isSame && reference.time !== undefined);
    // A date that is not the `time` of a model is a dimension like others, and is not moved.
    if (isNamedApart && isTime && (isSame || reference.conformed === true)) {
      const alike = dimension.grain === undefined ? time.name : `${time.name}.${dimension.grain}`;
      throw fieldError("invalid_request", `/dimensions/${i}`, {
        message: `"compare" moves "${time.name}", and "${name}" names that time differently. Use one name for both: "${alike}".`,
      });
    }
    if (isSame) requirePlace(time, reference, name, `/dimensions/${i}`);
    if (!isOfSameTime(reference, time.reference)) return undefined;
    const grain = dimension.grain ?? (type === "date" && reference.time === undefined ? "day" : undefined);
    if (grain === undefined || !isPeriod(grain)) {
      requirePlace(time, reference, name, `/dimensions/${i}`);
      return undefined;
    }
    periods.push(grain);
    return {...distance(time, grain), kind: isIntraday(grain) ? "timestamp" : "date"};
  });
  const months = monthsOf(time.offset);
  const isEven = periods.every(grain => months > 0 && months % (MONTHS[grain] ?? Infinity) === 0);
  if (periods.length > 1 && !isEven) {
    throw fieldError("invalid_request", "/compare/offset", {
      message: `"compare" puts the periods of "${time.name}" beside earlier ones, and the query has several: ${periods.join(", ")}, and ${time.offset.count} ${time.offset.unit} is not a whole number of each. Keep one of them.`,
    });
  }
  return moved;
}

/** The conditions on one field that a filter combines. */
export function conditionsIn(filter: ResolvedFilter): ResolvedCondition[] {
  if (filter.kind === "condition") return [filter];
  return filter.kind === "and" || filter.kind === "or" || filter.kind === "not"
    ? filter.parts.flatMap(conditionsIn)
    : [];
}

/** Whether one of the two is `metric_time`, and the other a time by which the query measures. */
function isSameByOtherName(
  one: FieldReference,
  {reference: other}: Time,
  measures: readonly ResolvedMeasure[],
): boolean {
  if (one.conformed === other.conformed) return false;
  const {time, field} = one.conformed === true ? other : one;
  const named = time ?? field;
  if (timeOf(named.model) !== named) return false;
  // The parts of a derived measure may belong to any model.
  return measures.some(
    ({reference: {field: measure}}) =>
      measure.model === named.model || measure.source.type === "number" || measure.nested !== undefined,
  );
}

function monthsOf({unit, count}: Compare["offset"]): number {
  return unit === "year" ? count * 12 : unit === "quarter" ? count * 3 : unit === "month" ? count : 0;
}

/** The distance from the first period of the earlier span to the first period of the query's span. */
function distance({own, moved, offset, calendar}: Time, grain: PeriodGrain): Omit<MovedBy, "kind"> {
  if (isIntraday(grain)) {
    const [to, from] = [own.from, moved.from].map(({value}) => floorInstant(instantOf(value), grain));
    const count = (to?.epochMilliseconds ?? 0) - (from?.epochMilliseconds ?? 0);
    return {count: count / {second: 1000, minute: 60_000, hour: 3_600_000}[grain], unit: grain};
  }
  const months = monthsOf(offset);
  if (grain === "day" && months > 0) return {count: months, unit: "month"};
  const [to, from] = [own.from, moved.from].map(bound =>
    floorDate(localDay(bound, calendar), grain, calendar),
  );
  if (to === undefined || from === undefined) throw new Error("a span without bounds");
  const unit = unitOf(grain);
  if (unit === "day" || unit === "week") return {count: from.until(to).days, unit: "day"};
  return {count: from.until(to, {largestUnit: "months"}).months, unit: "month"};
}

/**
 * Parts that have the same values in both spans, if the offset is a multiple of this number of months; 0: with any
 * offset.
 */
const PLACES: Partial<Record<Part, number>> = {
  millisecond_of_second: 0,
  hour_of_day: 0,
  day_of_week: 0,
  day_of_month: 1,
  day_of_year: 12,
  week_of_year: 12,
  month_of_year: 12,
  quarter_of_year: 12,
};

function requirePlace(
  {offset, name: time}: Time,
  {grain, time: of}: FieldReference,
  name: string,
  pointer: string,
): void {
  const needed = grain === undefined || isPeriod(grain) || of !== undefined ? undefined : PLACES[grain];
  const months = monthsOf(offset);
  if (needed === 0 || (needed !== undefined && months > 0 && months % needed === 0)) return;
  throw fieldError("invalid_request", pointer, {
    message: `"compare" moves "${time}" by ${offset.count} ${offset.unit}, and "${name}" belongs to that time and differs between the two spans. Leave it out, or ask for the time by day, week, month, quarter or year.`,
  });
}
