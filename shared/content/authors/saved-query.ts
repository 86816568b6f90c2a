import type {Actor} from "../../ground/actor.ts";
import {ServiceError} from "../../ground/errors.ts";
import {isId} from "../../ground/ids.ts";
import type {LayerDeps, Prepared} from "../../querying/layers/query-memory.ts";
import {type PrepareOptions, prepareQuery} from "../../querying/queries/prepare.ts";
import type {Query} from "../../semantic/documents.ts";

/**
 * The query as it is saved in content that runs later. A dataset is named by its id, which no other dataset ever gets;
 * a slug would mean whichever dataset has it when the query runs. `prepared` is the same query, prepared for the
 * principal who saves it.
 */
export function pinnedQuery(query: Query, {datasetId}: Prepared): Query {
  return datasetId === undefined ? query : {...query, model: datasetId};
}

/**
 * Prepares a query that was pinned when it was saved. Rejects with `unknown_model` if that dataset is deleted or hidden
 * from the principal, even if another dataset has its name now, and with the error codes of a query.
 */
export async function preparePinned(
  deps: LayerDeps,
  actor: Actor,
  query: Query,
  now: Date,
  options: PrepareOptions = {},
): Promise<Prepared> {
  const {model} = query;
  const isPinned = isId("ds", model);
  let prepared: Prepared;
  try {
    prepared = await prepareQuery(deps, actor, query, now, options);
  } catch (error) {
    const isMissing = error instanceof ServiceError && ["unknown_model", "not_found"].includes(error.code);
    throw isPinned && isMissing ? lost(actor, model, error) : error;
  }
  if (prepared.datasetId === (isPinned ? model : undefined)) return prepared;
  if (isPinned) throw lost(actor, model);
  const message = `"${model}" is a dataset, and may not be the one that was meant when this was saved. Save it again.`;
  throw new ServiceError("unknown_model", message, {errors: [{path: "/model", message}]});
}

function lost(actor: Actor, datasetId: string, cause?: unknown): ServiceError {
  const message = `The dataset ${datasetId} is deleted, or ${actor.name} may not see it any more. A newer dataset of the same name is not used in its place: save this again to use that one.`;
  return new ServiceError("unknown_model", message, {errors: [{path: "/model", message}], cause});
}
