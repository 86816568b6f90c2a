import type {Static} from "@sinclair/typebox";
import type {FieldFormat} from "./field-parts.ts";
import {grainNames} from "./grains.ts";
import type {DimensionType, MeasureType} from "./graph.ts";
import type {ItemType} from "./items.ts";
import {type Edge, type Field, type Layer, type LayerModel, timeOf} from "./layer.ts";
import {findPaths} from "./paths.ts";
import {isFieldVisible, visibleModels} from "./visibility.ts";

export interface ListedModel {
  name: string;
  label?: string;
  description?: string;
  synonyms?: string[];
  dimensions: string[];
  measures: string[];
}

/** The most joins from a model that lists follow; fields beyond them can be named step by step. */
const MAX_STEPS = 3;

/**
 * Models by name, each with the fields that a query over it can use: its own first, then those over many-to-one and
 * one-to-one joins, under the shortest name that means only them. Hidden models and fields are left out. Each model is
 * computed when it is taken, so that a long list can be streamed.
 */
export function* listModels(layer: Layer, models = visibleModels(layer)): Generator<ListedModel> {
  for (const model of models) {
    const {label, description, synonyms} = model.source;
    const listed: ListedModel = {
      name: model.name,
      ...(label === undefined ? {} : {label}),
      ...(description === undefined ? {} : {description}),
      ...(synonyms === undefined ? {} : {synonyms}),
      dimensions: [],
      measures: [],
    };
    addFields(listed, model, model.name);
    for (const {name, model: other} of reachable(layer, model)) addFields(listed, other, name);
    yield listed;
  }
}

function addFields(listed: ListedModel, model: LayerModel, prefix: string): void {
  for (const dimension of model.source.dimensions) {
    if (dimension.hidden !== true) listed.dimensions.push(`${prefix}.${dimension.name}`);
  }
  for (const measure of model.source.measures ?? []) {
    if (measure.hidden !== true) listed.measures.push(`${prefix}.${measure.name}`);
  }
}

interface Reachable {
  /** The roles that lead to the model, joined by dots. */
  name: string;
  model: LayerModel;
  path: readonly Edge[];
}

/** The models over to-one joins, nearest first, each under a name that a query accepts. */
function reachable(layer: Layer, start: LayerModel): Reachable[] {
  const found: Reachable[] = [];
  const names = new Set([start.name]);
  let level: {path: Edge[]; model: LayerModel}[] = [{path: [], model: start}];
  for (let steps = 0; steps < MAX_STEPS && level.length > 0; steps++) {
    const next: typeof level = [];
    for (const {path, model} of level) {
      for (const edge of model.edges) {
        if (edge.toMany || returns(edge, start, path)) continue;
        if (edge.to.source.hidden === true || edge === path.at(-1)?.reverse) continue;
        if (model.edgesNamed(edge.role).length > 1) continue;
        const longer = [...path, edge];
        next.push({path: longer, model: edge.to});
        const name = longer.map(step => step.role).join(".");
        if (names.has(name)) continue;
        names.add(name);
        found.push({name, model: edge.to, path: longer});
      }
    }
    level = next;
  }
  return shortened(layer, start, found);
}

/** Whether a step leads back to a model of the path; the first step may be a join of the model to itself. */
function returns({from, to}: Edge, start: LayerModel, path: readonly Edge[]): boolean {
  return (to === start && from !== start) || path.some(step => step.from === to);
}

/** Shortens `customers.regions.name` to `regions.name` if only one path leads to a `regions`. */
function shortened(layer: Layer, start: LayerModel, found: readonly Reachable[]): Reachable[] {
  return found.map(entry => {
    const role = entry.path.at(-1)!.role;
    if (entry.path.length === 1 || role === start.name) return entry;
    const [only, ...others] = findPaths(layer, start, role);
    const same = only?.length === entry.path.length && only.every((edge, i) => edge === entry.path[i]);
    return same && others.length === 0 ? {...entry, name: role} : entry;
  });
}

/**
 * The visible fields of models that are reached over joins only, under the names that queries over `start` have for
 * them.
 */
export function joinedFields(layer: Layer, start: LayerModel): {name: string; field: Field}[] {
  return reachable(layer, start)
    .filter(({model}) => layer.joined?.get(model.name) === model)
    .flatMap(({name: prefix, model}) =>
      [...model.fields.values()]
        .filter(isFieldVisible)
        .map(field => ({name: `${prefix}.${field.name}`, field})),
    );
}

interface DescribedField {
  /** The qualified name for queries. */
  name: string;
  label?: string;
  description?: string;
  hint?: string;
  synonyms?: readonly string[];
  format?: Static<typeof FieldFormat>;
  type: DimensionType;
  /** For arrays: the type of their items, which `has`, `has_any`, `has_all` and `has_none` compare. */
  items?: ItemType;
}

interface DescribedDimension extends DescribedField {
  /** For dates and timestamps: grains that may follow the name after a dot. */
  grains?: readonly string[];
}

interface DescribedMeasure extends DescribedField {
  aggregation: MeasureType;
}

interface DescribedJoin {
  /** The name for the other model's fields in queries over this one. */
  role: string;
  model: string;
  relationship: "to_one" | "to_many";
}

export interface DescribedModel {
  name: string;
  label?: string;
  description?: string;
  hint?: string;
  synonyms?: readonly string[];
  primaryKey?: readonly string[];
  /** Own fields first, then those over many-to-one and one-to-one joins. */
  dimensions: DescribedDimension[];
  measures: DescribedMeasure[];
  joins: DescribedJoin[];
  /** Models on the many side, whose measures and dimensions can also be used in a query over this model. */
  manySide: {role: string; model: string; dimensions: string[]; measures: string[]}[];
}

/** Everything needed to write a query over a model; `undefined` if there is none of that name. */
export function describeModel(layer: Layer, name: string): DescribedModel | undefined {
  const model = layer.models.get(name);
  if (model === undefined) return undefined;
  const described: DescribedModel = {
    name: model.name,
    ...texts(model.source),
    ...(model.source.primaryKey === undefined ? {} : {primaryKey: model.source.primaryKey}),
    dimensions: [],
    measures: [],
    joins: model.edges
      .filter(edge => edge.to.source.hidden !== true)
      .map(edge => ({
        role: edge.role,
        model: edge.to.name,
        relationship: edge.toMany ? ("to_many" as const) : ("to_one" as const),
      })),
    manySide: [],
  };
  const time = timeOf(model);
  if (time !== undefined) {
    described.dimensions.push({
      name: "metric_time",
      description: `The time that each measure's own model is measured by, here "${model.name}.${time.name}": put measures of several models side by side with it.`,
      type: time.type,
      ...grainsFor(layer, time),
    });
  }
  describeFields(layer, described, model, model.name);
  for (const {name: prefix, model: other} of reachable(layer, model))
    describeFields(layer, described, other, prefix);
  for (const edge of model.edges) {
    if (!edge.toMany || edge.to.source.hidden === true || edge.to === model) continue;
    if (model.edgesNamed(edge.role).length > 1) continue;
    const listed: ListedModel = {name: edge.to.name, dimensions: [], measures: []};
    addFields(listed, edge.to, edge.role);
    described.manySide.push({
      role: edge.role,
      model: edge.to.name,
      dimensions: listed.dimensions,
      measures: listed.measures,
    });
  }
  return described;
}

function describeFields(layer: Layer, described: DescribedModel, model: LayerModel, prefix: string): void {
  for (const field of model.fields.values()) {
    if (field.source.hidden === true) continue;
    const common = describeField(field, `${prefix}.${field.name}`);
    if (field.kind === "measure") described.measures.push({...common, aggregation: field.source.type});
    else described.dimensions.push({...common, ...grainsFor(layer, field)});
  }
}

/** The description that dimensions and measures share. */
export function describeField(field: Field, name: string): DescribedField {
  const {format} = field.source;
  const items = field.kind === "dimension" ? field.source.items : undefined;
  return {
    name,
    ...texts(field.source),
    ...(format === undefined ? {} : {format}),
    type: field.type,
    ...(items === undefined ? {} : {items}),
  };
}

function grainsFor(layer: Layer, field: Field): {grains?: readonly string[]} {
  const grains = grainNames(layer, field.type);
  return grains.length > 0 ? {grains} : {};
}

function texts(source: {label?: string; description?: string; hint?: string; synonyms?: readonly string[]}) {
  return {
    ...(source.label === undefined ? {} : {label: source.label}),
    ...(source.description === undefined ? {} : {description: source.description}),
    ...(source.hint === undefined ? {} : {hint: source.hint}),
    ...(source.synonyms === undefined ? {} : {synonyms: source.synonyms}),
  };
}
