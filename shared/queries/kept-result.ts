import {notFound} from "../access.ts";
import type {Actor} from "../actor.ts";
import {ServiceError} from "../errors.ts";
import type {LayerDeps} from "../projects/layers.ts";
import {mayReadRun} from "./find-model.ts";
import {findKeptRun, type KeptRun, resultOf, type StoredResult} from "./kept-run.ts";
import {prepareQuery} from "./prepare.ts";
import {readStoredRun} from "./run-request.ts";

/**
 * The kept result of one of the caller's own runs. The query is prepared again with the caller's present rights: `gone`
 * if this gives another statement than the one that ran, because row access, the layer or the caller's attributes have
 * changed; `not_found` if the caller no longer sees what it queried. Otherwise like `resultOf`.
 */
export async function readKeptResult(deps: LayerDeps, actor: Actor, runId: string): Promise<StoredResult> {
  const run = await findKeptRun(deps.db, actor.orgId, runId);
  if (run?.principalId !== actor.id || !(await mayReadRun(deps, actor, run))) throw notFound("run", runId);
  const result = resultOf(deps.db, run);
  if (await isSameStatement(deps, actor, run)) return result;
  throw new ServiceError(
    "gone",
    "The query would be another one now: its model or your rights have changed since. Run it again.",
  );
}

async function isSameStatement(deps: LayerDeps, actor: Actor, {request}: KeptRun): Promise<boolean> {
  const ran = readStoredRun(request);
  if (!ran?.record.asked) return false;
  const {query, at} = ran.record.asked;
  try {
    return (await prepareQuery(deps, actor, query, new Date(at))).fingerprint === ran.fingerprint;
  } catch (error) {
    if (error instanceof ServiceError) return false;
    throw error;
  }
}
