/** A model or dataset that a query names, and its project if the query names that. */
export interface QueriedModel {
  projectId?: string;
  /** The name of a model, or the slug or id of a dataset. */
  model: string;
}

/** Leaves out snapshots: their rows are fixed, and no rule of a model applies to them any more. */
export function withoutSnapshots(
  queried: readonly QueriedModel[],
  datasets: readonly {id: string; slug: string; kind: "live" | "snapshot"}[],
): QueriedModel[] {
  const snapshots = new Set(datasets.flatMap(({id, slug, kind}) => (kind === "snapshot" ? [id, slug] : [])));
  return queried.filter(({model}) => !snapshots.has(model));
}
