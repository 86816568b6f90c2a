import {fieldError} from "../layer/field-error.ts";
import {isPeriod, type PeriodGrain} from "../layer/grains.ts";
import type {DimensionField} from "../layer/layer.ts";
import type {ResolvedDimension, ResolvedFilter, ResolvedQuery} from "../resolve/resolved.ts";
import {isOfSameTime} from "../resolve/same-time.ts";
import {addBounds, type Bounds, refuseManyPeriods} from "./bounds.ts";
import {refuseWithin} from "./top.ts";

/** The dimension whose missing periods are added, with the bounds that the filters give. */
export interface Fill extends Bounds {
  index: number;
  field: DimensionField;
  /** Of a period of the layer's calendar: its dimension there. */
  grain: PeriodGrain | DimensionField;
}

/** Throws `invalid_request` unless the query has exactly one dimension that counts periods. */
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
  const beside = query.dimensions.find(
    one => one !== only.dimension && isOfSameTime(one.reference, only.dimension.reference),
  );
  if (beside !== undefined) {
    throw fieldError("invalid_request", "/fillGaps", {
      message: `"fillGaps" adds the missing periods of "${only.dimension.name}" to each value of the other dimensions, and "${beside.name}" is of the same time. Leave "${beside.name}" out, which the period itself says, or "fillGaps".`,
    });
  }
  return fillAlong(query, only.index, {name: "fillGaps", what: '"fillGaps" adds', pointer: "/fillGaps"});
}

/** The periods of a dimension that counts some. Throws `invalid_request` if the filters ask for too many. */
export function fillAlong(
  query: ResolvedQuery,
  index: number,
  told: {name: string; what: string; pointer: string},
): Fill {
  const dimension = query.dimensions[index];
  const grain = dimension && periodOf(dimension);
  if (dimension === undefined || grain === undefined) throw new Error("a dimension without periods");
  refuseWithin(query, index, told.name);
  const {time, field} = dimension.reference;
  const fill: Fill = {index, field: time ?? field, grain};
  for (const filter of [...query.where, ...query.always]) {
    if (filter.kind === "condition" && isSameField(filter, dimension)) {
      addBounds(fill, fill.field, filter.test);
    }
  }
  if (typeof grain === "string") refuseManyPeriods(fill, grain, query.calendar, told);
  return fill;
}

function periodOf({reference, grain}: ResolvedDimension): Fill["grain"] | undefined {
  if (reference.time !== undefined) return reference.field;
  if (grain !== undefined) return isPeriod(grain) ? grain : undefined;
  return reference.field.type === "date" ? "day" : undefined;
}

function isSameField(
  filter: Extract<ResolvedFilter, {kind: "condition"}>,
  {reference}: ResolvedDimension,
): boolean {
  const {time = reference.field, paths} = reference;
  const path = filter.reference.paths[0] ?? [];
  const own = reference.time === undefined ? (paths[0] ?? []) : (paths[0] ?? []).slice(0, -1);
  return (
    filter.raw &&
    filter.reference.conformed === reference.conformed &&
    filter.reference.time === undefined &&
    filter.reference.field === time &&
    path.length === own.length &&
    path.every((edge, i) => edge === own[i])
  );
}
