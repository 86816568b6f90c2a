import {isTruth, type KnownTypes} from "../fragment/truth.ts";
import {dimensionsBySource} from "./dimension-types.ts";
import type {DimensionType, Measure, Model} from "./graph.ts";

/** The types of a measure: see `MeasureField`. */
export interface MeasureTypes {
  type: DimensionType;
  isTypeKnown: boolean;
  inputType?: DimensionType;
}

/** The types of a model's measures, each by what it aggregates. */
export function measureTypes(model: Model): (measure: Measure) => MeasureTypes {
  const dimensions = dimensionsBySource(model);
  const types: KnownTypes = {
    column: name => dimensions.get(name),
    field: name => dimensions.get(`\${${name}}`),
  };
  return ({type, method, sql, column}) => {
    const isEnd = type === "min" || type === "max" || method === "discrete";
    const isAsked = isEnd && sql !== undefined && isTruth(sql, types);
    const inputType = isAsked ? "boolean" : dimensions.get(column ?? sql?.trim() ?? "");
    const known = isEnd ? inputType : "number";
    return {
      type: known ?? "number",
      isTypeKnown: known !== undefined,
      ...(inputType === undefined ? {} : {inputType}),
    };
  };
}
