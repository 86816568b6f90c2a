import {type Calendar, dateText, dayStart, instantText} from "../../filters/calendar-spans.ts";
import {boundsOf, type Value} from "../../filters/predicates.ts";
import {compareTimes, isoOf} from "../../filters/years.ts";
import {fieldError} from "../../layer/field-error.ts";
import type {Compare} from "../../query/compare.ts";
import type {Query} from "../../query/query.ts";
import type {
  ResolvedCompare,
  ResolvedCondition,
  ResolvedDimension,
  ResolvedFilter,
  ResolvedMeasure,
} from "../resolved.ts";
import {isOfSameTime} from "../same-time.ts";
import {movedBy} from "./periods.ts";
import {type EarlierSpan, instantOf, localDay, spanOf, type TimeSpan, withoutDays} from "./span.ts";

interface ComparedSpans extends EarlierSpan {
  /** Whether days that have not begun are left out of both spans. */
  isCut: boolean;
}

interface Around {
  dimensions: readonly ResolvedDimension[];
  measures: readonly ResolvedMeasure[];
  where: readonly ResolvedFilter[];
  always: readonly ResolvedFilter[];
  calendar: Calendar;
}

/** The parts of a query that cannot be combined with `compare`, each with the reason. */
const BESIDE = {
  calculations: "a calculation would see the periods of one span only",
  subtotals: "a subtotal row has one value per measure",
} as const;

/**
 * The earlier span of a query, and the query's own conditions, which end with today if `sameDays` is set. Throws
 * `invalid_request` unless the query filters by one span of time that is moved.
 */
export function resolveCompare(
  query: Query,
  around: Around,
): {where: readonly ResolvedFilter[]; compare: ResolvedCompare} | undefined {
  const {compare} = query;
  if (compare === undefined || query.funnel !== undefined || query.retention !== undefined) return undefined;
  const {measures, where, calendar} = around;
  if (measures.length === 0) throw refusal("/compare", `"compare" compares measures: add one to "measures".`);
  for (const key of ["calculations", "subtotals"] as const) {
    const value = query[key];
    if (value === undefined || value === false || (Array.isArray(value) && value.length === 0)) continue;
    throw refusal(
      `/${key}`,
      `"${key}" cannot be combined with "compare": ${BESIDE[key]}. Leave one of them out.`,
    );
  }
  const other = measures.find(({reference}) => reference.field.type !== "number");
  if (other !== undefined) {
    throw refusal(
      other.pointer,
      `"compare" says how much a measure has changed, and "${other.name}" is of type ${other.reference.field.type}. Leave it out, or "compare".`,
    );
  }
  refuseCountedBins(query);
  const {conditions, rest} = timesIn(where);
  const [first] = conditions;
  if (first === undefined) {
    throw refusal(
      "/compare",
      `"compare" moves the query's span of time, and the query has no filter on a time. Add one, such as {"field": "orders.placed_at", "op": "in_past", "value": {"unit": "month", "count": 1}}.`,
    );
  }
  const second = conditions.find(({reference}) => !isOfSameTime(reference, first.reference));
  if (second !== undefined) {
    throw refusal(
      second.pointer,
      `"compare" moves one span of time, and the query filters by two: "${first.name}" and "${second.name}". Leave one of them out.`,
    );
  }
  const own = spanOf(
    conditions.map(({test}) => test),
    first.reference.field.type,
    first,
  );
  const span = spansOf(own, compare, calendar);
  refuseCut(span, first, around.always);
  const time = {...span, reference: first.reference, name: first.name, offset: compare.offset, calendar};
  const moved = movedBy(time, {dimensions: around.dimensions, measures, rest});
  const isByDay = around.dimensions.some((_, i) => moved[i]?.unit === "month" && isDay(around.dimensions[i]));
  const conditionsOf = (which: "own" | "moved") =>
    spanConditions(first, conditions, {span, compare, calendar, which});
  return {
    where: span.isCut ? [...rest, ...conditionsOf("own")] : where,
    compare: {
      where: [...rest, ...conditionsOf("moved"), ...(isByDay ? withoutDays(first, time) : [])],
      moved,
    },
  };
}

/** Refuses bins by count: each span would have bins of its own. */
function refuseCountedBins({dimensions = []}: Query): void {
  const at = dimensions.findIndex(entry => typeof entry !== "string" && "count" in (entry.bin ?? {}));
  if (at < 0) return;
  throw refusal(
    `/dimensions/${at}/bin/count`,
    `With "compare", bins by "count" would differ between the two spans. Give "width" or "edges" instead.`,
  );
}

function isDay(dimension: ResolvedDimension | undefined): boolean {
  return dimension?.grain === "day" || (dimension?.grain === undefined && dimension?.type === "date");
}

/** The conditions on moments, which combine by AND, and all others. */
function timesIn(where: readonly ResolvedFilter[]): {
  conditions: ResolvedCondition[];
  rest: ResolvedFilter[];
} {
  const conditions: ResolvedCondition[] = [];
  const rest: ResolvedFilter[] = [];
  for (const filter of where.flatMap(conjuncts)) {
    const isTime = filter.kind === "condition" && filter.raw && isMoment(filter);
    if (isTime && filter.test.kind !== "null") conditions.push(filter);
    else {
      refuseWithin(filter);
      rest.push(filter);
    }
  }
  return {conditions, rest};
}

function conjuncts(filter: ResolvedFilter): ResolvedFilter[] {
  return filter.kind === "and" ? filter.parts.flatMap(conjuncts) : [filter];
}

function isMoment({reference: {field}}: ResolvedCondition): boolean {
  return field.type === "date" || field.type === "timestamp";
}

/** Refuses a condition on the time inside of an `or` or a `not`: it is not a span that could be moved. */
function refuseWithin(filter: ResolvedFilter): void {
  if (filter.kind !== "or" && filter.kind !== "not" && filter.kind !== "and") return;
  for (const part of filter.parts) {
    if (part.kind === "condition" && part.raw && isMoment(part) && part.test.kind !== "null") {
      throw refusal(
        part.pointer,
        `"compare" moves one span of time, and "${part.name}" is inside "${filter.kind}". Filter by one span, beside the other conditions.`,
      );
    }
    refuseWithin(part);
  }
}

/**
 * The query's own span and the earlier one. With `sameDays`, both end after the number of days that have begun in the
 * query's own span.
 */
function spansOf(own: TimeSpan, {offset, sameDays}: Compare, calendar: Calendar): ComparedSpans {
  const moved = {...own, from: back(own.from, offset, calendar), to: back(own.to, offset, calendar)};
  if (sameDays !== true) return {own, moved, isCut: false};
  const now = Temporal.Instant.fromEpochMilliseconds(calendar.now.getTime());
  const today = now.toZonedDateTimeISO(calendar.timezone).toPlainDate();
  const begins = localDay(own.from, calendar);
  const endDay = own.from.kind === "date" ? localDay(own.to, calendar) : undefined;
  const ended =
    endDay === undefined ? compareTimes(own.to.value, instantText(now)) <= 0 : !isLater(endDay, today);
  if (ended) return {own, moved, isCut: false};
  const days = Math.max(begins.until(today).days + 1, 0);
  const cut = (span: TimeSpan): TimeSpan => {
    const end = localDay(span.from, calendar).add({days});
    const {kind} = span.to;
    const to = {kind, value: kind === "date" ? dateText(end) : dayStart(end, calendar.timezone)};
    return compareTimes(to.value, span.to.value) < 0 ? {...span, to, includesTo: false} : span;
  };
  return {own: cut(own), moved: cut(moved), isCut: true};
}

function isLater(one: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(one, other) > 0;
}

/** A bound of the earlier span: the same local time, earlier by the offset in days, weeks or months. */
function back(bound: Value, {unit, count}: Compare["offset"], {timezone}: Calendar): Value {
  const by = unit === "quarter" ? {months: count * 3} : {[`${unit}s`]: count};
  if (bound.kind === "date") {
    return {...bound, value: dateText(Temporal.PlainDate.from(isoOf(String(bound.value))).subtract(by))};
  }
  const local = instantOf(bound.value).toZonedDateTimeISO(timezone).toPlainDateTime().subtract(by);
  return {...bound, value: instantText(local.toZonedDateTime(timezone).toInstant())};
}

/** The conditions of one of the two spans, also for models whose time has the other type (date or timestamp). */
function spanConditions(
  first: ResolvedCondition,
  conditions: readonly ResolvedCondition[],
  part: {span: EarlierSpan; compare: Compare; calendar: Calendar; which: "own" | "moved"},
): ResolvedCondition[] {
  const {span, compare, calendar, which} = part;
  const type = first.otherwise?.type;
  const tests = conditions.flatMap(({otherwise}) => otherwise?.test ?? []);
  const other = type && spansOf(spanOf(tests, type, first), compare, calendar)[which];
  const dependsOnNow = compare.sameDays === true || conditions.some(one => one.dependsOnNow);
  const bounds = [testsOf(span[which]), other && testsOf(other)] as const;
  return bounds[0].map((test, i) => {
    const beside = bounds[1]?.[i];
    const otherwise = type && beside ? {otherwise: {type, test: beside}} : {};
    return {...first, test, dependsOnNow, ...otherwise};
  });
}

function testsOf({from, to, includesTo, excludesFrom}: TimeSpan) {
  return [
    {kind: "compare", op: excludesFrom ? ">" : ">=", value: from} as const,
    {kind: "compare", op: includesTo ? "<=" : "<", value: to} as const,
  ];
}

/** Refuses an earlier span of which a dataset's own filters leave out a part. */
function refuseCut({moved}: EarlierSpan, first: ResolvedCondition, always: readonly ResolvedFilter[]): void {
  for (const filter of always) {
    if (filter.kind !== "condition" || !filter.raw || !isOfSameTime(filter.reference, first.reference))
      continue;
    const {from} = boundsOf(filter.test);
    if (from === undefined || compareTimes(from.value, moved.from.value) <= 0) continue;
    throw refusal(
      "/compare",
      `"compare" looks back to ${String(moved.from.value)}, and the dataset begins at ${String(from.value)} by its own filter. Take a shorter offset, or query the model.`,
    );
  }
}

function refusal(path: string, message: string) {
  return fieldError("invalid_request", path, {message});
}
