import type {ServiceError} from "../errors.ts";
import {
  type DatasetSource,
  isSameField,
  type Offer,
  type OfferedField,
  splitName,
  tryResolve,
} from "./dataset-fields.ts";
import {grainsOf} from "./grains.ts";
import type {LayerModel} from "./layer.ts";
import {didYouMean, nearest} from "./names.ts";
import {fieldError} from "./resolve-field.ts";

type Place = "dimensions" | "measures" | "filters" | "orderBy";

/** Where in a dataset a name is looked for, in this order. */
const KINDS: Record<Place, readonly ("dimensions" | "measures")[]> = {
  dimensions: ["dimensions"],
  measures: ["measures"],
  filters: ["dimensions", "measures"],
  orderBy: ["measures", "dimensions"],
};

/** Names of one query over a dataset, each as its model has it. */
export class Names {
  /** From the model's names back to those that the query used. */
  readonly used = new Map<string, string>();

  constructor(
    readonly source: DatasetSource,
    readonly model: LayerModel,
  ) {}

  /** The name in the words of the model. Throws `unknown_field` where the dataset does not offer it. */
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
