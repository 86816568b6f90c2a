import type {Test} from "../filters/predicates.ts";
import {decidedGrains} from "../layer/decided-grains.ts";
import {fieldError} from "../layer/field-error.ts";
import {type Grain, isIntraday, isPeriod, type PeriodGrain} from "../layer/grains.ts";
import type {Measure} from "../layer/graph.ts";
import type {FieldReference, Layer, MeasureField} from "../layer/layer.ts";
import {fieldInWords, visibleName} from "../layer/visibility.ts";
import type {ResolvedFilter, ResolvedMeasure} from "../resolve/resolved.ts";
import {countedIn, findWindow, unsoundWindow, type Window} from "../resolve/window.ts";
import {conversionOf} from "./events/conversion.ts";
import type {Ends, JoinNode, Periods, PlacedDimension, RowPreparation} from "./plan.ts";

/**
 * How a measure's rows must be prepared; `undefined` for most measures. Measures with an equal `key` can share a
 * branch. `within` are the derived measures that the measure is part of, the outermost first; their offsets move the
 * measure.
 */
export function rowPreparationOf(
  layer: Layer,
  measure: ResolvedMeasure,
  field: MeasureField,
  within: readonly MeasureField[],
): {preparation: RowPreparation; key: string} | undefined {
  const {nonAdditive, where} = field.source;
  const window = findWindow(layer, field, within, measure);
  const conversion = conversionOf(layer, field);
  if (conversion !== undefined) {
    const {measure: _, ...by} = conversion.source;
    return {preparation: {conversion}, key: JSON.stringify([conversion.counted.model.name, where ?? "", by])};
  }
  if (nonAdditive === undefined && window === undefined) return undefined;
  const preparation: RowPreparation = {
    ...(window === undefined ? {} : {window: window.window}),
    ...(nonAdditive === undefined ? {} : {ends: endsOf(field, nonAdditive)}),
  };
  const picks = nonAdditive === undefined ? "" : where;
  return {preparation, key: JSON.stringify([nonAdditive ?? 0, picks ?? "", window?.key ?? 0])};
}

function endsOf(field: MeasureField, source: NonNullable<Measure["nonAdditive"]>): Ends {
  const dimension = field.model.fields.get(source.dimension);
  if (dimension?.kind !== "dimension") throw unsoundWindow(field, source.dimension);
  return {
    dimension,
    take: source.take,
    overQuery: source.over === "query",
    per: (source.per ?? []).map(name => {
      const own = field.model.fields.get(name);
      return own?.kind === "dimension" ? {field: own} : {column: name};
    }),
    ...(field.source.where === undefined ? {} : {picks: field}),
  };
}

/**
 * The dimension whose periods the windows end with, and the dimensions that follow from its periods. Throws unless the
 * query has the window's time at a grain that fits the window, and at no other grains than those that this grain
 * determines.
 */
export function findPeriods(
  window: Window,
  measure: ResolvedMeasure,
  node: JoinNode,
  dimensions: readonly PlacedDimension[],
  timezone: string,
): Pick<Periods, "index" | "grain" | "implied"> {
  const own = dimensions.flatMap((dimension, index) =>
    dimension.node === node && dimension.field === window.dimension ? [{grain: dimension.grain, index}] : [],
  );
  const implied: {index: number; grain: Grain}[] = [];
  for (const {grain, index} of own) if (grain !== undefined) implied.push({index, grain});
  for (const {index, grain} of implied) {
    if (implied.length < own.length || !isPeriod(grain) || !hasGrain(window, grain)) continue;
    const decided = decidedGrains(window.dimension.type, grain, timezone);
    if (implied.some(other => !decided.includes(other.grain))) continue;
    return {index, grain, implied: implied.filter(other => other.index !== index)};
  }
  throw refuse(measure, `is computed along ${fieldInWords(window.dimension)}${whyNoPeriods(window, own)}`);
}

/**
 * Whether a window can end with periods of a grain. A window counted in days cannot end with hours or minutes, one
 * counted in hours or minutes cannot end with days, and none ends with seconds.
 */
function hasGrain(window: Window, grain: PeriodGrain): boolean {
  const counted = countedIn(window);
  if (!isIntraday(grain)) return counted !== "time";
  return grain !== "second" && counted !== "days";
}

function whyNoPeriods(window: Window, own: readonly {grain: Grain | undefined}[]): string {
  const {dimension} = window;
  const counted = countedIn(window);
  const at = (grain: string) => {
    const name = visibleName(dimension);
    return name === undefined ? `the grain "${grain}"` : `"${name}.${grain}"`;
  };
  const grains = own.flatMap(({grain}) => grain ?? []);
  const other = grains.find(grain => isPeriod(grain) && !hasGrain(window, grain));
  if (other !== undefined && counted === "time") {
    return `, and its windows are counted in hours or minutes: take ${at("hour")} or ${at("minute")} instead of ${at(other)}, or have a measure in the layer whose window is counted in days`;
  }
  if (other !== undefined) {
    return counted === "any"
      ? `, and its windows cannot end with a second: take ${at("minute")} or a longer grain instead of ${at(other)}`
      : `, and its windows consist of days: take ${at("day")} or a longer grain instead of ${at(other)}, or have a measure in the layer whose window is counted in hours`;
  }
  if (grains.length === 0 || grains.length < own.length) {
    return counted === "time"
      ? `: the query must group by that dimension once, at the grain of an hour or a minute, such as ${at("hour")}. For one value without it, as "top" needs, take a measure that has no window`
      : `: the query must group by that dimension once, at a grain of a day or longer, such as ${at("month")}. For one value without it, as "top" needs, take a measure that has no window`;
  }
  if (!grains.some(isPeriod)) {
    return `, and a part of a time is not a period that a window could end with: add ${at("day")} to ${at(grains[0] ?? "")}, which is then the part of each day`;
  }
  const overlap = `, which the query has at grains that overlap: ${grains.map(at).join(", ")}`;
  if (grains.some(grain => isPeriod(grain) && isIntraday(grain))) return `${overlap}. Keep one of them`;
  return `${overlap}. Add ${at("day")}, so that they are the periods of each day, or keep one of them`;
}

/**
 * Refuses periods of the layer's calendar along a window: a row and the last day of its window can lie in different
 * periods.
 */
export function refuseCalendar(
  window: Window,
  measure: ResolvedMeasure,
  references: readonly FieldReference[],
  isOwn: (reference: FieldReference) => boolean,
): void {
  const period = references.find(one => one.time === window.dimension && isOwn(timeOf(one)));
  if (period === undefined) return;
  const name = visibleName(window.dimension);
  const days = name === undefined ? "days" : `"${name}.day"`;
  throw refuse(
    measure,
    `is computed along ${fieldInWords(window.dimension)}, whose windows do not work with "${period.field.name}" of the layer's calendar: group by ${days} or a longer grain instead, or take a measure without a window, with a calculation such as "running_total" or "difference"`,
  );
}

/**
 * Separates the conditions on the window's dimension, which only choose periods, from those that choose rows. The rows of
 * a window may be earlier than the requested periods.
 */
export function partFilters(
  window: Window,
  measure: ResolvedMeasure,
  filters: readonly ResolvedFilter[],
  isOwn: (reference: FieldReference) => boolean,
): {rows: ResolvedFilter[]; tests: Test[]} {
  const rows: ResolvedFilter[] = [];
  const tests: Test[] = [];
  const isAlong = (reference: FieldReference) => {
    if (reference.time === undefined) return reference.field === window.dimension && isOwn(reference);
    return reference.time === window.dimension && isOwn(timeOf(reference));
  };
  const touches = (filter: ResolvedFilter): boolean => {
    if (filter.kind === "condition") return isAlong(filter.reference);
    if (filter.kind === "comparison") return filter.fields.some(({reference}) => isAlong(reference));
    if (filter.kind === "per") return filter.dimensions.some(({reference}) => isAlong(reference));
    return "parts" in filter && filter.parts.some(touches);
  };
  for (const filter of filters) {
    if (!touches(filter)) rows.push(filter);
    else if (
      filter.kind === "condition" &&
      isSpan(filter.test) &&
      filter.raw &&
      filter.reference.time === undefined
    )
      tests.push(filter.test);
    else {
      throw refuse(
        measure,
        `is computed along ${fieldInWords(window.dimension)}, whose filters must then be one span of time each: "=", "<", ">", "between", "in_past" and the like, not in an "or", a "not" or a "per", nor compared with another field. Ask for each span in a query of its own`,
      );
    }
  }
  return {rows, tests};
}

/** A reference to the time of a calendar's grain, or the reference itself. */
function timeOf(reference: FieldReference): FieldReference {
  const {time, paths, ...place} = reference;
  return {...place, field: time ?? reference.field, paths: paths.map(path => path.slice(0, -1))};
}

function isSpan(test: Test): boolean {
  return (
    (test.kind === "compare" || test.kind === "range" || test.kind === "between") && test.negated !== true
  );
}

function refuse(measure: ResolvedMeasure, why: string) {
  return fieldError("invalid_request", measure.pointer, {message: `"${measure.name}" ${why}.`});
}
