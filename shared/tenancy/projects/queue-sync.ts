import {type Db, sql, type Tx} from "../../core/db.ts";
import {newId} from "../../core/ids.ts";
import {enqueue} from "../../core/jobs.ts";

export interface SyncTrigger {
  /**
   * `project`: the repository was connected or changed. `nightly`: the branch's head has moved without a push being
   * noticed. `installation`: the repository can be reached again, or somebody has confirmed it.
   */
  type: "push" | "manual" | "action" | "nightly" | "project" | "installation";
  /** The id of the principal, or of the action. */
  by?: string;
}

export interface NewSync {
  orgId: string;
  projectId: string;
  trigger: SyncTrigger;
  /** The commit of a push, which must be readable. */
  requestedCommit?: string | undefined;
  /** The action's run that queues the sync. */
  causedBy?: string;
}

/** Adds a sync with its job. A waiting sync absorbs the new one: it reads the branch's head when it begins. */
export async function queueSync(tx: Tx, sync: NewSync): Promise<{syncId: string; status: "queued"}> {
  const {orgId, projectId, trigger, requestedCommit, causedBy} = sync;
  const {rows} = await sql<{id: string}>`
    insert into project_syncs (id, org_id, project_id, trigger, wanted, caused_by)
    values (${newId("sync")}, ${orgId}, ${projectId}, ${JSON.stringify(trigger)}::json, ${requestedCommit ?? null},
      ${causedBy ?? null})
    on conflict (project_id) where status = 'queued' and not held do update
      set wanted = coalesce(excluded.wanted, project_syncs.wanted),
        caused_by = coalesce(excluded.caused_by, project_syncs.caused_by)
    returning id`.execute(tx);
  await enqueueSync(tx, orgId, projectId);
  return {syncId: rows[0]!.id, status: "queued"};
}

/** Cancels the project's held sync, unless it is the sync `id`: its commit is no longer what the project follows. */
export async function cancelHeldSync(
  tx: Tx,
  {orgId, projectId, id = ""}: {orgId: string; projectId: string; id?: string},
  error = "A later sync has replaced this sync.",
): Promise<void> {
  await sql`
    update project_syncs set status = 'cancelled', held = false, finished_at = now(), error = ${error}
    where org_id = ${orgId} and project_id = ${projectId} and held and id <> ${id}`.execute(tx);
}

/** Enqueues the job of a project's syncs, which run one after another. */
export async function enqueueSync(
  db: Db | Tx,
  orgId: string,
  projectId: string,
  runAt?: Date,
): Promise<void> {
  const key = syncKey(projectId);
  await enqueue(db, "sync_project", {orgId, projectId}, {key, queue: sql`${key}`, ...(runAt ? {runAt} : {})});
}

function syncKey(projectId: string): string {
  return `sync ${projectId}`;
}
