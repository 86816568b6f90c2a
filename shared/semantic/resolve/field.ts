import {stepToCalendar} from "../layer/calendar-step.ts";
import {fieldError} from "../layer/field-error.ts";
import {type Grain, grainNames, isFiscal, isGrain} from "../layer/grains.ts";
import {type Field, type FieldReference, type Layer, type LayerModel, timeOf} from "../layer/layer.ts";
import {isFieldVisible} from "../layer/visibility.ts";
import {followRoute, type RoutePaths} from "./join-route.ts";
import {ambiguousPath, notQualified, unknownField, unknownGrainOrField} from "./unknown-field.ts";

/** The dimension that means, for each measure, the `time` of the measure's own model. */
export const METRIC_TIME = "metric_time";

const MAX_CACHED = 5000;

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

/**
 * The field that a query names. Finds the same fields as `resolveField`, which also resolves names in the layer, except
 * hidden fields of models that are reached over joins only: queries cannot use these.
 */
export function resolveQueryField(
  layer: Layer,
  base: LayerModel,
  name: string,
  pointer: string,
): FieldReference {
  const reference = resolveField(layer, base, name, pointer);
  // A grain of the calendar is a field of the calendar's model, and queries name it as a grain of the time.
  const field = reference.time ?? reference.field;
  if (layer.joined?.get(field.model.name) !== field.model || isFieldVisible(field)) return reference;
  const parts = name.split(".");
  const end = reference.grain === undefined && reference.time === undefined ? -1 : -2;
  const route = parts.slice(0, end);
  const routePaths =
    field.model.source.hidden === true
      ? {route, paths: [], failed: route.at(-1) ?? name}
      : followRoute(layer, base, route);
  throw unknownField(layer, base, name, parts, routePaths, pointer);
}

/** The field that `name`, without a grain, means in a query over `base`; `undefined` if it means none. */
export function findField(layer: Layer, base: LayerModel, name: string): FieldReference | undefined {
  const known = base.references.get(name);
  if (known !== undefined) return known;
  const parts = name.split(".");
  const routePaths = followRoute(layer, base, parts.slice(0, -1));
  const field = routePaths.target?.fields.get(parts.at(-1) ?? "");
  return field === undefined ? undefined : {...placeOf(routePaths), field};
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
    const routePaths = followRoute(layer, base, parts.slice(0, -2));
    const field = routePaths.target?.fields.get(parts.at(-2)!);
    if (routePaths.target !== undefined && field !== undefined) {
      const found = isOwnGrain ? inCalendar(layer, placeOf(routePaths), field, last) : undefined;
      if (found !== undefined) return settle(base, found, name, pointer);
      if (isGrain(last)) return withGrain(layer, base, routePaths, field, last, name, pointer);
    }
  }
  const route = parts.slice(0, -1);
  const routePaths = followRoute(layer, base, route);
  const field = routePaths.target?.fields.get(last);
  if (routePaths.target === undefined || field === undefined) {
    throw unknownField(layer, base, name, parts, routePaths, pointer);
  }
  return settle(base, {...placeOf(routePaths), field}, name, pointer);
}

function placeOf({route, paths}: RoutePaths): Pick<FieldReference, "route" | "paths" | "spelled"> {
  // Each name is a direct join on every path, or a searched one on every path, so the first path decides.
  return {route, paths, spelled: paths[0]?.length === route.length};
}

function withGrain(
  layer: Layer,
  base: LayerModel,
  routePaths: RoutePaths,
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
  return settle(base, {...placeOf(routePaths), field, grain}, name, pointer);
}

/** The reference for `metric_time`, with the time of one model as its field: of the base if it has one. */
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
  const routePaths = {route: [], paths: [[]], target: timed};
  const conformed = {conformed: true} as const;
  if (grain === undefined) return {...placeOf(routePaths), field, ...conformed};
  const found =
    layer.calendar?.grains.has(grain) === true
      ? inCalendar(layer, placeOf(routePaths), field, grain)
      : undefined;
  if (found !== undefined) return {...found, ...conformed};
  if (isGrain(grain))
    return {...withGrain(layer, timed, routePaths, field, grain, name, pointer), ...conformed};
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

/** A grain of the layer's calendar: a dimension of the calendar's row for the day of the time. */
function inCalendar(
  {calendar}: Layer,
  {paths, ...place}: Pick<FieldReference, "route" | "paths" | "spelled">,
  field: Field,
  grain: string,
): FieldReference | undefined {
  const found = calendar?.model.fields.get(grain);
  if (calendar === undefined || found?.kind !== "dimension" || field.kind !== "dimension") return undefined;
  if (field.type !== "date" && field.type !== "timestamp") return undefined;
  const step = stepToCalendar(calendar, field);
  return {...place, paths: paths.map(path => [...path, step]), field: found, time: field};
}
