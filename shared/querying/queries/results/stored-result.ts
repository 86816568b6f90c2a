import {notFound} from "../../../core/access.ts";
import type {Actor} from "../../../core/actor.ts";
import {ServiceError, statusOf} from "../../../core/errors.ts";
import {type RunRequest, readStoredRun} from "../../../core/wire/run-request.ts";
import type {SqlStatement} from "../../../core/wire/sql-statement.ts";
import type {LayerDeps} from "../../layers/query-caches.ts";
import {mayReadRun} from "../find-model.ts";
import {prepareQuery} from "../prepare.ts";
import {findStoredRun, resultOf, type StoredResult} from "../stored-run.ts";

/**
 * The stored result of one of the caller's own runs. The query is prepared again with the caller's present rights:
 * `gone` if that gives another statement than the one that ran, because row access, the layer or the caller's
 * attributes have changed; `not_found` if the caller no longer sees the queried model. Otherwise like `resultOf`, with
 * the limit that applied to the rows, if one did.
 */
export async function readStoredResult(
  deps: LayerDeps,
  actor: Actor,
  runId: string,
  sqlAgain: SqlAgain,
): Promise<StoredResult & {limit?: number | undefined}> {
  const run = await findStoredRun(deps.db, actor.orgId, runId);
  if (run?.principalId !== actor.id || !(await mayReadRun(deps, actor, run))) throw notFound("run", runId);
  const result = resultOf(deps.db, run);
  const ran = readStoredRun(run.request);
  if (await isSameStatement(deps, actor, ran, sqlAgain)) return {...result, limit: ran?.limit};
  throw new ServiceError(
    "gone",
    "The query would now be another statement, because its model or your rights have changed. Run it again.",
  );
}

/** Compiles a statement of SQL again, with the caller's present rights and tables, for the time of the earlier run. */
export type SqlAgain = (statement: SqlStatement, at: Date) => Promise<RunRequest>;

async function isSameStatement(
  deps: LayerDeps,
  actor: Actor,
  ran: RunRequest | undefined,
  sqlAgain: SqlAgain,
): Promise<boolean> {
  const origin = ran?.record.asked;
  if (!origin) return false;
  const {at} = origin;
  try {
    if ("statement" in origin)
      return statementKey(await sqlAgain(origin.statement, new Date(at))) === statementKey(ran);
    const {query} = origin;
    const {project, compiled} = await prepareQuery(deps, actor, query, new Date(at));
    return statementKey({...compiled, source: project.source}) === statementKey(ran);
  } catch (error) {
    if (error instanceof ServiceError && statusOf(error) < 500) return false;
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
  const from = keyOfSource(source);
  const typed = columns.map(({name, type}) => [name, type]);
  const all = totals ? [totals.sql, totals.parameters] : null;
  return JSON.stringify([from, sql, parameters, typed, all, timezone, limit ?? null]);
}

function keyOfSource(source: RunRequest["source"]): unknown[] {
  if (source.kind === "connection") return [source.id, source.version];
  if (source.kind !== "rest") return [source.kind, source.id];
  const inputs = source.inputs.map(({name, run}): string[] => [name, statementKey(run)]);
  return [source.kind, source.id, inputs, source.parameters, source.settings];
}
