import {CompileError} from "../errors.ts";
import {canonicalTimezone} from "../filters/calendar-spans.ts";
import {type Renaming, renameFilter} from "../filters/tree.ts";
import {fieldError} from "../layer/field-error.ts";
import type {Layer} from "../layer/layer.ts";
import type {BinnedDimension} from "../query/bins.ts";
import type {MeasuredDimension, NestedMeasure} from "../query/nested.ts";
import type {Query} from "../query/query.ts";
import {isNestedMeasure} from "../query/row-aggregates.ts";
import {
  dimensionNames,
  measureNames,
  nameOfDimension,
  nameOfMeasure,
  ownMeasures,
} from "../query/selected-names.ts";
import {calculationNames} from "../resolve/calculations.ts";
import {Faults} from "../resolve/faults.ts";
import {DATASET_FILTERS, type DatasetBounds} from "../resolve/resolve.ts";
import {columnNamesOf, comparedNames} from "../resolve/result-columns.ts";
import {indexAmong} from "../resolve/selected.ts";
import {type DatasetSource, offerOf} from "./fields.ts";
import {datasetJourney} from "./journey.ts";
import {Names} from "./names.ts";

/** A query over a dataset, rewritten to its model. */
export interface DatasetQuery {
  query: Query;
  bounds: DatasetBounds;
  /** Translates an error of the rewritten query to the names of the original one. */
  translate: (error: unknown) => unknown;
}

/** The source of a live dataset, over its project's layer. Throws `unknown_model` if its model no longer exists. */
export function liveSource(
  {slug, definition, timezone}: {slug: string; definition: Query; timezone: string},
  layer: Layer,
  {ownFieldsOnly}: {ownFieldsOnly: boolean},
): DatasetSource {
  const model = layer.models.get(definition.model);
  if (model === undefined) {
    throw fieldError("unknown_model", "/model", {
      message: `The dataset "${slug}" is based on the model "${definition.model}", which its project no longer has.`,
    });
  }
  const named = definition.timezone ?? timezone;
  const zone = canonicalTimezone(named) ?? named;
  const offer = offerOf(layer, model, definition, zone);
  return {
    slug,
    layer,
    model: model.name,
    filters: definition.filters ?? [],
    timezone: zone,
    ...(offer === undefined ? {} : {offer}),
    ownFieldsOnly,
  };
}

/**
 * Rewrites a query over a dataset to its model. Names, order and filters keep their positions, so that paths in errors
 * are those of the request. Throws `unknown_field` for a field that the dataset does not offer.
 */
export function datasetQuery(source: DatasetSource, query: Query): DatasetQuery {
  const model = source.layer.models.get(source.model);
  if (model === undefined) throw new Error(`The model ${source.model} of a dataset is not in its layer`);
  const names = new Names(source, model, query.timezone);
  const faults = new Faults();
  const find: Find = (name, place, pointer) => faults.attempt(() => names.find(name, place, pointer)) ?? name;
  const dimensions = query.dimensions?.map((entry, i) => findDimension(find, entry, `/dimensions/${i}`));
  const measures = query.measures?.map((entry, i) =>
    withConditions(find, findMeasure(find, entry, `/measures/${i}`), `/measures/${i}`),
  );
  const calculated = calculationNames(query);
  const defined = ownMeasures(query).map(({name}) => name);
  const renaming: Renaming = {
    field: (name, place, pointer) =>
      calculated.includes(name) || defined.includes(name) ? name : find(name, place, pointer),
    rows: (name, pointer) => faults.attempt(() => names.rows(name, pointer)) ?? name,
  };
  const filters = query.filters?.map((filter, i) => renameFilter(filter, renaming, `/filters/${i}`));
  const selected = (what: "dimension" | "measure", name: string, pointer: string) => {
    const among = what === "measure" ? measureNames(query) : dimensionNames(query);
    const index = faults.attempt(() => indexAmong(among, name, what, pointer)) ?? -1;
    return (
      (what === "measure" ? measures?.map(nameOfMeasure) : dimensions?.map(nameOfDimension))?.[index] ?? name
    );
  };
  const within = (list: readonly string[] | undefined, pointer: string) =>
    list && {within: list.map((name, i) => selected("dimension", name, `${pointer}/within/${i}`))};
  const alongOf = (name: string, pointer: string) => {
    if (dimensionNames(query).includes(name)) return selected("dimension", name, pointer);
    if (measureNames(query).includes(name)) return selected("measure", name, pointer);
    return calculated.includes(name) ? name : selected("dimension", name, pointer);
  };
  const calculations = query.calculations?.map(({of, along, ...rest}, i) => ({
    ...rest,
    of:
      calculated.includes(of) && !measureNames(query).includes(of)
        ? of
        : selected("measure", of, `/calculations/${i}/of`),
    ...within(rest.within, `/calculations/${i}`),
    ...(along === undefined ? {} : {along: alongOf(along, `/calculations/${i}/along`)}),
  }));
  const top = query.top && {
    ...query.top,
    dimension: selected("dimension", query.top.dimension, "/top/dimension"),
    by: defined.includes(query.top.by) ? query.top.by : find(query.top.by, "measures", "/top/by"),
    ...within(query.top.within, "/top"),
  };
  const journey = datasetJourney(query, {names, find, faults, renaming});
  const requestedNames = [
    ...dimensionNames(query),
    ...measureNames(query),
    ...(query.retention?.measures ?? []),
  ];
  const columns = [
    ...(dimensions ?? []).map(nameOfDimension),
    ...(measures ?? []).map(nameOfMeasure),
    ...(journey.retention?.measures ?? []),
  ];
  const own = ownNames(query);
  // Rows are ordered by dimensions, groups by columns of the result.
  const place = query.rows === true ? "filters" : "orderBy";
  const orderBy = query.orderBy?.map((entry, i) =>
    rewriteOrder(
      (name, pointer) => find(name, place, pointer),
      entry,
      [...requestedNames, ...comparedIn(query, measureNames(query)), ...own],
      [...columns, ...comparedIn(query, measures?.map(nameOfMeasure)), ...own],
      `/orderBy/${i}`,
    ),
  );
  faults.refuse();
  return {
    query: {
      ...query,
      model: source.model,
      timezone: query.timezone ?? source.timezone,
      ...(dimensions ? {dimensions} : {}),
      ...(measures ? {measures} : {}),
      ...(filters ? {filters} : {}),
      ...(calculations ? {calculations} : {}),
      ...(top ? {top} : {}),
      ...(orderBy ? {orderBy} : {}),
      ...journey,
    },
    bounds: {columnNames: requestedNames, filters: source.filters, timezone: source.timezone},
    translate: error => translate(error, source, names),
  };
}

type Find = Names["find"];

function findDimension<T extends BinnedDimension | MeasuredDimension>(
  find: Find,
  entry: string | T,
  pointer: string,
): string | T {
  if (typeof entry === "string") return find(entry, "dimensions", pointer);
  if ("of" in entry) return {...entry, ...findGroups(find, entry, pointer)};
  return {...entry, field: find(entry.field, "dimensions", `${pointer}/field`)};
}

type MeasureEntry = NonNullable<Query["measures"]>[number];

function findMeasure(find: Find, entry: MeasureEntry, pointer: string): MeasureEntry {
  if (typeof entry === "string") return find(entry, "measures", pointer);
  if (!isNestedMeasure(entry)) {
    return entry.of === undefined ? entry : {...entry, of: find(entry.of, "dimensions", `${pointer}/of`)};
  }
  return {...entry, ...findGroups(find, entry, pointer)};
}

/** Translates the fields in the conditions of a filtered aggregate. */
function withConditions(find: Find, entry: MeasureEntry, pointer: string): MeasureEntry {
  if (typeof entry === "string" || !("where" in entry)) return entry;
  const where = entry.where.map((filter, i) => renameFilter(filter, {field: find}, `${pointer}/where/${i}`));
  return {...entry, where};
}

/** Translates the fields of a nested measure: the dataset must offer them like fields that the query selects. */
function findGroups(find: Find, {of, per}: Pick<NestedMeasure, "of" | "per">, pointer: string) {
  return {
    of: find(of, "measures", `${pointer}/of`),
    per: per.map((one, i) => findDimension(find, one, `${pointer}/per/${i}`)),
  };
}

/** The columns that a query names itself, and the fixed columns of a funnel or a retention. */
function ownNames(query: Query): string[] {
  if (query.funnel === undefined && query.retention === undefined) return calculationNames(query);
  const {dimensions, measures} = columnNamesOf(query);
  return [...dimensions.slice(query.dimensions?.length ?? 0), ...measures, ...calculationNames(query)];
}

/** The names of the columns that `compare` adds for measures with these names. */
function comparedIn({compare}: Query, measures: readonly string[] = []): string[] {
  return compare === undefined ? [] : measures.flatMap(name => comparedNames(name).slice(1));
}

/**
 * Translates an entry of `orderBy`, which names a selected column as the query does. The result always states the
 * direction.
 */
function rewriteOrder(
  find: (name: string, pointer: string) => string,
  entry: string,
  requestedNames: readonly string[],
  columns: readonly string[],
  pointer: string,
): string {
  const baseOf = (name: string) => columns[requestedNames.indexOf(name)] ?? find(name, pointer);
  const whole = entry.trim();
  const [, name, word = ""] = /^(.*\S)\s+(\S+)$/s.exec(whole) ?? [];
  // A name may contain spaces: its last word is only read as a direction if it is one, or if the rest is a selected
  // name.
  if (name === undefined || requestedNames.includes(whole)) return `${baseOf(whole)} asc`;
  if (/^(asc|desc)$/i.test(word) || requestedNames.includes(name)) return `${baseOf(name)} ${word}`;
  return `${baseOf(whole)} asc`;
}

function translate(error: unknown, {slug, offer}: DatasetSource, names: Names): unknown {
  if (!(error instanceof CompileError)) return error;
  const {errors, ...details} = error.details;
  const own = errors?.find(({path}) => path.startsWith(DATASET_FILTERS));
  if (own !== undefined) {
    const message = `The filters of the dataset "${slug}" no longer fit the layer of its project: ${own.message}`;
    return new CompileError(error.code, message, {...details, errors: [{path: "/model", message}]});
  }
  const prefix = `${names.model.name}.`;
  const word = (name: string) =>
    names.used.get(name) ??
    (offer === undefined && name.startsWith(prefix) ? `${slug}.${name.slice(prefix.length)}` : name);
  const text = (message: string) => message.replaceAll(/"([^"]+)"/g, (_, name: string) => `"${word(name)}"`);
  return new CompileError(error.code, text(error.message), {
    ...details,
    ...(errors === undefined
      ? {}
      : {
          errors: errors.map(({path, message, allowed, suggestions}) => ({
            path,
            message: text(message),
            ...(allowed ? {allowed: allowed.map(word)} : {}),
            ...(suggestions ? {suggestions: suggestions.map(word)} : {}),
          })),
        }),
  });
}
