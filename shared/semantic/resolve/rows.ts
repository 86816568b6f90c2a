import type {CompileError} from "../errors.ts";
import {fieldError} from "../layer/field-error.ts";
import type {Edge, Layer, LayerModel} from "../layer/layer.ts";
import {didYouMean, nearest} from "../layer/names.ts";
import {pathName} from "../layer/paths.ts";
import {isPathVisible, visibleModelNames, visibleRoles} from "../layer/visibility.ts";
import {followRoute} from "./route.ts";

/**
 * The model that `name` (of a model, of a role, or a path of roles) means in a query over `base`, and the only path to
 * it. Throws `unknown_field`, `ambiguous_join_path` or `no_join_path` with the names that would work.
 */
export function resolveRows(
  layer: Layer,
  base: LayerModel,
  name: string,
  pointer: string,
): {path: readonly Edge[]; model: LayerModel} {
  const {paths, target, failed = name} = followRoute(layer, base, name.split("."));
  const [path] = paths;
  if (paths.length > 1) {
    const names = [...new Set(paths.filter(isPathVisible).map(pathName))];
    const remedy =
      names.length > 1
        ? `Name the one you mean.${didYouMean(names)}`
        : `From there they have one name, so query "${target?.name ?? name}" and name its way back.`;
    throw fieldError("ambiguous_join_path", pointer, {
      message: `"${name}" can be reached from model "${base.name}" in ${paths.length} ways. ${remedy}`,
      ...(names.length > 1 ? {suggestions: names} : {}),
    });
  }
  if (target === undefined || path === undefined) throw unknownRows(layer, base, name, failed, pointer);
  if (path.length === 0) {
    throw fieldError("invalid_filter", pointer, {
      message: `"${name}" is the model whose rows are filtered here. Filter by its fields, or name a model that belongs to it.`,
      allowed: visibleRoles(base),
    });
  }
  return {path, model: target};
}

function unknownRows(
  layer: Layer,
  base: LayerModel,
  name: string,
  failed: string,
  pointer: string,
): CompileError {
  const allowed = visibleRoles(base);
  const few = allowed.length <= 50 ? {allowed} : {};
  if (layer.models.has(failed)) {
    return fieldError("no_join_path", pointer, {
      message: `"${name}" cannot be reached: no join leads from model "${base.name}" to "${failed}". Add a join.`,
      ...few,
    });
  }
  const reaches = (other: string) => followRoute(layer, base, [other]).paths.length === 1;
  const near = nearest(failed, allowed);
  const suggestions = near.length > 0 ? near : nearest(failed, visibleModelNames(layer)).filter(reaches);
  return fieldError("unknown_field", pointer, {
    message: `"${name}" names no model or role that "${base.name}" reaches.${didYouMean(suggestions)}`,
    ...few,
    suggestions,
  });
}
