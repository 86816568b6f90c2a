import type {Actor} from "../actor.ts";
import {ServiceError} from "../errors.ts";
import {isId} from "../ids.ts";
import type {LayerDeps} from "../layers/layers.ts";
import type {Prepared} from "../layers/query-memory.ts";
import {prepareQuery} from "../queries/prepare.ts";
import type {Query} from "../semantic/query.ts";

/**
 * The query as something keeps it that runs later: a dataset by its id, which no other dataset ever gets. A slug would
 * mean whichever dataset has it when the query runs. `prepared` is the query as it was prepared for who saves it.
 */
export function pinnedQuery(query: Query, {datasetId}: Prepared): Query {
  return datasetId === undefined ? query : {...query, model: datasetId};
}

/**
 * Prepares a query that was pinned when it was saved. Rejects with `unknown_model` where the dataset that it meant is
 * gone or hidden from the principal, whatever else has its name by now, and with the codes of a query.
 */
export async function preparePinned(
  deps: LayerDeps,
  actor: Actor,
  query: Query,
  now: Date,
): Promise<Prepared> {
  const {model} = query;
  const isPinned = isId("ds", model);
  let prepared: Prepared;
  try {
    prepared = await prepareQuery(deps, actor, query, now);
  } catch (error) {
    const isMissing = error instanceof ServiceError && ["unknown_model", "not_found"].includes(error.code);
    throw isPinned && isMissing ? lost(actor, model, error) : error;
  }
  if (prepared.datasetId === (isPinned ? model : undefined)) return prepared;
  if (isPinned) throw lost(actor, model);
  const message = `"${model}" is a dataset that may be another than the one that was meant when this was saved. Save it again.`;
  throw new ServiceError("unknown_model", message, {errors: [{path: "/model", message}]});
}

function lost(actor: Actor, datasetId: string, cause?: unknown): ServiceError {
  const message = `The dataset ${datasetId} is deleted, or ${actor.name} may not see it any more. Another dataset of its name does not take its place: save this again to mean that one.`;
  return new ServiceError("unknown_model", message, {errors: [{path: "/model", message}], cause});
}
