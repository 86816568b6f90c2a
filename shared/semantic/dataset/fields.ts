import {CompileError} from "../errors.ts";
import {decidedGrains} from "../layer/decided-grains.ts";
import {type Grain, grainsIn, isGrain, isIntraday, isPeriod} from "../layer/grains.ts";
import type {Field, FieldReference, Layer, LayerModel} from "../layer/layer.ts";
import type {Filter} from "../query/filter.ts";
import type {Query} from "../query/query.ts";
import {resolveField} from "../resolve/field.ts";

/** A field that a dataset offers. */
export interface OfferedField {
  /** The part of the name after the slug. */
  name: string;
  /** The field's name in the dataset's model, without a grain. */
  base: string;
  field: Field;
  /** Grains that may follow the name, finest first. */
  grains: readonly Grain[];
  /** Whether the field can be queried without a grain. */
  bare: boolean;
  /** The grains at which the definition lists the field, `undefined` for none. */
  listed: readonly (Grain | undefined)[];
}

/**
 * The fields that a dataset offers, by name. A dimension and a measure may share a name, because they are used in
 * different places.
 */
export interface Offer {
  dimensions: ReadonlyMap<string, OfferedField>;
  measures: ReadonlyMap<string, OfferedField>;
  /** Names that the definition lists, but that the layer no longer has. */
  lost: readonly string[];
}

/** The target of queries over a dataset: a model of a layer, with the fields that the dataset offers. */
export interface DatasetSource {
  slug: string;
  layer: Layer;
  /** The name of the model in the layer. */
  model: string;
  /** Conditions that always apply. */
  filters: readonly Filter[];
  /** IANA name of the timezone of `filters`, and the default one of queries. */
  timezone: string;
  /** If absent, a query may use everything that a query over the model can. */
  offer?: Offer;
  /** Without `offer`: fields reached over joins are not offered. */
  ownFieldsOnly: boolean;
}

interface Listed {
  reference: FieldReference;
  base: string;
  /** The grains that are listed; `undefined` for the field without one. */
  grains: Set<Grain | undefined>;
}

/** The fields that a definition lists; `undefined` if it lists none, and so offers everything that its model does. */
export function offerOf(
  layer: Layer,
  model: LayerModel,
  definition: Query,
  timezone: string,
): Offer | undefined {
  const names = [...(definition.dimensions ?? []), ...(definition.measures ?? [])].filter(
    entry => typeof entry === "string",
  );
  if (names.length === 0) return undefined;
  const {listed, lost} = resolveListed(layer, model, names);
  const dimensions = new Map<string, OfferedField>();
  const measures = new Map<string, OfferedField>();
  for (const [name, one] of nameFields(model, listed)) {
    const {field} = one.reference;
    const offered = {name, base: one.base, field, ...grainsWithin(layer, field, one.grains, timezone)};
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

/** The field that a name means in a query over `model`, `undefined` if it means none. */
export function tryResolve(layer: Layer, model: LayerModel, name: string): FieldReference | undefined {
  try {
    return resolveField(layer, model, name, "");
  } catch (error) {
    if (error instanceof CompileError) return undefined;
    throw error;
  }
}

/** Whether two references are the same field over the same joins, at any grain. */
export function isSameField(one: FieldReference, other: FieldReference): boolean {
  return (
    one.field === other.field &&
    one.conformed === other.conformed &&
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

/** Names fields by their own name, or `<model>_<field>` if several have it, with a number if that is taken too. */
function nameFields(model: LayerModel, listed: readonly Listed[]): Map<string, Listed> {
  const own = Map.groupBy(listed, ({reference}) => reference.field.name);
  const named = new Map<string, Listed>();
  // Unique names are assigned first, so that none of them is taken by a longer name that is made up here.
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

/** The first of `name`, `name_2`, `name_3`, … that is not taken. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  let free = name;
  for (let n = 2; isTaken(free); n++) free = `${name}_${n}`;
  return free;
}

/** A listed grain also offers the grains that it determines: never a shorter period, nor one that can split it. */
function grainsWithin(
  layer: Layer,
  field: Field,
  listed: ReadonlySet<Grain | undefined>,
  timezone: string,
): Pick<OfferedField, "grains" | "bare" | "listed"> {
  const bare = field.kind === "measure" || listed.has(undefined);
  const grains = field.kind === "measure" ? [] : decidedBy(layer, field, [...listed], timezone);
  return {grains, bare: bare || (field.type === "date" && grains.includes("day")), listed: [...listed]};
}

function decidedBy(
  {graph}: Layer,
  {type}: Field,
  listed: readonly (Grain | undefined)[],
  timezone: string,
): readonly Grain[] {
  const decided = new Set(listed.flatMap(grain => decidedGrains(type, grain, timezone)));
  return grainsIn(graph, type).filter(grain => decided.has(grain));
}

/**
 * The grains of an offered field that may be queried in another timezone than the dataset's. Days that begin at another
 * hour would reveal hours, by comparison with the days that are offered.
 */
export function grainsElsewhere(
  layer: Layer,
  {field, listed}: OfferedField,
  timezone: string,
): readonly Grain[] {
  const isFree = (grain: Grain | undefined) =>
    grain === undefined || field.type === "date" || (isPeriod(grain) && isIntraday(grain));
  return decidedBy(layer, field, listed.filter(isFree), timezone);
}

/** The parts of a name after the slug: a field and an optional grain. */
export function splitName(rest: readonly string[]): {name: string; grain?: Grain} | undefined {
  const [name, grain, ...more] = rest;
  if (name === undefined || more.length > 0) return undefined;
  if (grain === undefined) return {name};
  return isGrain(grain) ? {name, grain} : undefined;
}
