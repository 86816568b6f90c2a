import {notFound} from "../../../ground/access.ts";
import type {Actor} from "../../../ground/actor.ts";
import {ServiceError} from "../../../ground/errors.ts";
import {type RunRequest, readStoredRun} from "../../../ground/wire/run-request.ts";
import type {LayerDeps} from "../../layers/layers.ts";
import {mayReadRun} from "../find-model.ts";
import {findKeptRun, type KeptRun, resultOf, type StoredResult} from "../kept-run.ts";
import {prepareQuery} from "../prepare.ts";

/**
 * The stored result of one of the caller's own runs. The query is prepared again with the caller's present rights:
 * `gone` if that gives another statement than the one that ran, because row access, the layer or the caller's
 * attributes have changed; `not_found` if the caller no longer sees the queried model. Otherwise like `resultOf`.
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
    const {project, compiled} = await prepareQuery(deps, actor, query, new Date(at));
    return statementKey({...compiled, source: project.source}) === statementKey(ran);
  } catch (error) {
    if (error instanceof ServiceError) return false;
    throw error;
  }
}

type Ran = Pick<RunRequest, "source" | "sql" | "parameters" | "columns" | "timezone"> & {
  totals?: {sql: string; parameters: RunRequest["parameters"]} | undefined;
  limit?: number | undefined;
};

/**
 * The statement that ran, as text. The fingerprint would not do: it also covers the format and the release's
 * descriptions of columns, so that a result from before an upgrade would be gone.
 */
function statementKey({source, sql, parameters, columns, totals, timezone, limit}: Ran): string {
  const from = source.kind === "connection" ? [source.id, source.version] : [source.kind, source.id];
  const typed = columns.map(({name, type}) => [name, type]);
  const all = totals ? [totals.sql, totals.parameters] : null;
  return JSON.stringify([from, sql, parameters, typed, all, timezone, limit ?? null]);
}
