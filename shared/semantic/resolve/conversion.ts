import {fieldError} from "../layer/field-error.ts";
import {isPeriod} from "../layer/grains.ts";
import type {Measure} from "../layer/graph.ts";
import type {Layer, LayerModel, MeasureField} from "../layer/layer.ts";
import {resolveField} from "./field.ts";
import type {DimensionReference} from "./resolved.ts";

/** Whether a measure is an aggregate of rows alone, which can be given to other rows. */
export function isCountable({type, nonAdditive, rolling, toDate, offset}: Measure): boolean {
  if (nonAdditive || rolling || toDate || offset) return false;
  return type !== "number" && type !== "conversion" && type !== "min" && type !== "max";
}

/** A dimension of a side of a conversion, which its rows have one value of. */
export function dimensionOf(
  layer: Layer,
  of: MeasureField,
  model: LayerModel,
  name: string,
  isTime: boolean,
): DimensionReference {
  const isOwn = !name.includes(".") || model.fields.has(name.slice(0, name.indexOf(".")));
  const reference = resolveField(layer, model, isOwn ? `${model.name}.${name}` : name, "");
  const {field, paths, grain} = reference;
  const isMoment = field.type === "date" || field.type === "timestamp";
  const isFit = isTime ? isMoment && (grain === undefined || isPeriod(grain)) : grain === undefined;
  if (field.kind !== "dimension" || !isFit || paths.length !== 1 || paths[0]?.some(edge => edge.toMany)) {
    throw unsound(
      of,
      `by "${name}", which is no ${isTime ? "date or time" : "dimension"} of "${model.name}" or over many-to-one joins`,
    );
  }
  return {...reference, field};
}

/** A fault of the layer that nobody noticed when it was applied. */
export function unsound({model, name}: MeasureField, why: string) {
  return fieldError("invalid_request", "", {
    message: `The measure "${model.name}.${name}" counts conversions ${why}. Correct it in the layer.`,
  });
}
