import {CompileError} from "../errors.ts";
import type {FieldReference, Layer, LayerModel} from "../layer/layer.ts";
import {resolveField} from "../resolve/field.ts";

/** One rule of a model: its rows are those whose dimension has one of the caller's values of the attribute. */
export interface AccessRule {
  /** The dimension as the layer names it. */
  name: string;
  /** The dimension's name with that of its model, or of the joins that lead to it. */
  dimension: string;
  attribute: string;
}

/** The rules of a model's row access, all of which a row must pass. A model without any shows all its rows. */
export function accessRules({name: model, source: {rowAccess = []}}: LayerModel): AccessRule[] {
  return rowAccess.map(({dimension: name, attribute}) => ({
    name,
    dimension: name.includes(".") ? name : `${model}.${name}`,
    attribute,
  }));
}

/**
 * The dimension of a rule. Throws `invalid_request` if it is neither a dimension of the model nor reached over
 * many-to-one joins.
 */
export function ruleReference(
  layer: Layer,
  model: LayerModel,
  {name, dimension}: AccessRule,
): FieldReference {
  const reference = resolveField(layer, model, dimension, "");
  const [path] = reference.paths;
  if (reference.field.kind !== "dimension" || path === undefined || path.some(edge => edge.toMany)) {
    throw new CompileError(
      "invalid_request",
      `The row access of model "${model.name}" uses "${name}", which is not a dimension of it or over ` +
        `many-to-one joins. Correct it in the layer.`,
    );
  }
  return reference;
}
