import {type Db, sql, type Tx} from "../../shared/core/db.ts";
import {recordEvent} from "../../shared/core/events/record.ts";
import type {EventName} from "../../shared/core/events/types.ts";
import {oneLine} from "../../shared/core/one-line.ts";
import type {SyncError} from "../../shared/modeling/github/sync-schemas.ts";
import {enqueueSync} from "../../shared/tenancy/projects/queue-sync.ts";
import {hasLostItsJob} from "../takeover/abandoned-runs.ts";

/** A sync that is under way. */
export interface SyncRun {
  id: string;
  orgId: string;
  projectId: string;
  requestedCommit: string | null;
  causedBy: string | null;
  tries: number;
  waitsUntil: Date | null;
  approvedBy: string | null;
  /** The commit that was approved, or that an earlier attempt has read. */
  commitId: string | null;
  startedAt: Date;
}

/**
 * Takes up the project's running sync, whose worker has died or had to wait, or else begins the queued one. `undefined`
 * where there is neither.
 */
export async function beginSync(db: Db, orgId: string, projectId: string): Promise<SyncRun | undefined> {
  const {rows} = await sql<SyncRun>`
    update project_syncs s set status = 'running', started_at = coalesce(s.started_at, now())
    where s.org_id = ${orgId} and s.id = (
      select w.id from project_syncs w
      where w.org_id = ${orgId} and w.project_id = ${projectId}
        and (w.status = 'running' or (w.status = 'queued' and not w.held))
      order by (w.status = 'running') desc, w.id limit 1 for update)
    returning s.id, s.org_id as "orgId", s.project_id as "projectId", s.wanted as "requestedCommit", s.caused_by as "causedBy",
      s.tries, s.waits_until as "waitsUntil", s.approved_by as "approvedBy", s.commit_id as "commitId",
      s.started_at as "startedAt"`.execute(db);
  return rows[0];
}

/** Records the commit of the sync, so that it is known however the sync ends. */
export async function noteCommit(
  db: Db,
  {id, orgId}: SyncRun,
  {sha, author = null, message = null}: {sha: string; author?: string | null; message?: string | null},
): Promise<void> {
  await sql`
    update project_syncs set commit_id = ${sha}, author = ${author}, message = ${message}
    where org_id = ${orgId} and id = ${id} and status = 'running'`.execute(db);
}

/**
 * Postpones the sync to that time, and records the reason. A later push or request may resume the sync sooner, unless
 * `isStrict` is set.
 */
export async function postponeSync(
  db: Db,
  {id, orgId, projectId}: SyncRun,
  until: Date,
  why: string,
  isStrict = false,
): Promise<void> {
  await db.transaction().execute(async tx => {
    const {rows} = await sql`
      update project_syncs set tries = tries + 1, waits_until = ${isStrict ? until : null}, error = ${oneLine(why)}
      where org_id = ${orgId} and id = ${id} and status = 'running' returning id`.execute(tx);
    if (rows.length > 0) await enqueueSync(tx, orgId, projectId, until);
  });
}

/** Ends a sync that waits for its commit if a later sync, which will read the branch anew, is queued; otherwise false. */
export async function overtakeSync(db: Db, run: SyncRun): Promise<boolean> {
  return db.transaction().execute(async tx => {
    const {rows} = await sql`
      select from project_syncs
      where org_id = ${run.orgId} and project_id = ${run.projectId} and status = 'queued' and not held`.execute(
      tx,
    );
    if (rows.length === 0) return false;
    await endSync(tx, run, {status: "cancelled", error: "A later sync has replaced this sync."});
    return true;
  });
}

export interface SyncEnd {
  status: "succeeded" | "failed" | "cancelled" | "skipped";
  error?: string;
  errors?: readonly SyncError[];
}

/**
 * Ends the sync, unless it has ended, and records the event for which actions wait. A sync that could not read the
 * branch names the pushed commit.
 */
export async function endSync(tx: Tx, run: SyncRun, {status, error, errors = []}: SyncEnd): Promise<void> {
  const {id, orgId, projectId} = run;
  const {rows} = await sql<{caused_by: string | null}>`
    update project_syncs set status = ${status}, held = false, finished_at = now(), waits_until = null,
      commit_id = coalesce(commit_id, wanted), error = ${error === undefined ? null : oneLine(error)}, errors = ${JSON.stringify(errors)}::json
    where org_id = ${orgId} and id = ${id} and status in ('queued', 'running') returning caused_by`.execute(
    tx,
  );
  const type = EVENT_OF[status];
  const [ended] = rows;
  if (!ended || !type) return;
  await recordEvent(tx, {orgId, type, resources: [projectId, id], causedBy: ended.caused_by ?? undefined});
}

const EVENT_OF: Partial<Record<SyncEnd["status"], EventName>> = {
  succeeded: "project.synced",
  failed: "project.sync_failed",
};

/** Adds the job of a sync that was queued while another one ran, and whose own job is used up. */
export async function enqueueWaiting(db: Db, orgId: string, projectId: string): Promise<void> {
  const {rows} = await sql`
    select from project_syncs
    where org_id = ${orgId} and project_id = ${projectId} and status = 'queued' and not held`.execute(db);
  if (rows.length > 0) await enqueueSync(db, orgId, projectId);
}

/** Adds a job for each queued or running sync that has none, so that no sync is lost. */
export async function resumeSyncs(db: Db): Promise<void> {
  const {rows} = await sql<{org_id: string; project_id: string}>`
    select distinct s.org_id, s.project_id from project_syncs s
    where s.status in ('queued', 'running') and not s.held
      and ${hasLostItsJob("s", sql`'sync ' || s.project_id`)}`.execute(db);
  for (const {org_id: orgId, project_id: projectId} of rows) await enqueueSync(db, orgId, projectId);
}
