import type {ServiceError} from "../../errors.ts";
import {fieldError} from "../layer/field-error.ts";
import {type Grain, grainNames, isFiscal, isGrain} from "../layer/grains.ts";
import {
  type Edge,
  type Field,
  type FieldReference,
  type Layer,
  type LayerModel,
  timeOf,
} from "../layer/layer.ts";
import {didYouMean, nearest} from "../layer/names.ts";
import {findPaths, pathName} from "../layer/paths.ts";
import {isFieldShown, isWayShown, shownFieldNames, shownModels, shownRoles} from "../layer/shown.ts";
import {inCalendar} from "./calendar.ts";
import {isCall, notAName} from "./call.ts";

/** The name under which every measure is asked for by the time of its own model. */
export const METRIC_TIME = "metric_time";

const MAX_CACHED = 5000;
const MAX_ROUTE = 10;

/**
 * The field that `name` means in a query over `base`. Throws `unknown_field`, `ambiguous_join_path` or `no_join_path`
 * with the names that would work; `pointer` is the name's place in the request.
 */
export function resolveField(layer: Layer, base: LayerModel, name: string, pointer: string): FieldReference {
  const known = base.references.get(name);
  if (known !== undefined) return known;
  const reference = lookUp(layer, base, name, pointer);
  if (base.references.size >= MAX_CACHED) base.references.clear();
  base.references.set(name, reference);
  return reference;
}

/** The field that `name`, without a grain, means in a query over `base`; `undefined` if it means none. */
export function findField(layer: Layer, base: LayerModel, name: string): FieldReference | undefined {
  const known = base.references.get(name);
  if (known !== undefined) return known;
  const parts = name.split(".");
  const ways = followRoute(layer, base, parts.slice(0, -1));
  const field = ways.target?.fields.get(parts.at(-1) ?? "");
  return field === undefined ? undefined : {...placeOf(ways), field};
}

function lookUp(layer: Layer, base: LayerModel, name: string, pointer: string): FieldReference {
  const parts = name.split(".");
  if (parts[0] === METRIC_TIME && parts.length <= 2) {
    const found = conformedTime(layer, base, name, parts[1], pointer);
    if (found !== undefined) return found;
  }
  if (parts.length < 2 || parts.includes("")) throw notQualified(base, name, pointer);
  const last = parts.at(-1)!;
  const isOwnGrain = layer.calendar?.grains.has(last) === true;
  if (parts.length > 2 && (isOwnGrain || isGrain(last))) {
    const ways = followRoute(layer, base, parts.slice(0, -2));
    const field = ways.target?.fields.get(parts.at(-2)!);
    if (ways.target !== undefined && field !== undefined) {
      const found = isOwnGrain ? inCalendar(layer, placeOf(ways), field, last) : undefined;
      if (found !== undefined) return settle(base, found, name, pointer);
      if (isGrain(last)) return withGrain(layer, base, ways, field, last, name, pointer);
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
  /** Absent if the route leads nowhere. */
  target?: LayerModel;
  /** The name at which the route failed. */
  failed?: string;
}

/** The ways that names lead from a model, one after the other; the first may be the model's own. */
export function followRoute(layer: Layer, base: LayerModel, names: readonly string[]): Ways {
  const route = names[0] === base.name ? names.slice(1) : names;
  let paths: readonly (readonly Edge[])[] = [[]];
  let target = base;
  if (route.length > MAX_ROUTE) return {route, paths: [], failed: route[0]!};
  for (const step of route) {
    const next = findPaths(layer, target, step);
    const to = next[0]?.at(-1)?.to;
    if (to === undefined) return {route, paths: [], failed: step};
    // Paths that end at different models cannot be narrowed down by later names.
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
  layer: Layer,
  base: LayerModel,
  ways: Ways,
  field: Field,
  grain: Grain,
  name: string,
  pointer: string,
): FieldReference {
  const allowed = field.kind === "dimension" ? grainNames(layer, field.type) : [];
  if (!allowed.includes(grain)) {
    const what = field.kind === "measure" ? "a measure" : `of type ${field.type}`;
    throw fieldError("unknown_field", pointer, {
      message:
        `"${name}" asks for the grain "${grain}", but "${field.model.name}.${field.name}" is ${what}` +
        (allowed.length === 0
          ? ` and has no grains.`
          : isFiscal(grain)
            ? `, and the layer does not say when fiscal years begin: give it a "calendar" with "fiscalYearStart".`
            : ` and has no such grain.`),
      ...(allowed.length > 0 ? {allowed} : {suggestions: [name.slice(0, -grain.length - 1)]}),
    });
  }
  return settle(base, {...placeOf(ways), field, grain}, name, pointer);
}

/** The time of each measure's own model, shown by one of them: the base's, if it has one. */
function conformedTime(
  layer: Layer,
  base: LayerModel,
  name: string,
  grain: string | undefined,
  pointer: string,
): FieldReference | undefined {
  if (layer.timeTypes.size === 0 || layer.models.has(METRIC_TIME) || layer.roles.has(METRIC_TIME))
    return undefined;
  const timed =
    timeOf(base) === undefined ? layer.models.values().find(model => timeOf(model) !== undefined) : base;
  const field = timed && timeOf(timed);
  if (timed === undefined || field === undefined) return undefined;
  const ways = {route: [], paths: [[]], target: timed};
  const conformed = {conformed: true} as const;
  if (grain === undefined) return {...placeOf(ways), field, ...conformed};
  const found =
    layer.calendar?.grains.has(grain) === true ? inCalendar(layer, placeOf(ways), field, grain) : undefined;
  if (found !== undefined) return {...found, ...conformed};
  if (isGrain(grain)) return {...withGrain(layer, timed, ways, field, grain, name, pointer), ...conformed};
  throw unknownGrainOrField(
    layer,
    timed,
    timed,
    `${METRIC_TIME}.${field.name}.${grain}`,
    [METRIC_TIME, field.name, grain],
    pointer,
  );
}

/** A dimension must have one path. A measure may have several, among which the query's dimensions may decide. */
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
  const isSettled = new Set(reference.paths.map(pathName)).size > 1;
  const ways = reference.paths.filter(isWayShown);
  const names = isSettled ? [...new Set(ways.map(path => `${pathName(path)}.${suffix}`))] : [];
  const target = reference.field.model.name;
  return fieldError("ambiguous_join_path", pointer, {
    message:
      `"${name}" can be reached from model "${base.name}" in ${reference.paths.length} ways. ` +
      (isSettled
        ? `Name the one you mean${names.length > 0 ? `: ${names.map(candidate => `"${candidate}"`).join(", ")}` : ""}.`
        : `Query the model "${target}" instead${namesBack(ways)}.`),
    ...(names.length > 0 ? {suggestions: names} : {}),
  });
}

/** From a join's many side its name leads to the one side only, so that ways can have one name each in that direction. */
function namesBack(ways: readonly (readonly Edge[])[]): string {
  const names = new Set(ways.map(path => pathName(path.map(({reverse}) => reverse).toReversed())));
  if (names.size < 2 || names.size < ways.length) return "";
  return `, where the ways are called ${[...names].map(name => `"${name}"`).join(", ")}`;
}

function notQualified(base: LayerModel, name: string, pointer: string): ServiceError {
  if (isCall(name)) return notAName(base, name, pointer);
  const bare = name.replaceAll(".", "");
  const names = shownFieldNames(base);
  const suggestions = names.includes(bare)
    ? [`${base.name}.${bare}`]
    : nearest(bare, names).map(field => `${base.name}.${field}`);
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
  if (isCall(name)) return notAName(base, name, pointer);
  if (ways.target !== undefined) {
    const suggestions = fieldSuggestions(ways.target, parts);
    // The same name in an adjacent model is the most likely.
    const last = parts.at(-1)!;
    for (const edge of base.edges) {
      const field = isWayShown([edge]) ? edge.to.fields.get(last) : undefined;
      if (field !== undefined && isFieldShown(field)) suggestions.unshift(`${edge.role}.${last}`);
    }
    suggestions.splice(3);
    return fieldError("unknown_field", pointer, {
      message: `"${name}" is not a field of model "${ways.target.name}".${didYouMean(suggestions)}`,
      suggestions,
    });
  }
  const failed = ways.failed ?? parts[0]!;
  if (ways.paths.length > 1) {
    const suggestions = ways.paths.filter(isWayShown).map(path => `${pathName(path)}.${parts.at(-1)!}`);
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
    const near = shownRoles(base);
    return fieldError("no_join_path", pointer, {
      message:
        `"${name}" cannot be reached: no join leads from model "${base.name}" to "${failed}". ` +
        `Query the model "${failed}" instead, or add a join.`,
      ...(near.length > 0 && near.length <= 50 ? {allowed: near} : {}),
    });
  }
  const suggestions = nearest(failed, [base.name, ...shownRoles(base)]).map(role =>
    [role, ...parts.slice(1)].join("."),
  );
  if (suggestions.length === 0) {
    const roles = new Set(shownModels(layer).flatMap(shownRoles));
    suggestions.push(...nearest(failed, roles).map(role => [role, ...parts.slice(1)].join(".")));
  }
  return fieldError("unknown_field", pointer, {
    message: `"${name}" names no model or role that "${base.name}" reaches.${didYouMean(suggestions)}`,
    suggestions,
  });
}

function unknownGrainOrField(
  layer: Layer,
  base: LayerModel,
  target: LayerModel,
  name: string,
  parts: readonly string[],
  pointer: string,
): ServiceError {
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
  return nearest(parts.at(-1)!, shownFieldNames(target)).map(field => `${prefix}.${field}`);
}
