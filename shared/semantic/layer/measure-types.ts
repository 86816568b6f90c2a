import {isTruth, type KnownTypes} from "../sql-fragment/truth.ts";
import type {DimensionType, Measure, Model} from "./graph.ts";

/** The types of a measure: see `MeasureField`. */
export interface MeasureTypes {
  type: DimensionType;
  isTypeKnown: boolean;
  inputType?: DimensionType;
}

/** The types of a model's measures, each from its aggregated values. */
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

/**
 * The types of dimensions, by the input of a measure over them: their column, or `${name}`. `min` and `max` of a dimension
 * have the dimension's type, those of a comparison are boolean, and those of other expressions have an unknown type.
 */
function dimensionsBySource(model: Model): Map<string, DimensionType> {
  const types = new Map<string, DimensionType>();
  for (const {name, column, path, type} of model.dimensions) {
    for (const source of column === undefined || path !== undefined
      ? [`\${${name}}`]
      : [column, `\${${name}}`]) {
      if (!types.has(source)) types.set(source, type);
    }
  }
  return types;
}
