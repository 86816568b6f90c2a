import type {CompileError} from "../errors.ts";
import {fieldError} from "../layer/field-error.ts";
import type {Edge, Field, FieldReference, Layer, LayerModel} from "../layer/layer.ts";
import {didYouMean, nearest} from "../layer/names.ts";
import {cancelled, pathName} from "../layer/paths.ts";
import {isPathVisible, visibleModelNames, visibleRoles} from "../layer/visibility.ts";
import {parseFragment} from "../sql-fragment/fragment.ts";
import {resolveField} from "./field.ts";
import {followRoute} from "./join-route.ts";
import type {ResolvedComparison, ResolvedCondition} from "./resolved.ts";

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
        : `All of them have the same name there, so query "${target?.name ?? name}" and name the way back.`;
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

/**
 * A measure of the rows that a condition on measures aggregates, directly or in derived measures, if all aggregates are
 * of one model over one route. Otherwise the condition's own measure, or `undefined` for a comparison of two measures.
 */
export function measuredBy(
  layer: Layer,
  condition: ResolvedCondition | ResolvedComparison,
): FieldReference | undefined {
  const isOne = condition.kind === "condition";
  const measures = isOne ? [condition.reference] : condition.fields.map(({reference}) => reference);
  const [first, ...others] = measures.flatMap(one => aggregatesOf(layer, one, condition.pointer));
  if (first !== undefined && others.every(one => isOfSameRows(one, first))) return first;
  return isOne ? condition.reference : undefined;
}

/** The aggregates that a measure is derived from, or the measure itself. `seen` has visited measures. */
function aggregatesOf(
  layer: Layer,
  outer: FieldReference,
  pointer: string,
  seen = new Set<Field>(),
): FieldReference[] {
  const {field} = outer;
  if (field.kind !== "measure" || field.source.type !== "number") return [outer];
  // A measure that is derived from itself is refused where it is computed.
  if (seen.has(field)) return [];
  seen.add(field);
  const {model} = field;
  field.fragment ??= parseFragment(field.source.sql ?? "", model.columns, []);
  const {pieces} = field.fragment;
  return pieces.flatMap(piece => {
    if (piece.kind !== "ref") return [];
    const name = piece.name.includes(".") ? piece.name : `${model.name}.${piece.name}`;
    const inner = resolveField(layer, model, name, pointer);
    const paths = outer.paths.flatMap(path => inner.paths.map(more => cancelled([...path, ...more])));
    const route = [...outer.route, ...inner.route];
    return aggregatesOf(layer, {...inner, route, paths}, pointer, seen);
  });
}

function isOfSameRows(one: FieldReference, other: FieldReference): boolean {
  return one.field.model === other.field.model && one.route.join(".") === other.route.join(".");
}
