import {isIntraday, isPeriod, type Period} from "./grains.ts";
import type {DimensionField, MeasureField} from "./layer.ts";
import type {PlacedDimension} from "./plan.ts";
import type {JoinNode} from "./plan-scope.ts";
import type {ResolvedFilter, ResolvedMeasure} from "./resolve.ts";
import {fieldError} from "./resolve-field.ts";
import type {Test} from "./tests.ts";

/** What a measure does with its rows before they are aggregated, beyond grouping them. */
export type Special =
  /** Keeps of each group, and of each `per` within it, the rows of its first or last moment. */
  | {
      kind: "nonAdditive";
      dimension: DimensionField;
      take: "first" | "last";
      per: ({field: DimensionField} | {column: string})[];
      /** The measure whose `where` picks the rows of which the first or last are kept. */
      picks?: MeasureField;
    }
  /** Gives each period the rows of another span of time: a longer one that ends with it, or an earlier one. */
  | {
      kind: "window";
      dimension: DimensionField;
      rolling?: {unit: Period; count: number} | "unbounded";
      offset?: {unit: Period; count: number};
    };

/** A windowed branch's own part: the dimension that counts its periods, and which of them are asked for. */
export interface Periods {
  /** The position of the dimension. */
  index: number;
  grain: Period;
  tests: Test[];
}

/** What is special about a measure; `undefined` for most. `key` is equal for those that share a branch. */
export function specialOf(field: MeasureField): {special: Special; key: string} | undefined {
  const {nonAdditive, rolling, offset, where} = field.source;
  if (nonAdditive !== undefined) {
    const special: Special = {
      kind: "nonAdditive",
      dimension: ownDimension(field, nonAdditive.dimension),
      take: nonAdditive.take,
      per: (nonAdditive.per ?? []).map(name => {
        const own = field.model.fields.get(name);
        return own?.kind === "dimension" ? {field: own} : {column: name};
      }),
      ...(where === undefined ? {} : {picks: field}),
    };
    return {special, key: JSON.stringify([nonAdditive, where ?? ""])};
  }
  if (rolling === undefined && offset === undefined) return undefined;
  const special: Special = {
    kind: "window",
    dimension: ownDimension(field, rolling?.dimension ?? offset?.dimension ?? ""),
    ...(rolling === undefined ? {} : {rolling: rolling.window}),
    ...(offset === undefined ? {} : {offset: {unit: offset.unit, count: offset.count}}),
  };
  return {special, key: JSON.stringify([rolling ?? 0, offset ?? 0])};
}

function ownDimension(field: MeasureField, name: string): DimensionField {
  const dimension = field.model.fields.get(name);
  if (dimension?.kind === "dimension") return dimension;
  throw fieldError("invalid_request", "", {
    message: `The measure "${field.model.name}.${field.name}" goes along "${name}", which is no dimension of its model. Correct it in the layer.`,
  });
}

/** Refuses combinations that have no one meaning. */
export function checkSpecial(measure: ResolvedMeasure, field: MeasureField, totals: boolean): void {
  const {nonAdditive, rolling, offset} = field.source;
  if (nonAdditive !== undefined && (rolling !== undefined || offset !== undefined)) {
    throw refuse(measure, `has "nonAdditive" beside "rolling" or "offset", which have no meaning together`);
  }
  if (rolling !== undefined && offset !== undefined && rolling.dimension !== offset.dimension) {
    throw refuse(measure, `is "rolling" along another dimension than its "offset"`);
  }
  if (totals && (rolling !== undefined || offset !== undefined)) {
    throw refuse(measure, `belongs to the periods of its query and has no total: leave out "totals"`);
  }
}

/**
 * Which of a branch's dimensions counts the periods of a window, and which conditions only choose among
 * periods: those of the same field, taken from `filters`. The rows of a window may lie before them.
 */
export function findPeriods(
  special: Extract<Special, {kind: "window"}>,
  measure: ResolvedMeasure,
  root: JoinNode,
  dimensions: readonly PlacedDimension[],
): Omit<Periods, "tests"> {
  const name = `${special.dimension.model.name}.${special.dimension.name}`;
  const along = dimensions.flatMap(({node, field, grain}, index) =>
    node === root && field === special.dimension ? [{grain, index}] : [],
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
  special: Extract<Special, {kind: "window"}>,
  measure: ResolvedMeasure,
  filters: readonly ResolvedFilter[],
  isOwn: (filter: Extract<ResolvedFilter, {kind: "condition"}>) => boolean,
): {rows: ResolvedFilter[]; tests: Test[]} {
  const rows: ResolvedFilter[] = [];
  const tests: Test[] = [];
  const touches = (filter: ResolvedFilter): boolean =>
    filter.kind === "condition"
      ? filter.reference.field === special.dimension && isOwn(filter)
      : filter.parts.some(touches);
  for (const filter of filters) {
    if (!touches(filter)) rows.push(filter);
    else if (filter.kind === "condition" && isSpan(filter.test) && filter.raw) tests.push(filter.test);
    else {
      throw refuse(
        measure,
        `goes along "${special.dimension.model.name}.${special.dimension.name}", whose filters must then be one span of time each: "=", "<", ">", "between", "in_past" and the like, not in an "or"`,
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
