import type {ErrorDetail} from "../../../core/errors.ts";
import type {Dimension, Graph, Join, Measure, Model, Rollup} from "../../../semantic/documents.ts";
import {checkGraph} from "../../../semantic/layers.ts";
import type {BuiltModel} from "./built-model.ts";
import type {UntypedTable} from "./column-types.ts";
import {type GraphPart, graphParts, partAt} from "./graph-parts.ts";
import {limitFault, renamedFor, truncateTexts} from "./limits.ts";
import {layerName} from "./names.ts";
import type {Notes, Place} from "./notes.ts";
import {repairRollups} from "./repair-rollups.ts";
import {inDoubleQuotes} from "./sql.ts";
import {nameTwins, type SourceJoin} from "./twin-joins.ts";

/**
 * Collects models, fields and joins, each with its place in the files. Parts that cannot be in a graph are left out
 * with a note: a second part with the same name, and every part that the graph's validation refuses.
 */
export class GraphBuilder {
  readonly #models = new Map<string, BuiltModel>();
  readonly #joins: Join[] = [];
  readonly #places = new WeakMap<object, Place>();
  readonly #sourceJoins = new WeakMap<Join, SourceJoin>();
  calendar: Graph["calendar"];
  rollups: Rollup[] = [];
  /** Tables with columns that are assumed to be text because their types are unknown. */
  readonly untyped: UntypedTable[] = [];

  constructor(readonly notes: Notes) {}

  names(): Iterable<string> {
    return this.#models.keys();
  }

  get(name: string): BuiltModel | undefined {
    return this.#models.get(name);
  }

  /** `undefined` if there is a model of that name already: the new one is then left out with a note. */
  addModel(model: Model, place: Place): BuiltModel | undefined {
    const name = renamedFor(this.notes, model.name, place, {model: model.name});
    const known = this.#models.get(name);
    if (known) {
      const first = this.#places.get(known);
      const where = first ? ` The first is in ${placeText(first)}.` : "";
      const message = `There are two models "${name}". This one is left out.${where}`;
      this.notes.add("duplicate_name", message, place, {model: name});
      return undefined;
    }
    const {table} = model;
    const fittedModel = {
      ...truncateTexts(this.notes, model, place, {model: name}),
      name,
      table: "sql" in table ? {sql: inDoubleQuotes(table.sql)} : table,
      measures: model.measures ?? [],
    };
    this.#models.set(name, fittedModel);
    this.#places.set(fittedModel, place);
    return fittedModel;
  }

  addDimension(model: Model, dimension: Dimension, place: Place): Dimension | undefined {
    return this.#addField(model, model.dimensions, dimension, place);
  }

  addMeasure(model: BuiltModel, measure: Measure, place: Place): Measure | undefined {
    return this.#addField(model, model.measures, measure, place);
  }

  hasField(model: Model, name: string): boolean {
    return this.#field(model, name) !== undefined;
  }

  /**
   * Adds a join. With `source`, the join gets a name of its own if there are other joins between the two models;
   * without `source`, its name stays as it is.
   */
  addJoin(join: Join, place: Place, source?: SourceJoin): void {
    this.#joins.push(join);
    this.#places.set(join, place);
    if (source) this.#sourceJoins.set(join, source);
  }

  addRollup(rollup: Rollup, place: Place): void {
    this.rollups.push(rollup);
    this.#places.set(rollup, place);
  }

  /** Names the joins of models that have several between them; `roleOf` then returns the final names. */
  nameJoins(): void {
    this.#nameTwins();
  }

  /** The final name of the join from one model to another that the source calls `sourceName`. */
  roleOf(from: string, to: string, sourceName: string): string | undefined {
    for (const join of this.#joins) {
      if (this.#sourceJoins.get(join)?.name !== sourceName) continue;
      if (join.from === from && join.to === to) return join.name ?? join.to;
      if (join.from === to && join.to === from) return join.from;
    }
    return undefined;
  }

  /** The graph, without the parts that could not be applied, and the place of each part in the files. */
  finish(): {graph: Graph; places: Map<string, Place>} {
    this.#nameTwins();
    // Dropping a field may break others that refer to it, so this repeats until nothing is dropped.
    for (;;) {
      // The lists are copied, because faults give indexes in them while fields are removed from the originals.
      const models = [...this.#models.values()].map(model => ({
        ...model,
        dimensions: [...model.dimensions],
        measures: [...model.measures],
      }));
      const {calendar, rollups} = this;
      const graph: Graph = {
        models,
        joins: [...this.#joins],
        ...(calendar ? {calendar} : {}),
        ...(rollups.length > 0 ? {rollups} : {}),
      };
      const faults = checkGraph(graph);
      if (faults.length === 0) return {graph: withoutEmpty(graph), places: this.#placesIn(graph)};
      const dropped = new Set<object>();
      this.#repairRollups(faults, dropped);
      const parts = graphParts(graph);
      for (const {path, message} of faults) {
        const part = partAt(parts, path);
        if (part) this.#drop(part, message, dropped);
      }
      if (dropped.size === 0)
        throw new Error("An imported graph has faults that belong to none of its parts");
    }
  }

  #placesIn(graph: Graph): Map<string, Place> {
    const places = new Map<string, Place>();
    for (const [pointer, part] of graphParts(graph)) {
      const thing = this.#declared(part);
      const place = thing && this.#places.get(thing);
      if (place) places.set(pointer, place);
    }
    return places;
  }

  /** The object under which the position of a part in its file is recorded. Of a model, the part holds only a copy. */
  #declared(part: GraphPart): object | undefined {
    if (part.kind === "model") return this.#models.get(part.model.name);
    if (part.kind === "field") return part.field;
    return part.kind === "join" ? part.join : undefined;
  }

  #nameTwins(): void {
    const sourceOf = (join: Join) => {
      const {name, ...others} = this.#sourceJoins.get(join) ?? {};
      return this.#sourceJoins.has(join) ? {...others, ...(name ? {name: layerName(name)} : {})} : undefined;
    };
    for (const {kind, join, ...others} of nameTwins(this.#joins, this.#models, sourceOf)) {
      const between = `from "${join.from}" to "${join.to}"`;
      const message = {
        named: `There are several joins ${between}: this one is called "${join.name}", and "${join.to}" alone means none of them.`,
        turned: `There are several joins ${between}: this one, which was declared from its other end, is reversed, so that each has a name.`,
        dropped: `The join "${join.name}" ${between} is left out: "${"first" in others ? (others.first.name ?? others.first.to) : ""}" is over the same columns.`,
      }[kind];
      const code = kind === "dropped" ? "join_skipped" : "name_changed";
      this.notes.add(code, message, this.#placeOf(join), {model: join.from});
    }
  }

  #repairRollups(faults: readonly ErrorDetail[], dropped: Set<object>): void {
    const {usable, leftOut, replaced} = repairRollups(this.rollups, faults);
    this.rollups = usable;
    for (const {rollup, code, message} of leftOut) {
      dropped.add(rollup);
      this.notes.add(code, message, this.#placeOf(rollup), {model: rollup.model});
    }
    for (const [rollup, mended] of replaced) this.#places.set(mended, this.#placeOf(rollup));
  }

  #drop(part: GraphPart, message: string, dropped: Set<object>): void {
    if (part.kind === "join") {
      const {join} = part;
      if (dropped.has(join)) return;
      dropped.add(join);
      this.#joins.splice(this.#joins.indexOf(join), 1);
      this.notes.add("join_skipped", `${message} The join is left out.`, this.#placeOf(join), {
        model: join.from,
      });
      return;
    }
    const model = this.#models.get(part.model.name);
    if (!model || dropped.has(model)) return;
    if (part.kind === "primaryKey") {
      dropped.add(model);
      delete model.primaryKey;
      this.notes.add("not_supported", message, this.#placeOf(model), {model: model.name});
      return;
    }
    if (part.kind === "field") {
      const {field} = part;
      if (dropped.has(field)) return;
      dropped.add(field);
      model.dimensions = model.dimensions.filter(one => one !== field);
      model.measures = model.measures.filter(one => one !== field);
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
    const name = renamedFor(this.notes, field.name, place, {model: model.name, field: field.name});
    const about = {model: model.name, field: name};
    const known = this.#field(model, name);
    if (known) {
      const first = this.#places.get(known);
      const where = first ? ` The first is in ${placeText(first)}.` : "";
      const message = `Model "${model.name}" has two fields "${name}". This one is left out.${where}`;
      this.notes.add("duplicate_name", message, place, about);
      return undefined;
    }
    const message = limitFault(fields, field);
    if (message !== undefined) {
      this.notes.add("field_dropped", message, place, about);
      return undefined;
    }
    const fittedField = {...withDoubleQuotes(truncateTexts(this.notes, field, place, about)), name};
    fields.push(fittedField);
    this.#places.set(fittedField, place);
    return fittedField;
  }

  #field(model: Model, name: string): Dimension | Measure | undefined {
    const hasName = (field: {name: string}) => field.name === name;
    return model.dimensions.find(hasName) ?? model.measures?.find(hasName);
  }

  #placeOf(thing: object): Place {
    return this.#places.get(thing) ?? {file: ""};
  }
}

function withDoubleQuotes<F extends Dimension | Measure>(field: F): F {
  const {sql} = field;
  const where = "where" in field ? field.where : undefined;
  return {
    ...field,
    ...(sql === undefined ? {} : {sql: inDoubleQuotes(sql)}),
    ...(where === undefined ? {} : {where: inDoubleQuotes(where)}),
  };
}

function placeText({file, line}: Place): string {
  return line === undefined ? file : `${file}:${line}`;
}

/** Leaves out empty lists. */
function withoutEmpty({models, joins, ...rest}: Graph): Graph {
  return {
    ...rest,
    models: models.map(model => {
      const {measures, ...others} = model;
      return measures && measures.length > 0 ? model : others;
    }),
    joins: joins ?? [],
  };
}
