import {notFound, requireOrgAdminServiceAccount} from "../../core/access.ts";
import type {Actor} from "../../core/actor.ts";
import {audit} from "../../core/audit.ts";
import {isUniqueViolation} from "../../core/database/constraints.ts";
import {type Db, sql, type Tx} from "../../core/db.ts";
import {ServiceError} from "../../core/errors.ts";
import {newestPage, type Page} from "../../core/paging.ts";
import {rowReaderOf} from "../../core/validate.ts";
import {levelSql} from "../../tenancy/content-rights/rights.ts";
import {type ProjectRow, requireProject} from "../../tenancy/projects/find.ts";
import {enqueueSync, queueSync} from "../../tenancy/projects/queue-sync.ts";
import {StoredSync, type SyncView} from "./sync-schemas.ts";

interface Row {
  id: string;
  status: SyncView["status"];
  held: boolean;
  waits_until: Date | null;
  approved_by: string | null;
  commit_id: string | null;
  author: string | null;
  message: string | null;
  layer_version: number | null;
  error: string | null;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  trigger: unknown;
  added: unknown;
  changed: unknown;
  removed: unknown;
  notes: unknown;
  broken: unknown;
  errors: unknown;
}

const readStored = rowReaderOf(StoredSync, "the sync");

const columns = sql.raw(`
  s.id, s.status, s.held, s.waits_until, s.approved_by, s.commit_id, s.author, s.message, s.layer_version, s.error,
  s.created_at, s.started_at, s.finished_at, s.trigger, s.added, s.changed, s.removed, s.notes, s.broken, s.errors`);

/** The project's syncs, newest first. Returns one sync more than the page holds if there are more. */
export async function listSyncs(
  db: Db,
  actor: Actor,
  projectId: string,
  pageOf: () => Page,
): Promise<SyncView[]> {
  await requireProject(db, actor, projectId);
  const {rows} = await sql<Row>`
    select ${columns} from project_syncs s
    where s.org_id = ${actor.orgId} and s.project_id = ${projectId} ${newestPage(pageOf(), "s.id")}`.execute(
    db,
  );
  return viewSyncs(db, actor, rows);
}

export async function getSync(db: Db, actor: Actor, projectId: string, id: string): Promise<SyncView> {
  await requireProject(db, actor, projectId);
  const {rows} = await sql<Row>`
    select ${columns} from project_syncs s
    where s.org_id = ${actor.orgId} and s.project_id = ${projectId} and s.id = ${id}`.execute(db);
  const [view] = await viewSyncs(db, actor, rows);
  if (!view) throw notFound("sync", id);
  return view;
}

/**
 * The views of syncs. Broken content is named if the caller can see it, and only counted otherwise. Verified questions
 * are named to org-admins alone, because the values in them may be hidden from others.
 */
async function viewSyncs(db: Db, actor: Actor, rows: readonly Row[]): Promise<SyncView[]> {
  const read = rows.map(row => readStored(row));
  const ids = read.flatMap(({broken}) => broken.map(one => one.id));
  const seen = new Set<string>();
  if (ids.length > 0) {
    const visible = await sql<{id: string}>`
      select c.id from content c
      where c.org_id = ${actor.orgId} and c.id = any (${ids}::text[]) and ${levelSql(actor)} > 0`.execute(db);
    for (const {id} of visible.rows) seen.add(id);
  }
  return read.map(row => {
    const broken = row.broken.filter(
      ({id, resourceType}) =>
        seen.has(id) || (resourceType === "verified_question" && actor.orgRole === "admin"),
    );
    return {
      id: row.id,
      status: row.status,
      held: row.held,
      trigger: row.trigger,
      commit: row.commit_id,
      author: row.author,
      message: row.message,
      layerVersion: row.layer_version,
      added: row.added,
      changed: row.changed,
      removed: row.removed,
      notes: row.notes,
      broken,
      brokenHidden: row.broken.length - broken.length,
      ...(row.error === null ? {} : {error: row.error}),
      ...(row.errors.length > 0 && actor.orgRole === "admin" ? {errors: row.errors} : {}),
      ...(row.waits_until === null ? {} : {waitsUntil: row.waits_until.toISOString()}),
      ...(row.approved_by === null ? {} : {approvedBy: row.approved_by}),
      createdAt: row.created_at.toISOString(),
      startedAt: row.started_at?.toISOString() ?? null,
      finishedAt: row.finished_at?.toISOString() ?? null,
    };
  });
}

/**
 * Requires the right to sync a project: `not_found`, then `missing_privilege`, then `conflict` for a project that
 * follows no repository.
 */
export async function requireSyncable(db: Db | Tx, actor: Actor, projectId: string): Promise<void> {
  const project = await requireProject(db, actor, projectId);
  requireOrgAdminServiceAccount(actor);
  requireFollowing(project);
}

/** `conflict` for a project that follows no repository. */
export function requireFollowing(project: ProjectRow): void {
  if (project.git_repository_id !== null) return;
  throw new ServiceError(
    "conflict",
    `"${project.name}" follows no repository: PATCH its \`git\`, with an installation of the GitHub App that reaches it.`,
  );
}

export async function requestSync(
  db: Db,
  actor: Actor,
  projectId: string,
): Promise<{syncId: string; status: "queued"}> {
  await requireSyncable(db, actor, projectId);
  return db.transaction().execute(async tx => {
    const queued = await queueSync(tx, {
      orgId: actor.orgId,
      projectId,
      trigger: {type: "manual", by: actor.id},
    });
    await audit(tx, actor, "project.sync", {type: "project", id: projectId}, {syncId: queued.syncId});
    return queued;
  });
}

/** Approves a sync that was held back because it breaks content. `conflict` for any other sync. */
export async function approveSync(
  db: Db,
  actor: Actor,
  projectId: string,
  id: string,
): Promise<{syncId: string; status: "queued"}> {
  await requireSyncable(db, actor, projectId);
  const approved = db.transaction().execute(async tx => {
    const {rows} = await sql<{held: boolean; is_overtaken: boolean}>`
      select s.held, exists (
        select from project_syncs w
        where w.org_id = s.org_id and w.project_id = s.project_id and w.status in ('queued', 'running')
          and not w.held) as is_overtaken
      from project_syncs s
      where s.org_id = ${actor.orgId} and s.project_id = ${projectId} and s.id = ${id} for update of s`.execute(
      tx,
    );
    const [found] = rows;
    if (!found) throw notFound("sync", id);
    if (!found.held) throw new ServiceError("conflict", "The sync does not wait to be approved.");
    if (found.is_overtaken) throw overtaken();
    await sql`
      update project_syncs set held = false, approved_by = ${actor.id}, tries = 0, started_at = null
      where org_id = ${actor.orgId} and id = ${id}`.execute(tx);
    await enqueueSync(tx, actor.orgId, projectId);
    await audit(tx, actor, "project.approve_sync", {type: "project", id: projectId}, {syncId: id});
  });
  await approved.catch(error => {
    // Another sync was queued in the meantime, and a project has only one.
    throw isUniqueViolation(error) ? overtaken(error) : error;
  });
  return {syncId: id, status: "queued"};
}

function overtaken(cause?: unknown): ServiceError {
  const message = "A later sync of the project is under way. Wait for its result.";
  return new ServiceError("conflict", message, {cause});
}
