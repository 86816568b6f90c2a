import {fieldError} from "../layer/field-error.ts";
import type {Layer, MeasureField, ReachedDimension} from "../layer/layer.ts";
import {resolveField} from "../resolve/field.ts";
import {fragmentReferences} from "../sql-fragment/check.ts";
import type {Scope} from "./plan.ts";
import {nodeAt} from "./scope.ts";

const NONE: readonly ReachedDimension[] = [];

/** Joins the other tables that a measure reads: in its `where`, or where it aggregates a dimension. The joins are to-one, so they repeat no row. */
export function joinReached(layer: Layer, field: MeasureField, scope: Scope, pointer: string): void {
  const {ofRows} = field;
  if (ofRows !== undefined) {
    if (ofRows !== "rows" && ofRows.path.length > 0) {
      scope.reached ??= new Map();
      scope.reached.set(ofRows, {node: nodeAt(scope, ofRows.path), field: ofRows.field});
    }
    return;
  }
  field.reached ??= reachedBy(layer, field, pointer);
  for (const {name, field: dimension, path} of field.reached) {
    scope.reached ??= new Map();
    scope.reached.set(name, {node: nodeAt(scope, path), field: dimension});
  }
}

function reachedBy(layer: Layer, {model, name: measure, source}: MeasureField, pointer: string) {
  if (source.where?.includes("${") !== true) return NONE;
  return fragmentReferences(source.where).flatMap((name): ReachedDimension[] => {
    if (!name.includes(".")) return [];
    const {field, paths, grain} = resolveField(layer, model, name, pointer);
    const [path] = paths;
    if (
      field.kind !== "dimension" ||
      grain !== undefined ||
      path === undefined ||
      path.some(edge => edge.toMany)
    ) {
      throw fieldError("invalid_request", pointer, {
        message: `The condition of the measure "${model.name}.${measure}" uses "${name}", which is not a dimension over many-to-one joins. Correct it in the layer.`,
      });
    }
    return [{name, field, path}];
  });
}
