import {ServiceError} from "../errors.ts";
import {type Grain, grainsOf, isGrain, isPeriod} from "./grains.ts";
import type {Field, Layer, LayerModel} from "./layer.ts";
import type {Filter, Query} from "./query.ts";
import {type FieldReference, resolveField} from "./resolve-field.ts";

/** A field that a dataset offers. */
export interface OfferedField {
  /** Behind the slug. */
  name: string;
  /** The field in names of the model that the dataset stands on, without a grain. */
  base: string;
  field: Field;
  /** What may stand behind the name, finest first. */
  grains: readonly Grain[];
  /** Whether it may be asked without a grain. */
  bare: boolean;
}

/** What a dataset offers, by name: one name may be a dimension's and a measure's, each asked in its own place. */
export interface Offer {
  dimensions: ReadonlyMap<string, OfferedField>;
  measures: ReadonlyMap<string, OfferedField>;
  /** Names that were listed, and that the layer no longer has. */
  lost: readonly string[];
}

/** A dataset as queries over it are written anew: a model of a layer, with what is offered of it. */
export interface DatasetSource {
  slug: string;
  layer: Layer;
  /** The name of the model in the layer. */
  model: string;
  /** Conditions that always hold. */
  filters: readonly Filter[];
  /** In which they are read, and which a query without one of its own is in. IANA name. */
  timezone: string;
  /** Absent where everything is offered that a query over the model can name. */
  offer?: Offer;
  /** Without an offer: what lies over joins is not offered. */
  ownFieldsOnly: boolean;
}

interface Listed {
  reference: FieldReference;
  base: string;
  /** As they were listed; `undefined` for the field without one. */
  grains: Set<Grain | undefined>;
}

/** What a definition lists, as fields of its model; `undefined` where it lists none, and so offers what the model does. */
export function offerOf(layer: Layer, model: LayerModel, definition: Query): Offer | undefined {
  const names = [...(definition.dimensions ?? []), ...(definition.measures ?? [])];
  if (names.length === 0) return undefined;
  const {listed, lost} = resolveListed(layer, model, names);
  const dimensions = new Map<string, OfferedField>();
  const measures = new Map<string, OfferedField>();
  for (const [name, one] of nameFields(model, listed)) {
    const {field} = one.reference;
    const offered = {name, base: one.base, field, ...grainsWithin(field, one.grains)};
    (field.kind === "measure" ? measures : dimensions).set(name, offered);
  }
  return {dimensions, measures, lost};
}

function resolveListed(
  layer: Layer,
  model: LayerModel,
  names: readonly string[],
): {listed: Listed[]; lost: string[]} {
  const listed: Listed[] = [];
  const lost: string[] = [];
  for (const name of names) {
    const reference = tryResolve(layer, model, name);
    if (reference === undefined) {
      lost.push(name);
      continue;
    }
    const same = listed.find(other => isSameField(other.reference, reference));
    if (same) same.grains.add(reference.grain);
    else listed.push({reference, base: withoutGrain(name, reference), grains: new Set([reference.grain])});
  }
  return {listed, lost};
}

/** The field that a name means in a query over `model`, `undefined` where it means none. */
export function tryResolve(layer: Layer, model: LayerModel, name: string): FieldReference | undefined {
  try {
    return resolveField(layer, model, name, "");
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

/** Whether two names mean the same field at the same place, their grains aside. */
export function isSameField(one: FieldReference, other: FieldReference): boolean {
  return (
    one.field === other.field &&
    one.paths.length === other.paths.length &&
    one.paths.every((path, i) => {
      const same = other.paths[i] ?? [];
      return path.length === same.length && path.every((edge, j) => edge === same[j]);
    })
  );
}

function withoutGrain(name: string, {grain}: FieldReference): string {
  return grain === undefined ? name : name.slice(0, -grain.length - 1);
}

/** A field's own name, `<model>_<field>` where several have it, and with a number behind where that is not enough. */
function nameFields(model: LayerModel, listed: readonly Listed[]): Map<string, Listed> {
  const own = Map.groupBy(listed, ({reference}) => reference.field.name);
  const named = new Map<string, Listed>();
  // Names that nobody else wants are given first, so that none is lost to a longer one made up here.
  for (const [name, [only, ...others]] of own) if (only && others.length === 0) named.set(name, only);
  for (const [name, several] of own) {
    if (several.length === 1) continue;
    for (const one of several) {
      const {route} = one.reference;
      const place = route.length === 0 ? model.name : route.join("_");
      named.set(
        freeName(`${place}_${name}`, taken => named.has(taken)),
        one,
      );
    }
  }
  return named;
}

/** `name`, or else `name_2`, `name_3` and so on, whichever is not taken first. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  let free = name;
  for (let n = 2; isTaken(free); n++) free = `${name}_${n}`;
  return free;
}

/** Periods that hold each other whole, and the parts that a period of that length decides. */
const COARSER: Record<string, readonly Grain[]> = {
  day: [
    "day",
    "week",
    "month",
    "quarter",
    "year",
    "day_of_week",
    "day_of_month",
    "day_of_year",
    "week_of_year",
    "month_of_year",
    "quarter_of_year",
  ],
  month: ["month", "quarter", "year", "month_of_year", "quarter_of_year"],
  quarter: ["quarter", "year", "quarter_of_year"],
};

/** A grain offers itself and what is coarser: never a shorter period, nor one that it does not lie in whole. */
function grainsWithin(
  field: Field,
  listed: ReadonlySet<Grain | undefined>,
): Pick<OfferedField, "grains" | "bare"> {
  const all = grainsOf(field.type);
  if (field.kind === "measure" || listed.has(undefined)) {
    return {grains: field.kind === "measure" ? [] : all, bare: true};
  }
  const offered = new Set([...listed].flatMap(grain => (grain === undefined ? [] : coarserThan(grain, all))));
  return {
    grains: all.filter(grain => offered.has(grain)),
    bare: field.type === "date" && offered.has("day"),
  };
}

function coarserThan(grain: Grain, all: readonly Grain[]): readonly Grain[] {
  if (grain === "second" || grain === "minute" || grain === "hour") {
    return all.filter((other, i) => !isPeriod(other) || i >= all.indexOf(grain));
  }
  return COARSER[grain] ?? [grain];
}

/** The parts of a name that follow the slug: a field, and a grain or none. */
export function splitName(rest: readonly string[]): {name: string; grain?: Grain} | undefined {
  const [name, grain, ...more] = rest;
  if (name === undefined || more.length > 0) return undefined;
  if (grain === undefined) return {name};
  return isGrain(grain) ? {name, grain} : undefined;
}
