import type {Actor} from "../actor.ts";
import {errorUnder, ServiceError} from "../errors.ts";
import type {LayerDeps} from "../projects/layers.ts";
import type {Query} from "../semantic/query.ts";
import {prepareQuery} from "./prepare.ts";

/** Where a query that is to be saved belongs. */
export interface PlacedQuery {
  projectId: string;
  /** The dataset that it names as its model. */
  datasetId: string | null;
}

/**
 * Compiles a query for the caller who saves it, in the project given or its own. What cannot be compiled is refused
 * with a query's errors, whose paths begin with `pointer`.
 */
export async function placeQuery(
  deps: LayerDeps,
  actor: Actor,
  query: Query,
  pointer: string,
  projectId = query.projectId,
): Promise<PlacedQuery> {
  if (query.projectId !== undefined && query.projectId !== projectId) {
    const message = `The query names the project "${query.projectId}", its holder "${projectId}": give one of them.`;
    throw new ServiceError("invalid_request", message, {errors: [{path: "/projectId", message}]});
  }
  const placed = projectId === undefined ? query : {...query, projectId};
  try {
    const prepared = await prepareQuery(deps, actor, placed, new Date());
    return {projectId: prepared.project.id, datasetId: prepared.datasetId ?? null};
  } catch (error) {
    throw errorUnder(pointer, error);
  }
}
