import type {Actor} from "../../core/actor.ts";
import {ServiceError, statusOf} from "../../core/errors.ts";
import {isId} from "../../core/ids.ts";
import type {LayerDeps, Prepared} from "../../querying/layers/query-caches.ts";
import {type PrepareOptions, prepareQuery} from "../../querying/queries/prepare.ts";
import {requireAttributes} from "../../querying/queries/require-attributes.ts";
import type {Query} from "../../semantic/documents.ts";

/**
 * The query as it is saved in content that runs later. The query names a dataset by its id, which no other dataset ever
 * gets. A slug would mean the dataset that has the slug when the query runs. `prepared` is the same query, prepared for
 * the principal who saves it.
 */
export function pinnedQuery(query: Query, {datasetId}: Prepared): Query {
  return datasetId === undefined ? query : {...query, model: datasetId};
}

/**
 * Prepares a query that was pinned when it was saved. Rejects with the error codes of a query. Rejects with
 * `unknown_model` if the pinned dataset is deleted or hidden from the principal, even if another dataset now has the
 * same name.
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
  const message = `"${model}" is a dataset, and possibly not the dataset that had this name when this was saved. Save it again.`;
  throw new ServiceError("unknown_model", message, {errors: [{path: "/model", message}]});
}

/** Why a pinned query would fail for the principal now; `undefined` if it would not. A missing attribute is a failure. */
export async function faultOfPinned(
  deps: LayerDeps,
  actor: Actor,
  query: Query,
  now: Date,
): Promise<string | undefined> {
  try {
    requireAttributes(actor, (await preparePinned(deps, actor, query, now)).compiled);
    return undefined;
  } catch (error) {
    if (error instanceof ServiceError && statusOf(error) < 500) return error.message;
    throw error;
  }
}

function lost(actor: Actor, datasetId: string, cause?: unknown): ServiceError {
  const message = `The dataset ${datasetId} is deleted, or ${actor.name} may not see it any more. A newer dataset of the same name does not replace it. To use the newer dataset, save this again.`;
  return new ServiceError("unknown_model", message, {errors: [{path: "/model", message}], cause});
}
