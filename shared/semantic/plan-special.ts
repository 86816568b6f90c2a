import {isIntraday, isPeriod, type Period} from "./grains.ts";
import type {Measure} from "./graph.ts";
import type {DimensionField, Edge, Layer, MeasureField} from "./layer.ts";
import type {PlacedDimension} from "./plan.ts";
import type {JoinNode} from "./plan-scope.ts";
import type {ResolvedFilter, ResolvedMeasure} from "./resolve.ts";
import {fieldError, resolveField} from "./resolve-field.ts";
import type {Test} from "./tests.ts";

/** Keeps of each group, and of each `per` within it, the rows of its first or last moment. */
export interface Ends {
  dimension: DimensionField;
  take: "first" | "last";
  per: ({field: DimensionField} | {column: string})[];
  /** The measure whose `where` picks the rows of which the first or last are kept. */
  picks?: MeasureField;
}

/** Gives each period the rows of another span of time: a longer one that ends with it, or an earlier one. */
export interface Window {
  dimension: DimensionField;
  /** The to-one joins over which it is reached. */
  path: readonly Edge[];
  rolling?: {unit: Period; count: number} | "unbounded";
  offset?: {unit: Period; count: number};
}

/** What a measure does with its rows before they are aggregated, beyond grouping them: at first the window. */
export interface Special {
  window?: Window;
  ends?: Ends;
}

/** A windowed branch's own part: the dimension that counts its periods, and which of them are asked for. */
export interface Periods {
  /** The position of the dimension. */
  index: number;
  grain: Period;
  tests: Test[];
  /** The table of the window's dimension. */
  node: JoinNode;
  /** Whether the rows of all periods are wanted as one group, each once. */
  total: boolean;
}

/** What is special about a measure; `undefined` for most. `key` is equal for those that share a branch. */
export function specialOf(layer: Layer, measure: ResolvedMeasure, field: MeasureField) {
  const {nonAdditive, rolling, offset, where} = field.source;
  const window = windowOf(layer, measure, field);
  if (nonAdditive === undefined && window === undefined) return undefined;
  const special: Special = {
    ...(window === undefined ? {} : {window}),
    ...(nonAdditive === undefined ? {} : {ends: endsOf(field, nonAdditive)}),
  };
  const picks = nonAdditive === undefined ? "" : where;
  return {special, key: JSON.stringify([nonAdditive ?? 0, picks ?? "", rolling ?? 0, offset ?? 0])};
}

function endsOf(field: MeasureField, source: NonNullable<Measure["nonAdditive"]>): Ends {
  const dimension = field.model.fields.get(source.dimension);
  if (dimension?.kind !== "dimension") throw unsound(field, source.dimension);
  return {
    dimension,
    take: source.take,
    per: (source.per ?? []).map(name => {
      const own = field.model.fields.get(name);
      return own?.kind === "dimension" ? {field: own} : {column: name};
    }),
    ...(field.source.where === undefined ? {} : {picks: field}),
  };
}

function windowOf(layer: Layer, measure: ResolvedMeasure, field: MeasureField): Window | undefined {
  const {rolling, offset} = field.source;
  const name = rolling?.dimension ?? offset?.dimension;
  if (name === undefined) return undefined;
  if (rolling !== undefined && offset !== undefined && rolling.dimension !== offset.dimension) {
    throw refuse(
      measure,
      `is "rolling" along another dimension than its "offset": give both the same in the layer`,
    );
  }
  const qualified = name.includes(".") ? name : `${field.model.name}.${name}`;
  const reference = resolveField(layer, field.model, qualified, measure.pointer);
  const [path] = reference.paths;
  if (reference.field.kind !== "dimension" || path === undefined || path.some(edge => edge.toMany)) {
    throw unsound(field, name);
  }
  return {
    dimension: reference.field,
    path,
    ...(rolling === undefined ? {} : {rolling: rolling.window}),
    ...(offset === undefined ? {} : {offset: {unit: offset.unit, count: offset.count}}),
  };
}

function unsound(field: MeasureField, name: string) {
  return fieldError("invalid_request", "", {
    message: `The measure "${field.model.name}.${field.name}" goes along "${name}", which is no dimension of its model or over many-to-one joins. Correct it in the layer.`,
  });
}

/**
 * Which of a branch's dimensions counts the periods of a window, and which conditions only choose among
 * periods: those of the same field, taken from `filters`. The rows of a window may lie before them.
 */
export function findPeriods(
  window: Window,
  measure: ResolvedMeasure,
  node: JoinNode,
  dimensions: readonly PlacedDimension[],
): Pick<Periods, "index" | "grain"> {
  const name = `${window.dimension.model.name}.${window.dimension.name}`;
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
      `goes along "${name}": the query must have that dimension once, at a grain of a day or longer, such as "${name}.month"`,
    );
  }
  return {index: only.index, grain};
}

/** Parts the conditions that choose periods from those that choose rows. */
export function partFilters(
  window: Window,
  measure: ResolvedMeasure,
  filters: readonly ResolvedFilter[],
  isOwn: (filter: Extract<ResolvedFilter, {kind: "condition"}>) => boolean,
): {rows: ResolvedFilter[]; tests: Test[]} {
  const rows: ResolvedFilter[] = [];
  const tests: Test[] = [];
  const touches = (filter: ResolvedFilter): boolean =>
    filter.kind === "condition"
      ? filter.reference.field === window.dimension && isOwn(filter)
      : filter.parts.some(touches);
  for (const filter of filters) {
    if (!touches(filter)) rows.push(filter);
    else if (filter.kind === "condition" && isSpan(filter.test) && filter.raw) tests.push(filter.test);
    else {
      throw refuse(
        measure,
        `goes along "${window.dimension.model.name}.${window.dimension.name}", whose filters must then be one span of time each: "=", "<", ">", "between", "in_past" and the like, not in an "or"`,
      );
    }
  }
  return {rows, tests};
}

function isSpan(test: Test): boolean {
  return (
    (test.kind === "compare" || test.kind === "range" || test.kind === "between") && test.negated !== true
  );
}

function refuse(measure: ResolvedMeasure, why: string) {
  return fieldError("invalid_request", measure.pointer, {message: `"${measure.name}" ${why}.`});
}
