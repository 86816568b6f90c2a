import type {Graph, Model} from "../semantic/layer/graph.ts";
import type {GraphNote} from "./layer-schemas.ts";

/** The row access of a layer's models. */
export interface RowAccess {
  models: readonly Pick<Model, "name" | "rowAccess">[];
}

/**
 * The graph of a repository with the row access of the layer that it replaces: hardly a format can declare it, and it must
 * not go because a file says nothing of it. Models that are gone take theirs with them, with a note.
 */
export function keepRowAccess(current: RowAccess, next: Graph): {graph: Graph; notes: GraphNote[]} {
  const kept = new Map(
    current.models.flatMap(({name, rowAccess}) => (rowAccess ? [[name, rowAccess] as const] : [])),
  );
  const models = next.models.map(model => {
    const rowAccess = model.rowAccess ?? kept.get(model.name);
    return rowAccess ? {...model, rowAccess} : model;
  });
  const names = new Set(next.models.map(model => model.name));
  const notes = [...kept.keys()]
    .filter(name => !names.has(name))
    .map(model => ({
      model,
      code: "row_access_gone",
      message: `The model "${model}" and its row access are gone. A model of another name has none until it is given some.`,
    }));
  return {graph: {...next, models}, notes};
}
