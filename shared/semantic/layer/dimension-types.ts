import type {DimensionType, Model} from "./graph.ts";

/**
 * The types of dimensions, by the input of a measure over them: their column, or `${name}`. `min` and `max` of a dimension
 * have the dimension's type, those of a comparison are boolean, and those of other expressions have an unknown type.
 */
export function dimensionsBySource(model: Model): Map<string, DimensionType> {
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
