import {type Calendar, floorDate} from "../filters/calendar-spans.ts";
import type {Test, Value} from "../filters/predicates.ts";
import {compareTimes, isoOf} from "../filters/years.ts";
import {fieldError} from "../layer/field-error.ts";
import {isIntraday, type PeriodGrain} from "../layer/grains.ts";
import type {DimensionField} from "../layer/layer.ts";

/** The most periods that a statement generates. */
export const MAX_PERIODS = 100_000;

/** A moment from or up to which a filter selects. If it is exclusive, the nearest moment inside is one `unit` away. */
export interface Bound {
  value: Value;
  inclusive: boolean;
  unit: "day" | "microsecond";
}

/** The bounds that filters set for the requested periods. At an end without a filter, the rows set the bound. */
export interface Bounds {
  from?: Bound;
  to?: Bound;
}

/** Narrows the bounds by a test of a dimension's stored values. */
export function addBounds(bounds: Bounds, field: DimensionField, test: Test): void {
  if (test.kind === "constant" || test.kind === "null" || test.negated === true) return;
  const unit = field.type === "date" ? "day" : "microsecond";
  const from = (value: Value, inclusive: boolean) => {
    const known = bounds.from;
    if (known === undefined || isLater(value, known.value)) bounds.from = {value, inclusive, unit};
    else if (!inclusive && known.value.value === value.value) known.inclusive = false;
  };
  const to = (value: Value, inclusive: boolean) => {
    const known = bounds.to;
    if (known === undefined || isLater(known.value, value)) bounds.to = {value, inclusive, unit};
    else if (!inclusive && known.value.value === value.value) known.inclusive = false;
  };
  if (test.kind === "range") {
    from(test.from, true);
    to(test.before, false);
  } else if (test.kind === "between") {
    from(test.from, true);
    to(test.to, true);
  } else if (test.kind === "compare") {
    if (test.op === "=" || test.op === ">=" || test.op === ">") from(test.value, test.op !== ">");
    if (test.op === "=" || test.op === "<=" || test.op === "<") to(test.value, test.op !== "<");
  }
}

function isLater({value}: Value, {value: other}: Value): boolean {
  return compareTimes(value, other) > 0;
}

/** Throws `invalid_request` if the filters span more periods than a statement generates; `what` begins the message. */
export function refuseManyPeriods(
  {from, to}: Bounds,
  grain: PeriodGrain,
  calendar: Calendar,
  {what, pointer}: {what: string; pointer: string},
): void {
  if (from === undefined || to === undefined) return;
  const count = countPeriods(from.value, to.value, grain, calendar);
  if (count <= MAX_PERIODS) return;
  throw fieldError("invalid_request", pointer, {
    message: `${what} at most ${MAX_PERIODS.toLocaleString("en")} periods, and the filters ask for ${count.toLocaleString("en")} of a ${grain} each. Filter a shorter time, or take a longer grain.`,
  });
}

function countPeriods(from: Value, to: Value, grain: PeriodGrain, calendar: Calendar): number {
  if (isIntraday(grain)) {
    const unit = {second: 1000, minute: 60_000, hour: 3_600_000}[grain];
    return Math.floor((instantOf(to).epochMilliseconds - instantOf(from).epochMilliseconds) / unit) + 1;
  }
  const start = (value: Value) => {
    const day =
      value.kind === "date"
        ? Temporal.PlainDate.from(isoOf(String(value.value)))
        : instantOf(value).toZonedDateTimeISO(calendar.timezone).toPlainDate();
    return floorDate(day, grain, calendar);
  };
  const [first, last] = [start(from), start(to)];
  if (grain === "day" || grain === "week") {
    return Math.floor(first.until(last, {largestUnit: "days"}).days / (grain === "day" ? 1 : 7)) + 1;
  }
  const months = {month: 1, quarter: 3, fiscal_quarter: 3, year: 12, fiscal_year: 12}[grain];
  return Math.floor(first.until(last, {largestUnit: "months"}).months / months) + 1;
}

function instantOf(value: Value): Temporal.Instant {
  return Temporal.Instant.from(
    value.kind === "date" ? `${isoOf(String(value.value))}T00:00Z` : `${isoOf(String(value.value))}Z`,
  );
}
