import {isSameField} from "../dataset/fields.ts";
import type {FieldReference, Layer, LayerModel} from "../layer/layer.ts";
import type {Rollup} from "../layer/rollup.ts";
import {findField} from "../resolve/field.ts";
import {partsOf, type ResolvedFilter, type ResolvedQuery} from "../resolve/resolved.ts";
import {accessRules} from "../row-access/rules.ts";

type Grain = NonNullable<Rollup["time"]>["grain"];

/** The fields that a roll-up must store to answer a query, by name. */
export interface Needs {
  model: string;
  dimensions: readonly string[];
  measures: readonly string[];
  /** The time dimension that may be stored by period, with the timezone of the query's days. */
  time?: {dimension: string; timezone: string; type: "date" | "timestamp"};
}

/** Grains from the coarsest, which gives the fewest rows. */
export const COARSEST_FIRST: readonly Grain[] = ["year", "quarter", "month", "week", "day", "hour"];

/** The fields that a query needs; a text is the reason why no roll-up can store them. */
export function needsOf(layer: Layer, query: ResolvedQuery): Needs | string {
  const {
    base,
    dimensions,
    measures: queriedMeasures,
    where,
    compare,
    always,
    having,
    order,
    top,
    calendar,
  } = query;
  const filtered = [...where, ...(compare?.where ?? []), ...always, ...having].flatMap(referencesOf);
  const ordered = order.flatMap(({by}) => (typeof by === "number" ? [] : [by.reference]));
  const all = [
    ...[...dimensions, ...queriedMeasures].map(({reference}) => reference),
    ...filtered,
    ...ordered,
    ...(top ? [top.by.reference] : []),
  ];
  const nested = all.flatMap(({field}) => (field.kind === "measure" ? (field.nested ?? []) : []));
  const per = nested.flatMap(one => one.per);
  const references = [
    ...all.filter(({field}) => field.kind !== "measure" || field.nested === undefined),
    ...[...nested.map(({of}) => of), ...per].map(({reference}) => reference),
  ];
  const binned = [...dimensions, ...per].find(({reference}) => reference.field.bins !== undefined);
  if (binned !== undefined) return `"${binned.name}" puts numbers into bins`;
  const measured = dimensions.find(({reference}) => reference.field.measured !== undefined);
  if (measured !== undefined) return `"${measured.name}" is the value of a measure in groups of its own`;
  const ofRows = queriedMeasures.find(({reference}) => reference.field.ofRows !== undefined);
  if (ofRows !== undefined) return `"${ofRows.name}" aggregates a dimension, row by row`;
  if (query.rows) return "it shows rows, and a roll-up stores groups";
  const fields = references.filter((one, i) => references.findIndex(other => isSameField(one, other)) === i);
  const names = new Map(fields.map(one => [one, nameOf(layer, base, one)]));
  const nameless = fields.find(one => names.get(one) === undefined);
  if (nameless !== undefined)
    return `"${nameless.field.model.name}.${nameless.field.name}" has no name over the model "${base.name}"`;
  const named = (one: FieldReference) => names.get(one) ?? "";
  const times = fields.filter(({field}) => field.kind === "dimension" && field.type === "timestamp");
  if (times.length > 1)
    return `it uses several time dimensions, ${times.map(one => `"${named(one)}"`).join(" and ")}`;
  const dates = fields.filter(({field}) => field.kind === "dimension" && field.type === "date");
  const time = times[0] ?? dates[0];
  const dimensionNames = fields.filter(one => one.field.kind === "dimension" && one !== time).map(named);
  const access = accessRules(base).map(({dimension}) => dimension);
  const timezone = dimensions.find(one => one.timezone !== undefined)?.timezone ?? calendar.timezone;
  const counts = [...base.fields.values()].find(
    field => field.kind === "measure" && field.source.type === "count",
  );
  const measures = fields.filter(({field}) => field.kind === "measure").map(named);
  const type = time?.field.type === "date" ? "date" : "timestamp";
  return {
    model: base.name,
    dimensions: [...new Set([...dimensionNames, ...access])],
    // A roll-up must have at least one measure.
    measures: measures.length === 0 && counts ? [`${base.name}.${counts.name}`] : measures,
    ...(time ? {time: {dimension: named(time), timezone, type}} : {}),
  };
}

/** A name by which a query over `base` finds the field of a query over another model. */
function nameOf(layer: Layer, base: LayerModel, reference: FieldReference): string | undefined {
  const {route, paths, field} = reference;
  const [path = []] = paths;
  if (path.length === 0) return `${base.name}.${field.name}`;
  const roles = path.map(({role}) => role);
  // The name as the query has it is tried first, then the shortest ones.
  const routes = [route, ...roles.map((_, i) => roles.slice(roles.length - 1 - i))];
  const names = routes.filter(one => one.length > 0).map(one => [...one, field.name].join("."));
  return names.find(name => {
    const found = findField(layer, base, name);
    return found !== undefined && isSameField(found, reference);
  });
}

/** The fields that a filter names, however its parts are combined. */
export function referencesOf(filter: ResolvedFilter): FieldReference[] {
  if (filter.kind === "comparison") return filter.fields.map(({reference}) => reference);
  return filter.kind === "condition" ? [filter.reference] : partsOf(filter).flatMap(referencesOf);
}

/** The union of both needs; `undefined` where one roll-up cannot store both. */
export function joined(one: Needs, other: Needs): Needs | undefined {
  const [time, another] = [one.time, other.time];
  if (time && another) {
    if (time.dimension !== another.dimension) return undefined;
    if (time.type === "timestamp" && time.timezone !== another.timezone) return undefined;
  }
  const both = time ?? another;
  return {
    model: one.model,
    dimensions: [...new Set([...one.dimensions, ...other.dimensions])],
    measures: [...new Set([...one.measures, ...other.measures])],
    ...(both ? {time: both} : {}),
  };
}

/** A roll-up that stores these fields. */
export function rollupOf(
  {model, dimensions, measures, time}: Needs,
  name: string,
  grain: Grain | undefined,
): Rollup {
  const zone = time && time.timezone !== "UTC" ? {timezone: time.timezone} : {};
  return {
    name,
    model,
    ...(dimensions.length > 0 ? {dimensions: dimensions.toSorted()} : {}),
    measures: measures.toSorted(),
    ...(time && grain ? {time: {dimension: time.dimension, grain, ...zone}} : {}),
    refresh: {every: "1h"},
  };
}
