import type {Graph, Model} from "../../shared/semantic/layer/graph.ts";
import {buildLayer, type Layer} from "../../shared/semantic/layer/layer.ts";

/**
 * The layer with these models alone, joined to each other as before. What their row access needs of other models stays,
 * hidden and without anything else, so that the same rows are kept; and so does the calendar.
 */
export function cutLayer(layer: Layer, names: ReadonlySet<string>): Layer {
  const {models, joins = [], calendar} = layer.graph;
  const kept = models.filter(({name}) => names.has(name));
  const needed = neededFields(layer.graph, kept);
  const shells = models
    .filter(({name, calendar: days}) => !names.has(name) && (days !== undefined || needed.has(name)))
    .map(model => shellOf(model, needed.get(model.name) ?? new Set()));
  const left = new Set([...kept, ...shells].map(({name}) => name));
  return buildLayer({
    models: [...kept, ...shells],
    joins: joins.filter(({from, to}) => left.has(from) && left.has(to)),
    ...(calendar ? {calendar} : {}),
  });
}

/** By model, the dimensions of models outside that row access goes by. It follows joins towards one row only. */
function neededFields({models, joins = []}: Graph, kept: readonly Model[]): Map<string, Set<string>> {
  const byName = new Map(models.map(model => [model.name, model]));
  const needed = new Map<string, Set<string>>();
  const visit = (model: Model) => {
    for (const {dimension} of model.rowAccess ?? []) {
      const steps = dimension.split(".");
      const field = steps.pop() ?? "";
      // Names of roles may be left out on the way, so every model that joins can reach keeps a field of that name.
      if (steps.length === 0) keep(model.name, field);
      else for (const name of reachable(model.name)) keep(name, field);
    }
  };
  const keep = (name: string, field: string) => {
    const fields = needed.get(name) ?? new Set();
    const isNew = !needed.has(name);
    needed.set(name, fields.add(field));
    const model = byName.get(name);
    if (isNew && model) visit(model);
  };
  const reachable = (start: string): Set<string> => {
    const found = new Set([start]);
    for (const name of found) {
      for (const {from, to, relationship} of joins) {
        if (from === name && relationship !== "one_to_many") found.add(to);
        if (to === name && relationship !== "many_to_one") found.add(from);
      }
    }
    return found;
  };
  for (const model of kept) visit(model);
  return needed;
}

function shellOf(model: Model, fields: ReadonlySet<string>): Model {
  const {name, table, primaryKey, rowAccess, dimensions, calendar} = model;
  const kept = new Set([...fields, ...(calendar ? [calendar.day, ...calendar.grains] : [])]);
  return {
    name,
    table,
    hidden: true,
    ...(primaryKey ? {primaryKey} : {}),
    ...(rowAccess ? {rowAccess} : {}),
    ...(calendar ? {calendar} : {}),
    dimensions: dimensions
      .filter(dimension => kept.has(dimension.name))
      .map(({name: field, type, column, sql}) => ({
        name: field,
        type,
        hidden: true,
        ...(column === undefined ? {} : {column}),
        ...(sql === undefined ? {} : {sql}),
      })),
  };
}
