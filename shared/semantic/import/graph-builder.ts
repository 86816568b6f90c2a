import {checkGraph} from "../check-graph.ts";
import type {Dimension, Graph, Join, Measure, Model} from "../graph.ts";
import {isName} from "../names.ts";
import type {Notes, Place} from "./notes.ts";

const LONGEST_NAME = 128;
const LONGEST_FRAGMENT = 10_000;
const MOST_FIELDS = 2000;
const LONGEST = {label: 200, description: 4000, hint: 4000} as const;
// biome-ignore lint/suspicious/noControlCharactersInRegex: names of the layer have none
const NOT_IN_NAMES = /[.\u0000-\u001f\u007f]/g;

/** A name of the layer made from one of a file. */
export function layerName(name: string): string {
  if (isName(name)) return name;
  const cleaned = name.replace(NOT_IN_NAMES, "_").slice(0, LONGEST_NAME);
  return cleaned === "" ? "_" : cleaned;
}

/**
 * Takes models, fields and joins in with the place each comes from. What cannot stand in a graph is left out with a
 * note: a second thing of one name, and whatever the check of graphs refuses.
 */
export class GraphBuilder {
  readonly #models = new Map<string, Model & {measures: Measure[]}>();
  readonly #joins: Join[] = [];
  readonly #places = new WeakMap<object, Place>();

  constructor(readonly notes: Notes) {}

  names(): Iterable<string> {
    return this.#models.keys();
  }

  get(name: string): (Model & {measures: Measure[]}) | undefined {
    return this.#models.get(name);
  }

  /** `undefined` where there is one of that name: this one is noted and left out. */
  addModel(model: Model, place: Place): (Model & {measures: Measure[]}) | undefined {
    const name = this.#renamed(model.name, place, {model: model.name});
    const known = this.#models.get(name);
    if (known) {
      const first = this.#places.get(known);
      const where = first ? ` The first is in ${said(first)}.` : "";
      const message = `There are two models "${name}". This one is left out.${where}`;
      this.notes.add("duplicate_name", message, place, {model: name});
      return undefined;
    }
    const kept = {...this.#fitted(model, place, {model: name}), name, measures: model.measures ?? []};
    this.#models.set(name, kept);
    this.#places.set(kept, place);
    return kept;
  }

  addDimension(model: Model, dimension: Dimension, place: Place): Dimension | undefined {
    return this.#addField(model, model.dimensions, dimension, place);
  }

  addMeasure(model: Model & {measures: Measure[]}, measure: Measure, place: Place): Measure | undefined {
    return this.#addField(model, model.measures, measure, place);
  }

  hasField(model: Model, name: string): boolean {
    return this.#field(model, name) !== undefined;
  }

  addJoin(join: Join, place: Place): void {
    this.#joins.push(join);
    this.#places.set(join, place);
  }

  /** Whether there is a join between the two over the same columns. */
  hasJoin(from: string, to: string, on: Join["on"]): boolean {
    const wanted = JSON.stringify(on);
    return this.#joins.some(
      join => join.from === from && join.to === to && JSON.stringify(join.on) === wanted,
    );
  }

  /** Whether a join from the one leads to the other under its own name. */
  hasRole(from: string, to: string): boolean {
    return this.#joins.some(join => join.from === from && (join.name ?? join.to) === to);
  }

  /** The graph, without whatever could not be applied. */
  finish(): Graph {
    // Dropping one field may leave another one without what it is made of, and so on: each round drops some.
    for (;;) {
      // Copies of the lists: faults name places in them, while fields are taken out of the lists themselves.
      const models = [...this.#models.values()].map(model => ({
        ...model,
        dimensions: [...model.dimensions],
        measures: [...model.measures],
      }));
      const graph: Graph = {models, joins: [...this.#joins]};
      const faults = checkGraph(graph);
      if (faults.length === 0) return withoutEmpty(graph);
      const dropped = new Set<object>();
      for (const {path, message} of faults) this.#drop(graph, path, message, dropped);
      if (dropped.size === 0) throw new Error("An imported graph has faults that belong to nothing in it");
    }
  }

  #drop(graph: Graph, path: string, message: string, dropped: Set<object>): void {
    const [, list, index, part, at] = path.split("/");
    if (list === "joins") {
      const join = graph.joins?.[Number(index)];
      if (!join || dropped.has(join)) return;
      dropped.add(join);
      this.#joins.splice(this.#joins.indexOf(join), 1);
      this.notes.add("join_skipped", `${message} The join is left out.`, this.#placeOf(join), {
        model: join.from,
      });
      return;
    }
    const given = graph.models[Number(index)];
    const model = given && this.#models.get(given.name);
    if (!model || dropped.has(model)) return;
    if (part === "primaryKey") {
      dropped.add(model);
      delete model.primaryKey;
      this.notes.add("not_supported", message, this.#placeOf(model), {model: model.name});
      return;
    }
    const fields: (Dimension | Measure)[] = part === "measures" ? model.measures : model.dimensions;
    const field =
      part === "measures" || part === "dimensions" ? given.dimensions && fieldAt(given, part, at) : undefined;
    if (field) {
      if (dropped.has(field)) return;
      dropped.add(field);
      fields.splice(fields.indexOf(field), 1);
      const about = {model: model.name, field: field.name};
      this.notes.add("field_dropped", `${message} The field is left out.`, this.#placeOf(field), about);
      return;
    }
    dropped.add(model);
    this.#models.delete(model.name);
    this.notes.add("model_dropped", `${message} The model is left out.`, this.#placeOf(model), {
      model: model.name,
    });
  }

  #addField<F extends Dimension | Measure>(model: Model, fields: F[], field: F, place: Place): F | undefined {
    const name = this.#renamed(field.name, place, {model: model.name, field: field.name});
    const about = {model: model.name, field: name};
    const known = this.#field(model, name);
    if (known) {
      const first = this.#places.get(known);
      const where = first ? ` The first is in ${said(first)}.` : "";
      const message = `Model "${model.name}" has two fields "${name}". This one is left out.${where}`;
      this.notes.add("duplicate_name", message, place, about);
      return undefined;
    }
    if (fields.length >= MOST_FIELDS) {
      const message = `A model has at most ${MOST_FIELDS} dimensions and as many measures. This one is left out.`;
      this.notes.add("field_dropped", message, place, about);
      return undefined;
    }
    for (const key of ["sql", "where"] as const) {
      const sql = key === "sql" ? field.sql : "where" in field ? field.where : undefined;
      if (sql === undefined || sql.length <= LONGEST_FRAGMENT) continue;
      const message = `Its "${key}" is longer than ${LONGEST_FRAGMENT} characters. The field is left out.`;
      this.notes.add("field_dropped", message, place, about);
      return undefined;
    }
    const kept = {...this.#fitted(field, place, about), name};
    fields.push(kept);
    this.#places.set(kept, place);
    return kept;
  }

  #field(model: Model, name: string): Dimension | Measure | undefined {
    const isIt = (field: {name: string}) => field.name === name;
    return model.dimensions.find(isIt) ?? model.measures?.find(isIt);
  }

  #renamed(name: string, place: Place, about: {model: string; field?: string}): string {
    const made = layerName(name);
    if (made !== name) {
      const message = `"${name}" became "${made}": a name has 1 to 128 characters, no dot and no control character.`;
      this.notes.add("name_changed", message, place, about);
    }
    return made;
  }

  #fitted<T extends {label?: string; description?: string; hint?: string}>(
    thing: T,
    place: Place,
    about: {model: string; field?: string},
  ): T {
    const fitted = {...thing};
    for (const key of ["label", "description", "hint"] as const) {
      const text = fitted[key];
      if (text === undefined || text.length <= LONGEST[key]) continue;
      fitted[key] = text.slice(0, LONGEST[key]);
      const message = `The ${key} was cut to ${LONGEST[key]} characters.`;
      this.notes.add("text_cut", message, place, about);
    }
    return fitted;
  }

  #placeOf(thing: object): Place {
    return this.#places.get(thing) ?? {file: ""};
  }
}

function fieldAt(model: Model, part: string, at: string | undefined): Dimension | Measure | undefined {
  const fields = part === "measures" ? model.measures : model.dimensions;
  return fields?.[Number(at)];
}

function said({file, line}: Place): string {
  return line === undefined ? file : `${file}:${line}`;
}

/** Models without measures have no list of them. */
function withoutEmpty({models, joins}: Graph): Graph {
  return {
    models: models.map(model => {
      const {measures, ...others} = model;
      return measures && measures.length > 0 ? model : others;
    }),
    joins: joins ?? [],
  };
}
