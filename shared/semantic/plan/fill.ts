import {fieldError} from "../layer/field-error.ts";
import {isPeriod} from "../layer/grains.ts";
import type {
  ResolvedCondition,
  ResolvedDimension,
  ResolvedFilter,
  ResolvedQuery,
} from "../resolve/resolved.ts";
import {addBounds, refuseManyPeriods} from "./bounds.ts";
import type {OneTime} from "./one-time.ts";
import type {Fill} from "./plan.ts";
import {refuseWithin} from "./top.ts";

/** The dimension that `fillGaps` fills. Throws `invalid_request` unless exactly one dimension of the query has periods. */
export function planFill(oneTime: OneTime, query: ResolvedQuery): Fill {
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
    one => one !== only.dimension && oneTime.somewhere(one.reference, only.dimension.reference),
  );
  if (beside !== undefined) {
    throw fieldError("invalid_request", "/fillGaps", {
      message: `"fillGaps" adds the missing periods of "${only.dimension.name}" to each value of the other dimensions, and "${beside.name}" belongs to the same time. Leave "${beside.name}" out, as it follows from the period, or leave out "fillGaps".`,
    });
  }
  return fillAlong(oneTime, query, only.index, {
    name: "fillGaps",
    what: '"fillGaps" adds',
    pointer: "/fillGaps",
  });
}

/** The periods of the dimension at `index`. Throws `invalid_request` if the filters span too many. */
export function fillAlong(
  oneTime: OneTime,
  query: ResolvedQuery,
  index: number,
  refusal: {name: string; what: string; pointer: string},
): Fill {
  const dimension = query.dimensions[index];
  const grain = dimension && periodOf(dimension);
  if (dimension === undefined || grain === undefined) throw new Error("a dimension without periods");
  refuseWithin(query, index, refusal.name);
  const filters = [...query.where, ...query.always].filter(filter => isOnTime(oneTime, filter, dimension));
  // A filter may name the time itself instead of `metric_time`: the bounds then have the type of that field.
  const named = filters.find(({reference}) => reference.conformed !== true)?.reference.field;
  const {time, field} = dimension.reference;
  const fill: Fill = {index, field: named?.kind === "dimension" ? named : (time ?? field), grain};
  for (const {reference, test, otherwise} of filters) {
    const own = reference.field.type === fill.field.type ? test : otherwise?.test;
    if (own !== undefined) addBounds(fill, fill.field, own);
  }
  if (typeof grain === "string") refuseManyPeriods(fill, grain, query.calendar, refusal);
  return fill;
}

function periodOf({reference, grain}: ResolvedDimension): Fill["grain"] | undefined {
  if (reference.time !== undefined) return reference.field;
  if (grain !== undefined) return isPeriod(grain) ? grain : undefined;
  const {type, measured} = reference.field;
  return type === "date" && measured === undefined ? "day" : undefined;
}

/** Whether a filter is on the stored values of the dimension's time. */
function isOnTime(
  oneTime: OneTime,
  filter: ResolvedFilter,
  dimension: ResolvedDimension,
): filter is ResolvedCondition {
  if (filter.kind !== "condition" || !filter.raw || filter.reference.time !== undefined) return false;
  return oneTime.everywhere(filter.reference, dimension.reference);
}
