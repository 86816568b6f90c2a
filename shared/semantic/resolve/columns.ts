import {fieldError} from "../layer/field-error.ts";
import {typeAtGrain} from "../layer/grains.ts";
import type {Layer, LayerModel} from "../layer/layer.ts";
import {didYouMean} from "../layer/names.ts";
import {isFieldVisible} from "../layer/visibility.ts";
import {resolveQueryField} from "./field.ts";
import type {ResolvedDimension, ResolvedMeasure} from "./resolved.ts";

export function resolveDimension(
  layer: Layer,
  base: LayerModel,
  name: string,
  pointer: string,
): ResolvedDimension {
  const reference = resolveQueryField(layer, base, name, pointer);
  const {field, grain} = reference;
  if (reference.conformed === true && grain === undefined && reference.time === undefined) {
    throw fieldError("unknown_field", pointer, {
      message: `"${name}" is the time of several models, whose moments differ. Ask for it at a grain.`,
      suggestions: [`${name}.day`, `${name}.month`],
    });
  }
  if (field.kind !== "dimension") {
    throw fieldError("unknown_field", pointer, {
      message: `"${name}" is a measure. Ask for it under "measures".`,
    });
  }
  return {
    name,
    reference: {...reference, field},
    ...(grain === undefined ? {} : {grain}),
    type: typeAtGrain(field.type, grain),
    ...(reference.conformed === true ? {pointer} : {}),
  };
}

export function resolveMeasure(
  layer: Layer,
  base: LayerModel,
  name: string,
  pointer: string,
): ResolvedMeasure {
  const reference = resolveQueryField(layer, base, name, pointer);
  const {field} = reference;
  if (field.kind !== "measure") {
    const measures = [...field.model.fields.values()]
      .filter(other => other.kind === "measure" && other.source.column === field.source.column)
      .filter(isFieldVisible)
      .map(other => `${field.model.name}.${other.name}`);
    const suggestions = field.source.column === undefined ? [] : measures.slice(0, 3);
    throw fieldError("unknown_field", pointer, {
      message: `"${name}" is a dimension. Ask for it under "dimensions".${didYouMean(suggestions)}`,
      suggestions,
    });
  }
  return {name, reference: {...reference, field}, pointer};
}
