import type {ErrorCode, ErrorDetail} from "../errors.ts";
import {ServiceError} from "../errors.ts";
import {type Grain, grainsOf, isGrain} from "./grains.ts";
import type {DimensionField, Edge, Field, Layer, LayerModel, MeasureField} from "./layer.ts";
import {didYouMean, nearest} from "./names.ts";
import {findPaths, pathName} from "./paths.ts";

/** A field as a query names it, seen from the query's model. */
export interface FieldReference {
  /** The names before the field, without the query's own model: empty for its own fields. */
  route: readonly string[];
  /** The ways that the route can mean: one, or several for a measure, which the plan then settles. */
  paths: readonly (readonly Edge[])[];
  /** Whether the route names every step itself, so that none was found by searching. */
  spelled: boolean;
  field: Field;
  grain?: Grain;
}

export interface DimensionReference extends FieldReference {
  field: DimensionField;
}

export interface MeasureReference extends FieldReference {
  field: MeasureField;
}

const MAX_CACHED = 5000;
const MAX_ROUTE = 10;

/**
 * The field that `name` means in a query over `base`. Throws `unknown_field`, `ambiguous_join_path` or
 * `no_join_path`, each with the names that would do; `pointer` says where in the request the name stood.
 */
export function resolveField(layer: Layer, base: LayerModel, name: string, pointer: string): FieldReference {
  const known = base.references.get(name);
  if (known !== undefined) return known;
  const reference = lookUp(layer, base, name, pointer);
  if (base.references.size >= MAX_CACHED) base.references.clear();
  base.references.set(name, reference);
  return reference;
}

function lookUp(layer: Layer, base: LayerModel, name: string, pointer: string): FieldReference {
  const parts = name.split(".");
  if (parts.length < 2 || parts.includes("")) throw notQualified(base, name, pointer);
  const last = parts.at(-1)!;
  if (parts.length > 2 && isGrain(last)) {
    const ways = followRoute(layer, base, parts.slice(0, -2));
    const field = ways.target?.fields.get(parts.at(-2)!);
    if (ways.target !== undefined && field !== undefined) {
      return withGrain(base, ways, field, last, name, pointer);
    }
  }
  const route = parts.slice(0, -1);
  const ways = followRoute(layer, base, route);
  const field = ways.target?.fields.get(last);
  if (ways.target === undefined || field === undefined) {
    throw unknownField(layer, base, name, parts, ways, pointer);
  }
  return settle(base, {...placeOf(ways), field}, name, pointer);
}

interface Ways {
  route: readonly string[];
  paths: readonly (readonly Edge[])[];
  /** Absent where the route leads nowhere. */
  target?: LayerModel;
  /** The name at which the route broke off. */
  failed?: string;
}

function followRoute(layer: Layer, base: LayerModel, names: readonly string[]): Ways {
  const route = names[0] === base.name ? names.slice(1) : names;
  let paths: readonly (readonly Edge[])[] = [[]];
  let target = base;
  if (route.length > MAX_ROUTE) return {route, paths: [], failed: route[0]!};
  for (const step of route) {
    const next = findPaths(layer, target, step);
    const to = next[0]?.at(-1)?.to;
    if (to === undefined) return {route, paths: [], failed: step};
    // Ways that end at different models are told apart by nothing that follows.
    if (next.some(path => path.at(-1)?.to !== to)) return {route, paths: next, failed: step};
    paths = paths.flatMap(path => next.map(more => [...path, ...more]));
    target = to;
  }
  return {route, paths, target};
}

function placeOf({route, paths}: Ways): Pick<FieldReference, "route" | "paths" | "spelled"> {
  return {route, paths, spelled: paths.every(path => path.length === route.length)};
}

function withGrain(
  base: LayerModel,
  ways: Ways,
  field: Field,
  grain: Grain,
  name: string,
  pointer: string,
): FieldReference {
  const allowed = field.kind === "dimension" ? grainsOf(field.type) : [];
  if (!allowed.includes(grain)) {
    const what = field.kind === "measure" ? "a measure" : `of type ${field.type}`;
    throw fieldError("unknown_field", pointer, {
      message:
        `"${name}" asks for the grain "${grain}", but "${field.model.name}.${field.name}" is ${what}` +
        (allowed.length > 0 ? ` and has no such grain.` : ` and has no grains.`),
      ...(allowed.length > 0 ? {allowed} : {suggestions: [name.slice(0, -grain.length - 1)]}),
    });
  }
  return settle(base, {...placeOf(ways), field, grain}, name, pointer);
}

/** A dimension is at one place; which way leads to a measure, the dimensions beside it may decide. */
function settle(base: LayerModel, reference: FieldReference, name: string, pointer: string): FieldReference {
  if (reference.paths.length > 1 && reference.field.kind === "dimension") {
    throw ambiguousPath(base, reference, name, pointer);
  }
  return reference;
}

export function ambiguousPath(
  base: LayerModel,
  reference: FieldReference,
  name: string,
  pointer: string,
): ServiceError {
  const suffix = `${reference.field.name}${reference.grain === undefined ? "" : `.${reference.grain}`}`;
  const names = [...new Set(reference.paths.map(path => `${pathName(path)}.${suffix}`))];
  const target = reference.field.model.name;
  const settled = names.length > 1;
  return fieldError("ambiguous_join_path", pointer, {
    message:
      `"${name}" can be reached from model "${base.name}" in ${reference.paths.length} ways. ` +
      (settled
        ? `Name the one you mean: ${names.map(candidate => `"${candidate}"`).join(", ")}.`
        : `Query the model "${target}" instead, and name the way from there; or give the joins between ` +
          `"${base.name}" and "${target}" a name each.`),
    ...(settled ? {suggestions: names} : {}),
  });
}

function notQualified(base: LayerModel, name: string, pointer: string): ServiceError {
  const bare = name.replaceAll(".", "");
  const suggestions = base.fields.has(bare)
    ? [`${base.name}.${bare}`]
    : nearest(bare, base.fields.keys()).map(field => `${base.name}.${field}`);
  return fieldError("unknown_field", pointer, {
    message: `"${name}" is not a qualified field name: write "model.field".${didYouMean(suggestions)}`,
    suggestions,
  });
}

function unknownField(
  layer: Layer,
  base: LayerModel,
  name: string,
  parts: readonly string[],
  ways: Ways,
  pointer: string,
): ServiceError {
  if (ways.target !== undefined) {
    const suggestions = fieldSuggestions(ways.target, parts);
    // The same name in a model next to it is the likeliest of all.
    const last = parts.at(-1)!;
    for (const edge of base.edges) {
      if (edge.to.fields.has(last)) suggestions.unshift(`${edge.role}.${last}`);
    }
    suggestions.splice(3);
    return fieldError("unknown_field", pointer, {
      message: `"${name}" is not a field of model "${ways.target.name}".${didYouMean(suggestions)}`,
      suggestions,
    });
  }
  const failed = ways.failed ?? parts[0]!;
  if (ways.paths.length > 1) {
    const suggestions = ways.paths.map(path => `${pathName(path)}.${parts.at(-1)!}`);
    return fieldError("ambiguous_join_path", pointer, {
      message: `"${failed}" in "${name}" can mean several things. Name the one you mean.${didYouMean(suggestions)}`,
      suggestions,
    });
  }
  // `orders.created.day` with a mistyped field: the model is there, the part after it is not.
  const shorter = parts.length > 2 ? followRoute(layer, base, parts.slice(0, -2)) : undefined;
  if (shorter?.target !== undefined && !layer.models.has(failed) && !layer.roles.has(failed)) {
    return unknownGrainOrField(base, shorter.target, name, parts, pointer);
  }
  const model = layer.models.get(failed);
  if (model !== undefined) {
    const near = base.edges.map(edge => edge.role);
    return fieldError("no_join_path", pointer, {
      message:
        `"${name}" cannot be reached: no join leads from model "${base.name}" to "${failed}". ` +
        `Query the model "${failed}" instead, or add a join.`,
      ...(near.length > 0 && near.length <= 50 ? {allowed: near} : {}),
    });
  }
  const suggestions = nearest(failed, [base.name, ...base.edges.map(edge => edge.role)]).map(role =>
    [role, ...parts.slice(1)].join("."),
  );
  if (suggestions.length === 0) {
    suggestions.push(...nearest(failed, layer.roles).map(role => [role, ...parts.slice(1)].join(".")));
  }
  return fieldError("unknown_field", pointer, {
    message: `"${name}" names no model or role that "${base.name}" reaches.${didYouMean(suggestions)}`,
    suggestions,
  });
}

function unknownGrainOrField(
  base: LayerModel,
  target: LayerModel,
  name: string,
  parts: readonly string[],
  pointer: string,
): ServiceError {
  const prefix = parts.slice(0, -1).join(".");
  const field = target.fields.get(parts.at(-2)!);
  if (field?.kind === "dimension" && grainsOf(field.type).length > 0) {
    const grains = grainsOf(field.type);
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
  return nearest(parts.at(-1)!, target.fields.keys()).map(field => `${prefix}.${field}`);
}

/** An error about one place of the request, whose sentence is also the error's own. */
export function fieldError(code: ErrorCode, path: string, detail: Omit<ErrorDetail, "path">): ServiceError {
  return new ServiceError(code, detail.message, {errors: [{path, ...detail}]});
}
