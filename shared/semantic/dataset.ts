import {ServiceError} from "../errors.ts";
import {
  isSameField,
  type Offer,
  type OfferedField,
  offerOf,
  splitName,
  tryResolve,
} from "./dataset-fields.ts";
import {grainsOf} from "./grains.ts";
import type {Layer, LayerModel} from "./layer.ts";
import {canonicalTimezone} from "./moments.ts";
import {didYouMean, nearest} from "./names.ts";
import type {Filter, Query} from "./query.ts";
import {DATASET_FILTERS, type DatasetBounds} from "./resolve.ts";
import {fieldError} from "./resolve-field.ts";

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

/** A query over a dataset as one over its model. */
export interface DatasetQuery {
  query: Query;
  bounds: DatasetBounds;
  /** An error of that query in the words of the one that was asked. */
  translate: (error: unknown) => unknown;
}

/** A live dataset over the layer of its project. Throws `unknown_model` where its model is gone. */
export function liveSource(
  {slug, definition, timezone}: {slug: string; definition: Query; timezone: string},
  layer: Layer,
  {ownFieldsOnly}: {ownFieldsOnly: boolean},
): DatasetSource {
  const model = layer.models.get(definition.model);
  if (model === undefined) {
    throw fieldError("unknown_model", "/model", {
      message: `The dataset "${slug}" stands on the model "${definition.model}", which its project no longer has.`,
    });
  }
  const zone = definition.timezone ?? timezone;
  const offer = offerOf(layer, model, definition);
  return {
    slug,
    layer,
    model: model.name,
    filters: definition.filters ?? [],
    timezone: canonicalTimezone(zone) ?? zone,
    ...(offer === undefined ? {} : {offer}),
    ownFieldsOnly,
  };
}

/**
 * Writes a query over a dataset anew as one over its model: names, order and filters keep their places, so that
 * paths of errors are those of the request. Throws `unknown_field` for what the dataset does not offer.
 */
export function datasetQuery(source: DatasetSource, query: Query): DatasetQuery {
  const model = source.layer.models.get(source.model);
  if (model === undefined) throw new Error(`The model ${source.model} of a dataset is not in its layer`);
  const names = new Names(source, model);
  const dimensions = query.dimensions?.map((name, i) => names.find(name, "dimensions", `/dimensions/${i}`));
  const measures = query.measures?.map((name, i) => names.find(name, "measures", `/measures/${i}`));
  const asked = [...(query.dimensions ?? []), ...(query.measures ?? [])];
  const columns = [...(dimensions ?? []), ...(measures ?? [])];
  const filters = query.filters?.map((filter, i) => rewriteFilter(names, filter, `/filters/${i}`));
  const orderBy = query.orderBy?.map((entry, i) =>
    rewriteOrder(names, entry, asked, columns, `/orderBy/${i}`),
  );
  return {
    query: {
      ...query,
      model: source.model,
      timezone: query.timezone ?? source.timezone,
      ...(dimensions ? {dimensions} : {}),
      ...(measures ? {measures} : {}),
      ...(filters ? {filters} : {}),
      ...(orderBy ? {orderBy} : {}),
    },
    bounds: {columnNames: asked, filters: source.filters, timezone: source.timezone},
    translate: error => translate(error, source, names),
  };
}

type Place = "dimensions" | "measures" | "filters" | "orderBy";

/** Where in a dataset a name is looked for, in this order. */
const KINDS: Record<Place, readonly ("dimensions" | "measures")[]> = {
  dimensions: ["dimensions"],
  measures: ["measures"],
  filters: ["dimensions", "measures"],
  orderBy: ["measures", "dimensions"],
};

/** Names of one query over a dataset, each as its model has it. */
class Names {
  /** From the model's names back to those that the query used. */
  readonly used = new Map<string, string>();

  constructor(
    readonly source: DatasetSource,
    readonly model: LayerModel,
  ) {}

  find(name: string, place: Place, pointer: string): string {
    const {offer} = this.source;
    const base = offer ? this.#offered(offer, name, place, pointer) : this.#open(name, pointer);
    this.used.set(base, name);
    return base;
  }

  #open(name: string, pointer: string): string {
    const {slug, layer, ownFieldsOnly} = this.source;
    const parts = name.split(".");
    const base = parts[0] === slug ? [this.model.name, ...parts.slice(1)].join(".") : name;
    if (!ownFieldsOnly) return base;
    const reference = tryResolve(layer, this.model, base);
    if (reference?.paths.every(path => path.length === 0)) return base;
    const own = [...this.model.fields.values()].filter(field => field.source.hidden !== true);
    throw unknownField(
      this.source,
      name,
      own.map(field => `${slug}.${field.name}`),
      pointer,
    );
  }

  #offered(offer: Offer, name: string, place: Place, pointer: string): string {
    const {slug, layer} = this.source;
    const parts = name.split(".");
    const split = parts[0] === slug ? splitName(parts.slice(1)) : undefined;
    if (split !== undefined) {
      for (const kind of KINDS[place]) {
        const field = offer[kind].get(split.name);
        if (field !== undefined) return this.#atGrain(field, split.grain, name, pointer);
      }
      this.#refuseOtherPlace(offer, split.name, name, place, pointer);
    }
    const isShort = parts[0] === slug && parts.length === 2;
    const candidate = parts[0] === slug ? [this.model.name, ...parts.slice(1)].join(".") : name;
    // A short name that several fields would have is none of theirs.
    const reference = isShort ? undefined : tryResolve(layer, this.model, candidate);
    if (reference !== undefined) {
      for (const kind of KINDS[place]) {
        for (const field of offer[kind].values()) {
          const own = tryResolve(layer, this.model, field.base);
          if (own && isSameField(own, reference)) return this.#atGrain(field, reference.grain, name, pointer);
        }
      }
    }
    throw unknownField(this.source, name, offeredNames(slug, offer, KINDS[place]), pointer);
  }

  #atGrain(
    field: OfferedField,
    grain: OfferedField["grains"][number] | undefined,
    name: string,
    pointer: string,
  ) {
    const {slug} = this.source;
    if (grain === undefined ? field.bare : field.grains.includes(grain)) {
      return grain === undefined ? field.base : `${field.base}.${grain}`;
    }
    const allowed = [
      ...(field.bare ? [`${slug}.${field.name}`] : []),
      ...field.grains.map(other => `${slug}.${field.name}.${other}`),
    ];
    const suggestions = allowed.slice(0, 3);
    const why =
      field.grains.length === 0
        ? `has no grains`
        : grain === undefined || grainsOf(field.field.type).includes(grain)
          ? `is offered at ${field.grains[0]}s or coarser`
          : `has no grain "${grain}"`;
    throw fieldError("unknown_field", pointer, {
      message: `"${name}" is not offered: "${slug}.${field.name}" of the dataset "${slug}" ${why}.${didYouMean(suggestions)}`,
      allowed,
      suggestions,
    });
  }

  #refuseOtherPlace(offer: Offer, field: string, name: string, place: Place, pointer: string): void {
    if (place !== "dimensions" && place !== "measures") return;
    const other = place === "dimensions" ? "measures" : "dimensions";
    if (!offer[other].has(field)) return;
    throw fieldError("unknown_field", pointer, {
      message: `"${name}" is a ${other.slice(0, -1)}. Ask for it under "${other}".`,
    });
  }
}

function offeredNames(slug: string, offer: Offer, kinds: readonly ("dimensions" | "measures")[]): string[] {
  return kinds.flatMap(kind =>
    [...offer[kind].values()].flatMap(field =>
      field.bare ? [`${slug}.${field.name}`] : field.grains.map(grain => `${slug}.${field.name}.${grain}`),
    ),
  );
}

const MOST_ALLOWED = 50;

function unknownField(
  {slug, offer}: DatasetSource,
  name: string,
  offered: readonly string[],
  pointer: string,
): ServiceError {
  const parts = name.split(".");
  const asked = parts[0] === slug ? name : [slug, ...parts.slice(1)].join(".");
  const last = `.${parts.at(-1)}`;
  const longer = offered.filter(other => other.endsWith(`_${parts.at(-1)}`));
  const suggestions = [...new Set([...longer, ...nearest(asked, offered)])].slice(0, 3);
  const lost = offer?.lost.some(listed => listed === name || listed.endsWith(last)) === true;
  return fieldError("unknown_field", pointer, {
    message: lost
      ? `"${name}" is listed by the dataset "${slug}", but the layer of its project no longer has it.`
      : `"${name}" is not a field of the dataset "${slug}".${didYouMean(suggestions)}`,
    ...(offered.length > 0 && offered.length <= MOST_ALLOWED ? {allowed: offered} : {}),
    suggestions,
  });
}

function rewriteFilter(names: Names, filter: Filter, pointer: string): Filter {
  const inner = (parts: Filter[], kind: string) =>
    parts.map((part, i) => rewriteFilter(names, part, `${pointer}/${kind}/${i}`));
  if ("or" in filter) return {or: inner(filter.or, "or")};
  if ("and" in filter) return {and: inner(filter.and, "and")};
  return {...filter, field: names.find(filter.field, "filters", `${pointer}/field`)};
}

/** What is selected is found by the name that it was selected under; a direction is always said. */
function rewriteOrder(
  names: Names,
  entry: string,
  asked: readonly string[],
  columns: readonly string[],
  pointer: string,
): string {
  const baseOf = (name: string) => columns[asked.indexOf(name)] ?? names.find(name, "orderBy", pointer);
  const whole = entry.trim();
  const [, name, word = ""] = /^(.*\S)\s+(\S+)$/s.exec(whole) ?? [];
  // A name may hold blanks: its last word is a direction only where it says one, or where the rest is a name.
  if (name === undefined || asked.includes(whole)) return `${baseOf(whole)} asc`;
  if (/^(asc|desc)$/i.test(word) || asked.includes(name)) return `${baseOf(name)} ${word}`;
  return `${baseOf(whole)} asc`;
}

function translate(error: unknown, {slug, offer}: DatasetSource, names: Names): unknown {
  if (!(error instanceof ServiceError)) return error;
  const {errors, ...details} = error.details;
  const own = errors?.find(({path}) => path.startsWith(DATASET_FILTERS));
  if (own !== undefined) {
    const message = `The filters of the dataset "${slug}" no longer fit the layer of its project: ${own.message}`;
    return new ServiceError(error.code, message, {...details, errors: [{path: "/model", message}]});
  }
  const prefix = `${names.model.name}.`;
  const word = (name: string) =>
    names.used.get(name) ??
    (offer === undefined && name.startsWith(prefix) ? `${slug}.${name.slice(prefix.length)}` : name);
  const text = (message: string) => message.replaceAll(/"([^"]+)"/g, (_, name: string) => `"${word(name)}"`);
  return new ServiceError(error.code, text(error.message), {
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
