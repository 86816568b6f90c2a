import type {Test} from "../filters/predicates.ts";
import {fieldError} from "../layer/field-error.ts";
import {isIntraday, isPeriod} from "../layer/grains.ts";
import type {Measure} from "../layer/graph.ts";
import type {FieldReference, Layer, MeasureField} from "../layer/layer.ts";
import {fieldInWords, shownName} from "../layer/shown.ts";
import type {ResolvedFilter, ResolvedMeasure} from "../resolve/resolved.ts";
import {findWindow, unsoundWindow, type Window} from "../resolve/window.ts";
import {conversionOf} from "./conversion.ts";
import type {Ends, JoinNode, Periods, PlacedDimension, Special} from "./plan.ts";

/**
 * How a measure's rows must be prepared; `undefined` for most measures. Measures with an equal `key` can share a
 * branch. `within` are the derived measures that it is part of, the outermost first, whose offsets move it.
 */
export function specialOf(
  layer: Layer,
  measure: ResolvedMeasure,
  field: MeasureField,
  within: readonly MeasureField[],
): {special: Special; key: string} | undefined {
  const {nonAdditive, where} = field.source;
  const window = findWindow(layer, field, within, measure);
  const conversion = conversionOf(layer, field);
  if (conversion !== undefined) {
    const {measure: _, ...by} = conversion.source;
    return {special: {conversion}, key: JSON.stringify([conversion.counted.model.name, where ?? "", by])};
  }
  if (nonAdditive === undefined && window === undefined) return undefined;
  const special: Special = {
    ...(window === undefined ? {} : {window: window.window}),
    ...(nonAdditive === undefined ? {} : {ends: endsOf(field, nonAdditive)}),
  };
  const picks = nonAdditive === undefined ? "" : where;
  return {special, key: JSON.stringify([nonAdditive ?? 0, picks ?? "", window?.key ?? 0])};
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
 * The branch's dimension that counts the periods of a window. Throws unless the query has it exactly once, at a grain
 * of a day or longer.
 */
export function findPeriods(
  window: Window,
  measure: ResolvedMeasure,
  node: JoinNode,
  dimensions: readonly PlacedDimension[],
): Pick<Periods, "index" | "grain"> {
  const name = shownName(window.dimension);
  const along = dimensions.flatMap((dimension, index) =>
    dimension.node === node && dimension.field === window.dimension ? [{grain: dimension.grain, index}] : [],
  );
  const [only, ...others] = along;
  const {grain} = only ?? {};
  if (
    only === undefined ||
    others.length > 0 ||
    grain === undefined ||
    !isPeriod(grain) ||
    isIntraday(grain)
  ) {
    throw refuse(
      measure,
      `goes along ${fieldInWords(window.dimension)}: the query must have that dimension once, at a grain of a day or longer` +
        (name === undefined ? "" : `, such as "${name}.month"`),
    );
  }
  return {index: only.index, grain};
}

/**
 * Separates conditions that only choose periods, which are on the window's dimension, from those that choose rows. The
 * rows of a window may lie before the periods.
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
        `goes along ${fieldInWords(window.dimension)}, whose filters must then be one span of time each: "=", "<", ">", "between", "in_past" and the like, not in an "or", a "not" or a "per"`,
      );
    }
  }
  return {rows, tests};
}

/** The time that a grain of the calendar is of. */
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
