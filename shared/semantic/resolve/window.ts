import {fieldError} from "../layer/field-error.ts";
import {isIntraday, type Period, type PeriodGrain} from "../layer/grains.ts";
import type {Measure} from "../layer/graph.ts";
import type {DimensionField, Edge, Layer, MeasureField} from "../layer/layer.ts";
import {fieldInWords} from "../layer/visibility.ts";
import {resolveField} from "./field.ts";

/** Gives each period the rows of another span of time: a longer one that ends with it, or an earlier one. */
export interface Window {
  dimension: DimensionField;
  /** The to-one joins to the model of the dimension. */
  path: readonly Edge[];
  rolling?: {unit: Period; count: number} | "unbounded";
  /** To-date windows begin at the start of the period of this grain that contains the requested period's last day. */
  toDate?: PeriodGrain;
  /** The moves from the requested period to the one that is read, each applied to the result of the one before. */
  moves: readonly Move[];
}

/** A move back by a number of periods, or to the first period of a longer one. */
export type Move = {unit: Period; count: number} | {toStart: PeriodGrain};

/** Whether the units of a window count elapsed time, calendar days, or both; `any` if the window has no units. */
export function countedIn({
  rolling,
  moves,
}: Pick<Window, "rolling" | "moves">): "any" | "time" | "days" | "both" {
  const units = moves.map(move => ("unit" in move ? move.unit : "day"));
  if (rolling !== undefined && rolling !== "unbounded") units.push(rolling.unit);
  if (units.length === 0) return "any";
  if (units.every(isIntraday)) return "time";
  return units.some(isIntraday) ? "both" : "days";
}

type Offset = NonNullable<Measure["offset"]>;

/**
 * The window of a measure, and a key that equal windows share; `undefined` for most measures. `within` are the derived
 * measures that the measure is part of, the outermost first: their offsets are applied before its own. Throws
 * `invalid_request` for a conversion, for windows along different dimensions or along one that no to-one joins lead to,
 * for hours or minutes mixed with days or longer units, and for hours or minutes along a date.
 */
export function findWindow(
  layer: Layer,
  field: MeasureField,
  within: readonly MeasureField[],
  owner: {name: string; pointer: string},
): {window: Window; key: string} | undefined {
  const {type, rolling, toDate} = field.source;
  const offsets = [...within, field].flatMap(of => {
    const {offset} = of.source;
    return offset === undefined ? [] : [{of, offset}];
  });
  if (rolling === undefined && toDate === undefined && offsets.length === 0) return undefined;
  if (type === "conversion") {
    throw refuse(
      owner,
      `moves ${fieldInWords(field)} in time, and conversions have no "offset": ask for the earlier period in a query of its own`,
    );
  }
  const own = rolling?.dimension ?? toDate?.dimension;
  const names = offsets.map(({of, offset}) => qualified(field, of, offset.dimension));
  if (own !== undefined) names.unshift(qualified(field, field, own));
  const [along = "", ...others] = names;
  const {dimension, path} = dimensionAlong(layer, field, along, owner);
  for (const other of others) {
    if (other === along) continue;
    const same = dimensionAlong(layer, field, other, owner);
    const isSame = same.path.length === path.length && same.path.every((edge, i) => edge === path[i]);
    if (same.dimension === dimension && isSame) continue;
    throw refuse(
      owner,
      `is windowed by both "${along}" and "${other}", which have no common list of periods: give "rolling", "toDate" and "offset" of a measure, and of the measures that it is computed from, the same dimension in the layer`,
    );
  }
  const shape = {
    ...(rolling === undefined ? {} : {rolling: rolling.window}),
    ...(toDate === undefined ? {} : {toDate: toDate.grain}),
    moves: chained(offsets.map(({offset}) => offset)),
  };
  const counted = countedIn(shape);
  if (counted === "both") {
    throw refuse(
      owner,
      `counts in hours or minutes and in days or longer units: use only one of the two in "rolling" and "offset" of a measure, and of the measures that it is computed from, in the layer`,
    );
  }
  if (counted === "time" && dimension.type === "date") {
    throw refuse(
      owner,
      `counts in hours or minutes and is windowed by "${along}", which has only days: count in days, or use a timestamp in the layer`,
    );
  }
  return {window: {dimension, path, ...shape}, key: JSON.stringify([along, shape])};
}

/** The name of a dimension of one measure's model in messages about another measure. */
function qualified(field: MeasureField, of: MeasureField, dimension: string): string {
  return field.model === of.model && dimension.includes(".") ? dimension : `${of.model.name}.${dimension}`;
}

function dimensionAlong(
  layer: Layer,
  field: MeasureField,
  name: string,
  {pointer}: {pointer: string},
): {dimension: DimensionField; path: readonly Edge[]} {
  const reference = resolveField(layer, field.model, name, pointer);
  const [path] = reference.paths;
  if (reference.field.kind !== "dimension" || path === undefined || path.some(edge => edge.toMany)) {
    throw unsoundWindow(field, name);
  }
  return {dimension: reference.field, path};
}

/** Offsets as moves, one after the other. Successive offsets in the same unit are added up. */
function chained(offsets: readonly Offset[]): Move[] {
  const moves: Move[] = [];
  for (const offset of offsets) {
    const last = moves.at(-1);
    if ("to" in offset) moves.push({toStart: offset.grain});
    else if (last !== undefined && "unit" in last && last.unit === offset.unit) {
      moves[moves.length - 1] = {unit: last.unit, count: last.count + offset.count};
    } else moves.push({unit: offset.unit, count: offset.count});
  }
  return moves.filter(move => "toStart" in move || move.count !== 0);
}

/** The error for an invalid window in the layer, which the check at apply did not find. */
export function unsoundWindow(field: MeasureField, name: string) {
  return fieldError("invalid_request", "", {
    message: `The window of measure "${field.model.name}.${field.name}" uses "${name}", which is neither a dimension of its model nor one reachable over many-to-one joins. Correct the window in the layer.`,
  });
}

function refuse({name, pointer}: {name: string; pointer: string}, why: string) {
  return fieldError("invalid_request", pointer, {message: `"${name}" ${why}.`});
}
