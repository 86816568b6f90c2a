import {fieldError} from "../../layer/field-error.ts";
import {typeAtGrain} from "../../layer/grains.ts";
import type {Layer, LayerModel, MeasureField} from "../../layer/layer.ts";
import {dimensionOf, isCountable, unsound} from "../../resolve/conversion.ts";
import type {ResolvedMeasure} from "../../resolve/resolved.ts";
import {joinReached} from "../join-read-tables.ts";
import type {Branch, ConversionSource, EventPlace, PlacedDimension, Scope} from "../plan.ts";
import {newScope, nodeAt} from "../scope.ts";

type Source = ConversionSource["source"];

/** The conversion that a measure counts; `undefined` for other measures. Throws `invalid_request` if the layer is unsound. */
export function conversionOf(layer: Layer, field: MeasureField): ConversionSource | undefined {
  const source = field.source.conversion;
  if (source === undefined) return undefined;
  const [model = "", name = ""] = source.measure.split(".");
  const counted = layer.models.get(model)?.fields.get(name);
  if (counted?.kind !== "measure" || !isCountable(counted.source)) {
    throw unsound(field, `of "${source.measure}", which is not a measure of the rows of a model`);
  }
  return {of: field, counted, source};
}

/** Joins the entity, time and constant properties of a conversion to the base rows of the branch and to the following rows. */
export function placeConversion(
  layer: Layer,
  branch: Branch,
  {of, counted, source}: ConversionSource,
  measure: ResolvedMeasure,
): void {
  const scope = newScope(counted.model);
  const side = (model: LayerModel, within: Scope, which: "base" | "conversion"): EventPlace => {
    const place = (pair: Source["entity"], isTime = false): PlacedDimension => {
      const name = typeof pair === "string" ? pair : pair[which];
      const {paths, field, grain} = dimensionOf(layer, of, model, name, isTime);
      return {node: nodeAt(within, paths[0] ?? []), field, ...(grain === undefined ? {} : {grain})};
    };
    return {
      entity: place(source.entity),
      time: place(source.time, true),
      constants: (source.constantProperties ?? []).map(pair => place(pair)),
    };
  };
  const [base, follows] = [side(of.model, branch.scope, "base"), side(counted.model, scope, "conversion")];
  joinReached(layer, counted, scope, measure.pointer);
  const types = [base, follows].map(({time: {field, grain}}) => typeAtGrain(field.type, grain));
  branch.conversion = {
    of,
    counted,
    source,
    scope,
    base,
    follows,
    timeType: types.includes("timestamp") ? "timestamp" : "date",
    mixesTimes: types[0] !== types[1],
  };
}

/** Refuses a dimension on the many side: one base row would be in several groups, and its conversions counted in each. */
export function refuseSplit(measure: ResolvedMeasure): never {
  throw fieldError("invalid_request", measure.pointer, {
    message: `"${measure.name}" counts the rows that follow a row, and cannot be split by a dimension on the many side of that row. Leave that dimension out.`,
  });
}
