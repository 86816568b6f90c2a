import type {ErrorDetail} from "../../core/errors.ts";
import type {Dimension, Graph, Join, Model} from "../../semantic/documents.ts";
import {buildLayer, checkReferences, type Layer} from "../../semantic/layers.ts";

/**
 * The part of a layer that a grounding on these models covers. The named models have all their fields and can be
 * queried. The layer's `joined` has the models to which many-to-one and one-to-one joins lead: these cannot be queried
 * themselves, and only their visible dimensions are listed. One-to-many joins lead only to models of the grounding.
 * Measures that refer to measures of models outside of the grounding are left out. The calendar stays, so that times
 * still have their grains.
 */
export function restrictLayer(layer: Layer, names: ReadonlySet<string>): Layer {
  // Dropping a measure can break a measure that refers to it, so this repeats until no measure is broken.
  for (let graph = layer.graph; ; ) {
    const cut = restrictGraph({...layer, graph}, names);
    const unsound = new Set([...cut.models.values()].flatMap(({source}) => unsoundMeasures(cut, source)));
    if (unsound.size === 0) return cut;
    const withSoundMeasures = ({measures = [], ...model}: Model) => ({
      ...model,
      measures: measures.filter(measure => !unsound.has(measure)),
    });
    graph = {
      ...graph,
      models: graph.models.map(model => (names.has(model.name) ? withSoundMeasures(model) : model)),
    };
  }
}

function unsoundMeasures(cut: Layer, model: Model) {
  return (model.measures ?? []).filter(measure => {
    const faults: ErrorDetail[] = [];
    checkReferences(cut, {...model, dimensions: [], measures: [measure], rowAccess: []}, "", faults);
    return faults.length > 0;
  });
}

function restrictGraph(layer: Layer, names: ReadonlySet<string>): Layer {
  const {models, joins = [], calendar} = layer.graph;
  const reached = reachedFrom(names, joins);
  const readableModels = models.flatMap(model => {
    if (names.has(model.name)) return [model];
    if (reached.has(model.name)) return [asJoined(model)];
    return model.calendar === undefined ? [] : [calendarAlone(model)];
  });
  const left = new Set(readableModels.map(({name}) => name));
  const built = buildLayer({
    models: readableModels,
    joins: joins.filter(({from, to}) => left.has(from) && left.has(to)),
    ...(calendar ? {calendar} : {}),
  });
  const all = [...built.models];
  for (const [, {edges}] of all) {
    const open = edges.filter(({toMany, to}) => names.has(to.name) || (!toMany && reached.has(to.name)));
    edges.splice(0, edges.length, ...open);
  }
  return {
    ...built,
    models: new Map(all.filter(([name]) => names.has(name))),
    joined: new Map(all.filter(([name]) => !names.has(name))),
    ...(layer.sizes ? {sizes: layer.sizes} : {}),
  };
}

/** The named models, and the models that their many-to-one and one-to-one joins lead to. */
function reachedFrom(names: ReadonlySet<string>, joins: readonly Join[]): ReadonlySet<string> {
  const steps = new Map<string, string[]>();
  const add = (from: string, to: string) => {
    const known = steps.get(from);
    if (known) known.push(to);
    else steps.set(from, [to]);
  };
  for (const {from, to, relationship} of joins) {
    if (relationship !== "one_to_many") add(from, to);
    if (relationship !== "many_to_one") add(to, from);
  }
  const reached = new Set(names);
  for (const name of reached) for (const next of steps.get(name) ?? []) reached.add(next);
  return reached;
}

/**
 * Hides the measures of a joined model, and its dimensions if the model itself is hidden. A query cannot name hidden
 * fields. The fields stay in the model because row access and measures refer to them.
 */
function asJoined(model: Model): Model {
  const {measures, dimensions, hidden} = model;
  return {
    ...model,
    dimensions: hidden === true ? dimensions.map(asHidden) : dimensions,
    ...(measures ? {measures: measures.map(measure => ({...measure, hidden: true}))} : {}),
  };
}

const asHidden = (dimension: Dimension): Dimension => ({...dimension, hidden: true});

/** The calendar model, reduced to the columns that grains are looked up in. */
function calendarAlone({
  name,
  table,
  primaryKey,
  rowAccess,
  dimensions,
  calendar,
}: Model): Graph["models"][number] {
  const calendarGrains = new Set(calendar ? [calendar.day, ...calendar.grains] : []);
  return {
    name,
    table,
    hidden: true,
    ...(primaryKey ? {primaryKey} : {}),
    ...(rowAccess ? {rowAccess} : {}),
    ...(calendar ? {calendar} : {}),
    dimensions: dimensions.filter(dimension => calendarGrains.has(dimension.name)).map(asHidden),
  };
}
