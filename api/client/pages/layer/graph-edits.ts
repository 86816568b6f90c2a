import type {GraphNote} from "../../../../shared/core/wire/catalog.ts";
import type {Dimension, Graph, Join, Measure, Model} from "../../../../shared/semantic/documents.ts";

/** Keys to set; `undefined` removes a key. */
export type Change<T> = {[K in keyof T]?: T[K] | undefined};

/** A graph with a model replaced by the result of `change`. The joins stay as they are. */
export function changeModel(graph: Graph, name: string, change: (model: Model) => Model): Graph {
  return {...graph, models: graph.models.map(model => (model.name === name ? change(model) : model))};
}

/** A model with a dimension replaced. */
export function changeDimension(model: Model, name: string, change: Change<Dimension>): Model {
  return {
    ...model,
    dimensions: model.dimensions.map(field => (field.name === name ? withChange(field, change) : field)),
  };
}

/** A model with a measure replaced. */
export function changeMeasure(model: Model, name: string, change: Change<Measure>): Model {
  const measures = (model.measures ?? []).map(field =>
    field.name === name ? withChange(field, change) : field,
  );
  return {...model, measures};
}

/** The object with some keys replaced; `undefined` and an empty text remove a key. */
export function withChange<T extends object>(value: T, change: Change<T>): T {
  const kept = Object.entries({...value, ...change}).filter(([, one]) => one !== undefined && one !== "");
  return Object.fromEntries(kept) as T;
}

/** A graph without the models at these indexes, and without their joins. */
export function withoutModels(graph: Graph, leftOut: ReadonlySet<number>): Graph {
  const models = graph.models.filter((_, i) => !leftOut.has(i));
  const names = new Set(models.map(({name}) => name));
  const joins = (graph.joins ?? []).filter(({from, to}) => names.has(from) && names.has(to));
  return {...graph, models, joins};
}

/**
 * A graph in which a model is renamed. A join to the model that has no role of its own is named after the model, so the
 * names of the fields behind that join change, too.
 */
export function renameModel(graph: Graph, before: string, after: string): Graph {
  const renamed = (name: string) => (name === before ? after : name);
  const joins = (graph.joins ?? []).map(join => ({...join, from: renamed(join.from), to: renamed(join.to)}));
  return {...changeModel(graph, before, model => ({...model, name: after})), joins};
}

/** A model in which a field is renamed, also where other parts of the model refer to the field. */
export function renameField(model: Model, before: string, after: string): Model {
  const renamed = (name: string) => (name === before ? after : name);
  const inSql = (text: string) => text.replaceAll(`\${${before}}`, `\${${after}}`);
  const texts = <T extends {sql?: string; where?: string}>(field: T): T => ({
    ...field,
    ...(field.sql !== undefined && {sql: inSql(field.sql)}),
    ...(field.where !== undefined && {where: inSql(field.where)}),
  });
  return {
    ...model,
    ...(model.time !== undefined && {time: renamed(model.time)}),
    dimensions: model.dimensions.map(field => ({...texts(field), name: renamed(field.name)})),
    ...(model.measures && {
      measures: model.measures.map(field => ({
        ...texts(field),
        name: renamed(field.name),
        ...(field.nonAdditive && {
          nonAdditive: {...field.nonAdditive, dimension: renamed(field.nonAdditive.dimension)},
        }),
      })),
    }),
    ...(model.rowAccess && {
      rowAccess: model.rowAccess.map(rule => ({...rule, dimension: renamed(rule.dimension)})),
    }),
  };
}

/** A graph with the proposal of a note: a join, or a field that is added or replaces the field of the same name. */
export function withProposal(graph: Graph, {model, proposes = {}}: GraphNote): Graph {
  const {dimension, measure, join} = proposes;
  const changed = changeModel(graph, model, one => ({
    ...one,
    ...(dimension && {dimensions: withNamed(one.dimensions, dimension)}),
    ...(measure && {measures: withNamed(one.measures ?? [], measure)}),
  }));
  return join ? {...changed, joins: [...(graph.joins ?? []), join]} : changed;
}

function withNamed<T extends {name: string}>(fields: readonly T[], field: T): T[] {
  const isThere = fields.some(({name}) => name === field.name);
  return isThere ? fields.map(one => (one.name === field.name ? field : one)) : [...fields, field];
}

/** The name of a join's role, under which queries name the fields of `to`. */
export function roleOf({name, to}: Join): string {
  return name ?? to;
}

/** The joins of a model, from its own side: where they lead, and to one row or to many. */
export function joinsOf(
  graph: Graph,
  model: string,
): {role: string; other: string; toMany: boolean; join: Join}[] {
  return (graph.joins ?? []).flatMap(join => {
    const from = join.from === model;
    if (!from && join.to !== model) return [];
    const toMany = from ? join.relationship === "one_to_many" : join.relationship === "many_to_one";
    return [{role: from ? roleOf(join) : join.from, other: from ? join.to : join.from, toMany, join}];
  });
}
