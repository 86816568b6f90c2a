import {fieldError} from "../layer/field-error.ts";
import {isPeriod} from "../layer/grains.ts";
import type {Measure} from "../layer/graph.ts";
import type {Layer, LayerModel, MeasureField} from "../layer/layer.ts";
import {resolveField} from "./field.ts";
import type {DimensionReference} from "./resolved.ts";

/** Whether a measure aggregates only the rows of a group, so that a conversion can count it for other rows. */
export function isCountable({type, nonAdditive, rolling, toDate, offset}: Measure): boolean {
  if (nonAdditive || rolling || toDate || offset) return false;
  return type !== "number" && type !== "conversion" && type !== "min" && type !== "max";
}

/** A dimension of one side of a conversion, of which each row has one value. */
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

/** The error for an invalid conversion in the layer, which the check at apply did not find. */
export function unsound({model, name}: MeasureField, why: string) {
  return fieldError("invalid_request", "", {
    message: `The measure "${model.name}.${name}" counts conversions ${why}. Correct it in the layer.`,
  });
}
