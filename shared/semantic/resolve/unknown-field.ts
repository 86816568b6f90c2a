import type {CompileError} from "../errors.ts";
import {fieldError} from "../layer/field-error.ts";
import {grainNames} from "../layer/grains.ts";
import type {Edge, FieldReference, Layer, LayerModel} from "../layer/layer.ts";
import {didYouMean, nearest} from "../layer/names.ts";
import {pathName} from "../layer/paths.ts";
import {
  isFieldVisible,
  isPathVisible,
  visibleFieldNames,
  visibleModels,
  visibleRoles,
} from "../layer/visibility.ts";
import {followRoute, type RoutePaths} from "./join-route.ts";

export function ambiguousPath(
  base: LayerModel,
  reference: FieldReference,
  name: string,
  pointer: string,
): CompileError {
  const suffix = `${reference.field.name}${reference.grain === undefined ? "" : `.${reference.grain}`}`;
  const isSettled = new Set(reference.paths.map(pathName)).size > 1;
  const visiblePaths = reference.paths.filter(isPathVisible);
  const names = isSettled ? [...new Set(visiblePaths.map(path => `${pathName(path)}.${suffix}`))] : [];
  const target = reference.field.model.name;
  return fieldError("ambiguous_join_path", pointer, {
    message:
      `"${name}" can be reached from model "${base.name}" in ${reference.paths.length} ways. ` +
      (isSettled
        ? `Name the one you mean${names.length > 0 ? `: ${names.map(candidate => `"${candidate}"`).join(", ")}` : ""}.`
        : `Query the model "${target}" instead${reversePathNames(visiblePaths)}.`),
    ...(names.length > 0 ? {suggestions: names} : {}),
  });
}

/**
 * The names of the reversed paths; empty unless each of these paths has a name of its own. From the many side of a
 * join, the join's name leads to the one side only.
 */
function reversePathNames(paths: readonly (readonly Edge[])[]): string {
  const names = new Set(paths.map(path => pathName(path.map(({reverse}) => reverse).toReversed())));
  if (names.size < 2 || names.size < paths.length) return "";
  return `, where the ways are called ${[...names].map(name => `"${name}"`).join(", ")}`;
}

export function notQualified(base: LayerModel, name: string, pointer: string): CompileError {
  if (isCall(name)) return notAName(base, name, pointer);
  const bare = name.replaceAll(".", "");
  const names = visibleFieldNames(base);
  const suggestions = names.includes(bare)
    ? [`${base.name}.${bare}`]
    : [...inJoined(base, bare), ...nearest(bare, names).map(field => `${base.name}.${field}`)].slice(0, 3);
  return fieldError("unknown_field", pointer, {
    message: `"${name}" is not a qualified field name: write "model.field".${didYouMean(suggestions)}`,
    suggestions,
  });
}

/** The visible fields of a name in the models that joins of `base` lead to. */
function inJoined(base: LayerModel, name: string): string[] {
  return base.edges
    .filter(edge => {
      const field = isPathVisible([edge]) ? edge.to.fields.get(name) : undefined;
      return field !== undefined && isFieldVisible(field);
    })
    .map(({role}) => `${role}.${name}`)
    .reverse();
}

export function unknownField(
  layer: Layer,
  base: LayerModel,
  name: string,
  parts: readonly string[],
  routePaths: RoutePaths,
  pointer: string,
): CompileError {
  if (isCall(name)) return notAName(base, name, pointer);
  if (routePaths.target !== undefined) {
    const suggestions = fieldSuggestions(routePaths.target, parts);
    // The same name in an adjacent model is the most likely.
    suggestions.unshift(...inJoined(base, parts.at(-1)!));
    suggestions.splice(3);
    return fieldError("unknown_field", pointer, {
      message: `"${name}" is not a field of model "${routePaths.target.name}".${didYouMean(suggestions)}`,
      suggestions,
    });
  }
  const failed = routePaths.failed ?? parts[0]!;
  if (routePaths.paths.length > 1) {
    const suggestions = routePaths.paths
      .filter(isPathVisible)
      .map(path => `${pathName(path)}.${parts.at(-1)!}`);
    return fieldError("ambiguous_join_path", pointer, {
      message: `"${failed}" in "${name}" can mean several things. Name the one you mean.${didYouMean(suggestions)}`,
      suggestions,
    });
  }
  // `orders.created.day` with a mistyped field: the model exists, but the part after it does not.
  const shorter = parts.length > 2 ? followRoute(layer, base, parts.slice(0, -2)) : undefined;
  if (shorter?.target !== undefined && !layer.models.has(failed) && !layer.roles.has(failed)) {
    return unknownGrainOrField(layer, base, shorter.target, name, parts, pointer);
  }
  const model = layer.models.get(failed);
  if (model !== undefined) {
    const near = visibleRoles(base);
    return fieldError("no_join_path", pointer, {
      message:
        `"${name}" cannot be reached: no join leads from model "${base.name}" to "${failed}". ` +
        `Query the model "${failed}" instead, or add a join.`,
      ...(near.length > 0 && near.length <= 50 ? {allowed: near} : {}),
    });
  }
  const suggestions = nearest(failed, [base.name, ...visibleRoles(base)]).map(role =>
    [role, ...parts.slice(1)].join("."),
  );
  if (suggestions.length === 0) {
    const roles = new Set(visibleModels(layer).flatMap(visibleRoles));
    suggestions.push(...nearest(failed, roles).map(role => [role, ...parts.slice(1)].join(".")));
  }
  return fieldError("unknown_field", pointer, {
    message: `"${name}" names no model or role that "${base.name}" reaches.${didYouMean(suggestions)}`,
    suggestions,
  });
}

export function unknownGrainOrField(
  layer: Layer,
  base: LayerModel,
  target: LayerModel,
  name: string,
  parts: readonly string[],
  pointer: string,
): CompileError {
  const prefix = parts.slice(0, -1).join(".");
  const field = target.fields.get(parts.at(-2)!);
  const grains = field?.kind === "dimension" ? grainNames(layer, field.type) : [];
  if (grains.length > 0) {
    const suggestions = nearest(parts.at(-1)!, grains).map(grain => `${prefix}.${grain}`);
    return fieldError("unknown_field", pointer, {
      message: `"${parts.at(-1)!}" is not a grain of "${prefix}".${didYouMean(suggestions)}`,
      allowed: grains,
      suggestions,
    });
  }
  const suggestions = fieldSuggestions(target, parts.slice(0, -1));
  return fieldError("unknown_field", pointer, {
    message: `"${name}" is not a field that model "${base.name}" reaches.${didYouMean(suggestions)}`,
    suggestions,
  });
}

function fieldSuggestions(target: LayerModel, parts: readonly string[]): string[] {
  const prefix = parts.slice(0, -1).join(".");
  return nearest(parts.at(-1)!, visibleFieldNames(target)).map(field => `${prefix}.${field}`);
}

/** Whether the text is not a name, but SQL such as `sum(orders.amount)`. */
function isCall(name: string): boolean {
  return /^\s*\w+\s*\(.*\)\s*$/s.test(name);
}

/** The error for SQL in place of a name, with suggestions of fields. */
function notAName(base: LayerModel, name: string, pointer: string): CompileError {
  const inside = name.slice(name.indexOf("(") + 1, name.lastIndexOf(")"));
  const field = inside.slice(inside.lastIndexOf(".") + 1).trim();
  const suggestions = nearest(field, visibleFieldNames(base)).map(near => `${base.name}.${near}`);
  return fieldError("unknown_field", pointer, {
    message: `"${name}" is an expression, and a query names fields: ask for a measure that "${base.name}" offers, or have one added to the layer.${didYouMean(suggestions)}`,
    suggestions,
  });
}
