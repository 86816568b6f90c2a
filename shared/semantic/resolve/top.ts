import {fieldError} from "../layer/field-error.ts";
import type {Layer, LayerModel} from "../layer/layer.ts";
import type {Query} from "../query/query.ts";
import {dimensionNames} from "../query/selected-names.ts";
import {resolveMeasure} from "./columns.ts";
import type {Faults} from "./faults.ts";
import type {ResolvedDimension, ResolvedMeasure, ResolvedTop} from "./resolved.ts";
import {indexAmong} from "./selected.ts";

/** The dimensions with the types that they have in the result: with `others`, the dimension of `top` has texts. */
export function withLabelTypes(
  top: ResolvedTop | undefined,
  dimensions: readonly ResolvedDimension[],
): ResolvedDimension[] {
  const named = top?.others === undefined ? undefined : top.dimension;
  return dimensions.map((dimension, i) => (i === named ? {...dimension, type: "string"} : dimension));
}

/**
 * The `top` of a query whose dimensions and `own` measures are resolved. Throws `invalid_request` and `unknown_field`;
 * with `faults`, they are collected there.
 */
export function resolveTop(
  layer: Layer,
  base: LayerModel,
  query: Query,
  {dimensions, own}: {dimensions: readonly ResolvedDimension[]; own: readonly ResolvedMeasure[]},
  faults: Faults,
): ResolvedTop | undefined {
  const {top} = query;
  if (top === undefined) return undefined;
  const names = dimensionNames(query);
  const existing = dimensions.map(({name}) => name);
  const indexOf = (name: string, pointer: string) => indexAmong(names, name, "dimension", pointer, existing);
  const dimension = faults.attempt(() => indexOf(top.dimension, "/top/dimension"));
  const by = faults.attempt(
    () => own.find(({name}) => name === top.by) ?? resolveMeasure(layer, base, top.by, "/top/by"),
  );
  const within = (top.within ?? []).flatMap((name, i) => {
    const pointer = `/top/within/${i}`;
    const read = () => {
      if (name !== top.dimension) return indexOf(name, pointer);
      throw fieldError("invalid_request", pointer, {
        message: `"${name}" is the dimension that "top" chooses from, and cannot be in "within" as well. Leave it out.`,
      });
    };
    return faults.attempt(read) ?? [];
  });
  faults.attempt(() => {
    const type = dimensions.find(({name}) => name === top.dimension)?.type;
    if (top.others === undefined || type === undefined || type === "string" || type === "number") return;
    throw fieldError("invalid_request", "/top/others", {
      message: `"others" names the rest, which only texts and numbers allow. "${top.dimension}" is of type ${type}: leave "others" out.`,
    });
  });
  if (dimension === undefined || by === undefined) return undefined;
  const {count, others, direction} = top;
  const ofNumbers = dimensions[dimension]?.type === "number";
  return {
    dimension,
    within,
    by,
    count,
    ascending: direction === "asc",
    ...(others === undefined ? {} : {others, ofNumbers}),
  };
}
