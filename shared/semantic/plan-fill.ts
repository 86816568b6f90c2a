import {isPeriod, type Period} from "./grains.ts";
import type {DimensionField} from "./layer.ts";
import type {ResolvedDimension, ResolvedFilter, ResolvedQuery} from "./resolve.ts";
import {fieldError} from "./resolve-field.ts";
import type {Test, Value} from "./tests.ts";

/** A moment from or up to which a filter asks; where it is exclusive, the nearest inside is a unit away. */
export interface Bound {
  value: Value;
  inclusive: boolean;
  unit: "day" | "microsecond";
}

/** The dimension whose missing periods are added, and where the filters say that they begin and end. */
export interface Fill {
  index: number;
  field: DimensionField;
  grain: Period;
  from?: Bound;
  to?: Bound;
}

/** Throws `invalid_request` where the query has not just one dimension that counts periods. */
export function planFill(query: ResolvedQuery): Fill {
  const counted = query.dimensions.flatMap((dimension, index) => {
    const grain = periodOf(dimension);
    return grain === undefined ? [] : [{dimension, index, grain}];
  });
  const [only, ...others] = counted;
  if (only === undefined || others.length > 0) {
    throw fieldError("invalid_request", "/fillGaps", {
      message:
        only === undefined
          ? `"fillGaps" adds the missing periods of a time grain, and the query has none: add a dimension such as "orders.placed_at.month", or leave "fillGaps" out.`
          : `"fillGaps" adds the missing periods of one time grain, and the query has ${counted.length}: ${counted
              .map(({dimension}) => `"${dimension.name}"`)
              .join(", ")}. Keep one of them.`,
    });
  }
  const {dimension, index, grain} = only;
  const fill: Fill = {index, field: dimension.reference.field, grain};
  for (const filter of [...query.where, ...query.always]) {
    if (filter.kind === "condition" && isSameField(filter, dimension)) addBounds(fill, filter.test);
  }
  return fill;
}

function periodOf({reference, grain}: ResolvedDimension): Period | undefined {
  if (grain !== undefined) return isPeriod(grain) ? grain : undefined;
  return reference.field.type === "date" ? "day" : undefined;
}

function isSameField(
  filter: Extract<ResolvedFilter, {kind: "condition"}>,
  {reference}: ResolvedDimension,
): boolean {
  const [path, own] = [filter.reference.paths[0] ?? [], reference.paths[0] ?? []];
  return (
    filter.raw &&
    filter.reference.field === reference.field &&
    path.length === own.length &&
    path.every((edge, i) => edge === own[i])
  );
}

function addBounds(fill: Fill, test: Test): void {
  if (test.kind === "constant" || test.kind === "null" || test.negated === true) return;
  const unit = fill.field.type === "date" ? "day" : "microsecond";
  const from = (value: Value, inclusive: boolean) => {
    if (fill.from === undefined || isLater(value, fill.from.value)) fill.from = {value, inclusive, unit};
  };
  const to = (value: Value, inclusive: boolean) => {
    if (fill.to === undefined || isLater(fill.to.value, value)) fill.to = {value, inclusive, unit};
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

/** Bounds of one field are written alike, so that their text sorts as they do. */
function isLater(value: Value, other: Value): boolean {
  return String(value.value) > String(other.value);
}
