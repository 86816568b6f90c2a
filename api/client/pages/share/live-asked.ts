/** A model or dataset that a query names, and the project where the query says which. */
export interface Asked {
  projectId?: string;
  /** The name of a model, or the slug or id of a dataset. */
  model: string;
}

/** What is asked without the snapshots: their rows are fixed, and no rule of a model decides on them any more. */
export function liveAsked(
  asked: readonly Asked[],
  datasets: readonly {id: string; slug: string; kind: "live" | "snapshot"}[],
): Asked[] {
  const frozen = new Set(datasets.flatMap(({id, slug, kind}) => (kind === "snapshot" ? [id, slug] : [])));
  return asked.filter(({model}) => !frozen.has(model));
}
