import type {CompileError} from "../errors.ts";
import {canonicalTimezone} from "../filters/calendar-spans.ts";
import {fieldError} from "../layer/field-error.ts";
import {type Grain, grainsIn} from "../layer/grains.ts";
import type {LayerModel} from "../layer/layer.ts";
import {didYouMean, nearest} from "../layer/names.ts";
import {
  type DatasetSource,
  grainsElsewhere,
  isSameField,
  type Offer,
  type OfferedField,
  splitName,
  tryResolve,
} from "./fields.ts";

type Place = "dimensions" | "measures" | "filters" | "orderBy";

/** Which fields of a dataset a name can mean at each place, in order of precedence. */
const KINDS: Record<Place, readonly ("dimensions" | "measures")[]> = {
  dimensions: ["dimensions"],
  measures: ["measures"],
  filters: ["dimensions", "measures"],
  orderBy: ["measures", "dimensions"],
};

/** Translates the names in one query over a dataset to names of its model. */
export class Names {
  /** The model's names, each with the name that the query used. */
  readonly used = new Map<string, string>();

  constructor(
    readonly source: DatasetSource,
    readonly model: LayerModel,
    /** The query's own timezone, if it has one. */
    private readonly timezone: string | undefined,
  ) {}

  /** The model's name for a name of the dataset. Throws `unknown_field` if the dataset does not offer it. */
  find(name: string, place: Place, pointer: string): string {
    const {offer} = this.source;
    const base = offer ? this.#offered(offer, name, place, pointer) : this.#open(name, pointer);
    this.used.set(base, name);
    return base;
  }

  /** The model's name for the name of a model or role. Throws `invalid_filter` if the dataset offers only listed fields. */
  rows(name: string, pointer: string): string {
    const {slug, offer, ownFieldsOnly} = this.source;
    if (offer === undefined && !ownFieldsOnly) {
      const parts = name.split(".");
      return parts[0] === slug && parts.length > 1 ? [this.model.name, ...parts.slice(1)].join(".") : name;
    }
    throw fieldError("invalid_filter", pointer, {
      message: `The dataset "${slug}" offers only its fields, and "${name}" would read the rows of another model. Query the dataset's model.`,
    });
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
    // A short name that several fields share is ambiguous, and not resolved.
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

  #atGrain(field: OfferedField, grain: Grain | undefined, name: string, pointer: string) {
    const {slug} = this.source;
    const grains = this.#grainsOf(field);
    if (grain === undefined ? field.bare : grains.includes(grain)) {
      return grain === undefined ? field.base : `${field.base}.${grain}`;
    }
    if (grain !== undefined && field.grains.includes(grain)) throw this.#otherZone(name);
    const allowed = [
      ...(field.bare ? [`${slug}.${field.name}`] : []),
      ...grains.map(other => `${slug}.${field.name}.${other}`),
    ];
    const suggestions = allowed.slice(0, 3);
    const why =
      field.grains.length === 0
        ? `has no grains`
        : grain === undefined || grainsIn(this.source.layer.graph, field.field.type).includes(grain)
          ? `is offered at ${field.grains[0]}s or coarser`
          : `has no grain "${grain}"`;
    throw fieldError("unknown_field", pointer, {
      message: `"${name}" is not offered: "${slug}.${field.name}" of the dataset "${slug}" ${why}.${didYouMean(suggestions)}`,
      allowed,
      suggestions,
    });
  }

  #grainsOf(field: OfferedField): readonly Grain[] {
    const canonical = this.timezone === undefined ? undefined : canonicalTimezone(this.timezone);
    // An invalid timezone is refused later, with the rest of the query.
    if (canonical === undefined || canonical === this.source.timezone) return field.grains;
    return grainsElsewhere(this.source.layer, field, canonical);
  }

  #otherZone(name: string): CompileError {
    const {slug, timezone} = this.source;
    return fieldError("invalid_request", "/timezone", {
      message: `The dataset "${slug}" offers "${name}" in the timezone "${timezone}", and in no other: leave "timezone" out.`,
      allowed: [timezone],
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

const MAX_ALLOWED = 50;

function unknownField(
  {slug, offer}: DatasetSource,
  name: string,
  offered: readonly string[],
  pointer: string,
): CompileError {
  const parts = name.split(".");
  const qualified = parts[0] === slug ? name : [slug, ...parts.slice(1)].join(".");
  const last = `.${parts.at(-1)}`;
  const longer = offered.filter(other => other.endsWith(`_${parts.at(-1)}`));
  const suggestions = [...new Set([...longer, ...nearest(qualified, offered)])].slice(0, 3);
  const lost = offer?.lost.some(listed => listed === name || listed.endsWith(last)) === true;
  return fieldError("unknown_field", pointer, {
    message: lost
      ? `"${name}" is listed by the dataset "${slug}", but the layer of its project no longer has it.`
      : `"${name}" is not a field of the dataset "${slug}".${didYouMean(suggestions)}`,
    ...(offered.length > 0 && offered.length <= MAX_ALLOWED ? {allowed: offered} : {}),
    suggestions,
  });
}
