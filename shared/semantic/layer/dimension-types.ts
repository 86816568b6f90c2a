import type {DimensionType, Model} from "./graph.ts";

/**
 * The types of dimensions by what a measure over them has as its input: their column, or `${name}`. `min` and `max` of
 * a dimension have its type, of a comparison the boolean one, and of other expressions one that the layer does not
 * know.
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
