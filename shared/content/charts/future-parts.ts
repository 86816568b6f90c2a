import type {Drawing} from "../../core/wire/drawing.ts";
import type {Query} from "../../semantic/documents.ts";
import {addPeriods, floorDate} from "../../semantic/layers.ts";
import {isPeriod, operatorNamed} from "../../semantic/vocabulary.ts";

type Calendar = Parameters<typeof floorDate>[2];

/** A span of days. `to` is exclusive. */
interface Span {
  from: Temporal.PlainDate;
  to: Temporal.PlainDate;
}

const PART_OF: Readonly<Record<string, (day: Temporal.PlainDate) => number | undefined>> = {
  day_of_week: day => day.dayOfWeek,
  day_of_month: day => day.day,
  day_of_year: day => day.dayOfYear,
  week_of_year: day => day.weekOfYear,
  month_of_year: day => day.month,
  quarter_of_year: day => Math.ceil(day.month / 3),
};
/** The longest span whose days are examined one by one. */
const MAX_DAYS = 800;

/**
 * For a query with a comparison: the parts of time (`month_of_year`, …) that are still to come in the query's own span,
 * by column index of the drawing. For this year, after March: 4 to 12. Empty if the span ends before `today`, or if the
 * span is not a year, a month or a number of periods up to the current period. Leaves out parts that also occur in the
 * past of the span, such as the days of the week in a year.
 */
export function futureParts(
  {columns}: Pick<Drawing, "columns">,
  query: Query,
  today: Temporal.PlainDate,
  calendar: Calendar,
): ReadonlyMap<number, ReadonlySet<number>> {
  const found = new Map<number, ReadonlySet<number>>();
  if (query.compare === undefined) return found;
  for (const [index, {name, grain, role}] of columns.entries()) {
    const partOf = role === "dimension" && grain !== undefined ? PART_OF[grain] : undefined;
    const span = partOf && spanOf(query, name.slice(0, -`.${grain}`.length), today, calendar);
    if (!span || Temporal.PlainDate.compare(span.to, today) <= 0) continue;
    const [passed, toCome] = [new Set<number>(), new Set<number>()];
    for (let day = span.from; Temporal.PlainDate.compare(day, span.to) < 0; day = day.add({days: 1})) {
      const part = partOf(day);
      if (part !== undefined) (Temporal.PlainDate.compare(day, today) > 0 ? toCome : passed).add(part);
    }
    for (const part of passed) toCome.delete(part);
    if (toCome.size > 0) found.set(index, toCome);
  }
  return found;
}

/** The days to which the query's filters restrict a time. */
function spanOf(
  {filters = []}: Query,
  field: string,
  today: Temporal.PlainDate,
  calendar: Calendar,
): Span | undefined {
  for (const filter of filters) {
    if (!("field" in filter) || filter.field !== field || "per" in filter) continue;
    const {value} = filter;
    const operator = operatorNamed(filter.op);
    const span =
      operator === "=" && typeof value === "string"
        ? writtenSpan(value)
        : operator === "in_current" || operator === "in_past"
          ? relativeSpan(value, today, calendar)
          : undefined;
    if (span) return span.from.until(span.to).days > MAX_DAYS ? undefined : span;
  }
  return undefined;
}

/** The days of `2026` or `2026-03`. */
function writtenSpan(value: string): Span | undefined {
  const [, year, month] = /^(\d{4})(?:-(\d\d))?$/.exec(value) ?? [];
  if (year === undefined) return undefined;
  const from = Temporal.PlainDate.from(`${year}-${month ?? "01"}-01`);
  return {from, to: addPeriods(from, month === undefined ? "year" : "month", 1)};
}

/** The days of a relative filter's periods. The current period is the last of these periods. */
function relativeSpan(value: unknown, today: Temporal.PlainDate, calendar: Calendar): Span | undefined {
  if (typeof value !== "object" || value === null || !("unit" in value)) return undefined;
  const {unit} = value;
  const count = "count" in value ? Number(value.count) : 1;
  if (typeof unit !== "string" || !isPeriod(unit) || ("completed" in value && value.completed === true))
    return undefined;
  const current = floorDate(today, unit, calendar);
  return {from: addPeriods(current, unit, 1 - count), to: addPeriods(current, unit, 1)};
}
