import type {Static} from "@sinclair/typebox";
import {type Grain, grainsOf} from "./grains.ts";
import type {DimensionType, FieldFormat, MeasureType} from "./graph.ts";
import type {Edge, Field, Layer, LayerModel} from "./layer.ts";
import {findPaths} from "./paths.ts";

export interface ListedModel {
  name: string;
  dimensions: string[];
  measures: string[];
}

/** Joins followed from a model in lists; beyond them fields are named step by step. */
const MAX_STEPS = 3;

/**
 * Models by name, each with the fields that a query over it can name: its own first, then those over
 * many-to-one and one-to-one joins, under the shortest name that means them and nothing else. Hidden models
 * and fields are left out. One model's work is done as it is taken, so that a long list can be streamed.
 */
export function* listModels(layer: Layer, models = shownModels(layer)): Generator<ListedModel> {
  for (const model of models) {
    const listed: ListedModel = {name: model.name, dimensions: [], measures: []};
    addFields(listed, model, model.name);
    for (const {name, model: other} of reachable(layer, model)) addFields(listed, other, name);
    yield listed;
  }
}

const shown = new WeakMap<Layer, readonly LayerModel[]>();

/** The models that are not hidden, by name. */
export function shownModels(layer: Layer): readonly LayerModel[] {
  let models = shown.get(layer);
  if (!models) {
    models = [...layer.models.values()]
      .filter(model => model.source.hidden !== true)
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    shown.set(layer, models);
  }
  return models;
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
  /** The dotted roles that lead there. */
  name: string;
  model: LayerModel;
  path: readonly Edge[];
}

/** What to-one joins lead to, nearest first, each under a name that a query understands. */
function reachable(layer: Layer, start: LayerModel): Reachable[] {
  const found: Reachable[] = [];
  const names = new Set([start.name]);
  let level: {path: Edge[]; model: LayerModel}[] = [{path: [], model: start}];
  for (let steps = 0; steps < MAX_STEPS && level.length > 0; steps++) {
    const next: typeof level = [];
    for (const {path, model} of level) {
      for (const edge of model.edges) {
        if (edge.toMany || edge.to === start || path.some(step => step.from === edge.to)) continue;
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

/** `customers.regions.name` is `regions.name` where only one way leads to a `regions`. */
function shortened(layer: Layer, start: LayerModel, found: readonly Reachable[]): Reachable[] {
  return found.map(entry => {
    const role = entry.path.at(-1)!.role;
    if (entry.path.length === 1 || role === start.name) return entry;
    const [only, ...others] = findPaths(layer, start, role);
    const same = only?.length === entry.path.length && only.every((edge, i) => edge === entry.path[i]);
    return same && others.length === 0 ? {...entry, name: role} : entry;
  });
}

interface DescribedField {
  /** The qualified name, as queries use it. */
  name: string;
  label?: string;
  description?: string;
  hint?: string;
  format?: Static<typeof FieldFormat>;
  type: DimensionType;
}

interface DescribedDimension extends DescribedField {
  /** What may stand behind the name after a dot, for dates and timestamps. */
  grains?: readonly Grain[];
}

interface DescribedMeasure extends DescribedField {
  aggregation: MeasureType;
}

interface DescribedJoin {
  /** Under which the other model's fields are named from here. */
  role: string;
  model: string;
  relationship: "to_one" | "to_many";
}

export interface DescribedModel {
  name: string;
  label?: string;
  description?: string;
  hint?: string;
  primaryKey?: readonly string[];
  /** Own fields first, then those over many-to-one and one-to-one joins. */
  dimensions: DescribedDimension[];
  measures: DescribedMeasure[];
  joins: DescribedJoin[];
  /** Models on the many side, whose measures and dimensions can be asked in a query over this model too. */
  manySide: {role: string; model: string; dimensions: string[]; measures: string[]}[];
}

/** Everything that is needed to write a query over a model; `undefined` where there is none of that name. */
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
  describeFields(described, model, model.name);
  for (const {name: prefix, model: other} of reachable(layer, model))
    describeFields(described, other, prefix);
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

function describeFields(described: DescribedModel, model: LayerModel, prefix: string): void {
  for (const field of model.fields.values()) {
    if (field.source.hidden === true) continue;
    const common = describeField(field, `${prefix}.${field.name}`);
    if (field.kind === "measure") described.measures.push({...common, aggregation: field.source.type});
    else described.dimensions.push({...common, ...grainsFor(field)});
  }
}

/** What is said of dimensions and measures alike. */
export function describeField(field: Field, name: string): DescribedField {
  const {format} = field.source;
  return {name, ...texts(field.source), ...(format === undefined ? {} : {format}), type: field.type};
}

function grainsFor(field: Field): {grains?: readonly Grain[]} {
  const grains = grainsOf(field.type);
  return grains.length > 0 ? {grains} : {};
}

function texts(source: {label?: string; description?: string; hint?: string}) {
  return {
    ...(source.label === undefined ? {} : {label: source.label}),
    ...(source.description === undefined ? {} : {description: source.description}),
    ...(source.hint === undefined ? {} : {hint: source.hint}),
  };
}
