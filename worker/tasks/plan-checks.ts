import {actionLaneOf, addRunJob} from "../../shared/automation/actions/create-runs.ts";
import {isDatabaseUnavailable} from "../../shared/core/database/watch.ts";
import {sql, type Tx} from "../../shared/core/db.ts";
import type {JobPayload} from "../../shared/core/jobs.ts";
import {enqueue} from "../../shared/core/jobs.ts";
import {loadRunAs} from "../../shared/core/load-run-as.ts";
import type {LayerDeps} from "../../shared/querying/layers/query-caches.ts";
import {keyOfPlan, planCheck} from "../action-runs/check.ts";
import {type ActionRun, readRun, runColumns, type StoredRun} from "../action-runs/run.ts";

const MAX_PLANNED = 2500;
/** The most runs that one job judges, each batch in one transaction. */
const MAX_IN_GROUP = 200;

/**
 * Groups the due checks of an organization by their statements, and adds a job for each group. A check that cannot be
 * prepared gets a job of its own, which reports why. It can run twice: a run is planned in the transaction that adds
 * its job.
 */
export async function planChecks(deps: LayerDeps, {orgId}: JobPayload<"plan_checks">): Promise<void> {
  while ((await deps.db.transaction().execute(tx => planBatch(deps, tx, orgId))) === MAX_PLANNED);
}

async function planBatch(deps: LayerDeps, tx: Tx, orgId: string): Promise<number> {
  const {rows} = await sql<StoredRun>`
    select ${runColumns} from action_runs r
    where r.org_id = ${orgId} and r.status = 'queued' and not r.dry_run and r.job_key = ${`checks ${orgId}`}
    order by r.id limit ${MAX_PLANNED} for update skip locked`.execute(tx);
  const groups = new Map<string, string[]>();
  const alone: string[] = [];
  const planned = keyPlanner(deps);
  for (const row of rows) {
    const key = await keyOrNone(() => planned(readRun(row)));
    if (key === undefined) alone.push(row.id);
    else groups.set(key, [...(groups.get(key) ?? []), row.id]);
  }
  for (const runIds of groups.values()) {
    for (let i = 0; i < runIds.length; i += MAX_IN_GROUP) {
      await addGroup(tx, orgId, runIds.slice(i, i + MAX_IN_GROUP));
    }
  }
  await sql`
    with m as (
      update action_runs set job_key = id
      where org_id = ${orgId} and id = any (${alone}::text[])
      returning id, org_id, action_id, dry_run)
    select ${addRunJob()} from m`.execute(tx);
  return rows.length;
}

async function addGroup(tx: Tx, orgId: string, runIds: string[]): Promise<void> {
  const key = `check ${runIds[0]}`;
  await enqueue(
    tx,
    "check_group",
    {orgId, runIds},
    {key, queue: actionLaneOf(sql`${orgId}::text`, sql`${key}::text`)},
  );
  await sql`
    update action_runs set job_key = ${key}
    where org_id = ${orgId} and id = any (${runIds}::text[])`.execute(tx);
}

/** A function that returns the key of a run's plan. Equal queries of one principal are prepared once. */
function keyPlanner(deps: LayerDeps): (run: ActionRun) => Promise<string | undefined> {
  const keys = new Map<string, Promise<string | undefined>>();
  return ({orgId, runAs, trigger, now}) => {
    if (trigger.type !== "threshold") return Promise.resolve(undefined);
    const {query, compare} = trigger;
    const asked = JSON.stringify([
      runAs,
      now,
      query,
      compare && "offset" in compare ? [compare.offset, compare.sameDays] : null,
    ]);
    const known = keys.get(asked);
    if (known) return known;
    const key = loadRunAs(deps.db, orgId, runAs)
      .then(actor => planCheck(deps, actor, trigger, now))
      .then(keyOfPlan);
    keys.set(asked, key);
    return key;
  };
}

/**
 * The key of a run's plan; `undefined` if the run cannot be planned. The error is left to the run's own job, so that it
 * does not hold up the other runs. Rejects while the database is unavailable.
 */
async function keyOrNone(work: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    return undefined;
  }
}
