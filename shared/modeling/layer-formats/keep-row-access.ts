import type {GraphNote} from "../../core/wire/catalog.ts";
import type {Graph, Model, Rollup} from "../../semantic/documents.ts";
import {buildLayer, planRollup} from "../../semantic/layers.ts";

/** The row access of a layer's models, its calendar and its roll-ups, which hardly any format can declare. */
export interface RowAccess extends Pick<Graph, "calendar" | "rollups"> {
  models: readonly Pick<Model, "name" | "rowAccess">[];
}

/**
 * The graph of a repository with the row access, the calendar and the roll-ups of the layer that it replaces: hardly
 * any format can declare these, and they must not be lost because the files do not mention them. The row access of a
 * removed model is removed with it, with a note.
 */
export function keepRowAccess(current: RowAccess, next: Graph): {graph: Graph; notes: GraphNote[]} {
  const appliedByName = new Map(
    current.models.flatMap(({name, rowAccess}) => (rowAccess ? [[name, rowAccess] as const] : [])),
  );
  const models = next.models.map(model => {
    const rowAccess = model.rowAccess ?? appliedByName.get(model.name);
    return rowAccess ? {...model, rowAccess} : model;
  });
  const names = new Set(next.models.map(model => model.name));
  const notes = [...appliedByName.keys()]
    .filter(name => !names.has(name))
    .map(model => ({
      model,
      code: "row_access_gone",
      message: `The model "${model}" and its row access are gone. A model of another name has none until it is given some.`,
    }));
  const calendar = next.calendar ?? current.calendar;
  const graph = {...next, models, ...(calendar ? {calendar} : {})};
  const byName = new Map(current.rollups?.map(rollup => [rollup.name, rollup]));
  const declared = next.rollups?.map(rollup => keepStorage(byName.get(rollup.name), rollup));
  return withRollups(graph, declared ?? current.rollups, notes);
}

/**
 * A roll-up that a repository declares, with the storage and the timezone that the roll-up of that name has in the
 * service. The timezone belongs to the roll-up's periods, and is dropped if the time dimension or the grain has
 * changed.
 */
function keepStorage(before: Rollup | undefined, next: Rollup): Rollup {
  const storage = next.storage ?? before?.storage;
  const isSameTime =
    next.time?.dimension === before?.time?.dimension && next.time?.grain === before?.time?.grain;
  const timezone = next.time?.timezone ?? (isSameTime ? before?.time?.timezone : undefined);
  return {
    ...next,
    ...(next.time && timezone ? {time: {...next.time, timezone}} : {}),
    ...(storage ? {storage} : {}),
  };
}

/** Drops the roll-ups that can no longer be built because something that they store is gone, with a note for each. */
function withRollups(
  graph: Graph,
  rollups: Graph["rollups"],
  notes: GraphNote[],
): {graph: Graph; notes: GraphNote[]} {
  if (rollups === undefined) return {graph, notes};
  const layer = buildLayer(graph);
  const lost = new Map(
    rollups.flatMap(rollup => {
      const planned = planRollup(layer, rollup);
      return Array.isArray(planned) ? [[rollup, planned[0]?.message ?? ""] as const] : [];
    }),
  );
  const gone = [...lost].map(([{model}, message]) => ({
    model,
    code: "rollup_gone",
    message: `It is left out. ${message}`,
  }));
  const remainingRollups = rollups.filter(rollup => !lost.has(rollup));
  return {
    graph: {...graph, ...(remainingRollups.length > 0 ? {rollups: remainingRollups} : {})},
    notes: [...notes, ...gone],
  };
}
