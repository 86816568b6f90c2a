import {requireOrgAdminServiceAccount} from "../../core/access.ts";
import type {Actor} from "../../core/actor.ts";
import {audit} from "../../core/audit.ts";
import {publish} from "../../core/change-notices.ts";
import {isForeignKeyViolation} from "../../core/database/constraints.ts";
import {type Db, sql, type Tx} from "../../core/db.ts";
import {type ErrorDetail, invalidAt, ServiceError} from "../../core/errors.ts";
import {newId} from "../../core/ids.ts";
import type {Page} from "../../core/paging.ts";
import {canonicalTimezone} from "../../semantic/layers.ts";
import {describeContent} from "../content-kinds/describe.ts";
import {lockProject, requireProject, selectProjects, viewProject} from "./find.ts";
import {cancelHeldSync, queueSync} from "./queue-sync.ts";
import type {CheckedGit} from "./read-git.ts";
import {readGit} from "./read-git.ts";
import type {ProjectEdit, ProjectGit, ProjectInput, ProjectView} from "./schemas.ts";

/** The input. `checked` is the repository as GitHub reports it, if the repository was looked up. */
export type Checked<T> = T & {checked?: CheckedGit | undefined};

export async function listProjects(db: Db, actor: Actor, page: Page): Promise<ProjectView[]> {
  return (await selectProjects(db, actor, page)).map(viewProject);
}

export async function getProject(db: Db, actor: Actor, id: string): Promise<ProjectView> {
  return viewProject(await requireProject(db, actor, id));
}

/** Creates a project. The org's first project becomes its default one. */
export async function createProject(
  db: Db,
  actor: Actor,
  input: Checked<ProjectInput>,
): Promise<ProjectView> {
  requireOrgAdminServiceAccount(actor);
  const columns = columnsOf(input);
  const id = newId("proj");
  return db.transaction().execute(async tx => {
    await lockDefault(tx, actor);
    await checkReferences(tx, actor, input);
    const held = await tx
      .selectFrom("projects")
      .select("id")
      .where("org_id", "=", actor.orgId)
      .where("is_default", "=", true)
      .executeTakeFirst();
    await tx
      .insertInto("projects")
      .values({
        id,
        org_id: actor.orgId,
        name: input.name,
        connection_id: input.connectionId,
        ...columns,
        is_default: held === undefined,
      })
      .execute();
    await setTeams(tx, actor, id, input.teamIds ?? []);
    await audit(tx, actor, "project.create", {type: "project", id}, {name: input.name});
    if (input.checked?.repositoryId) await syncNow(tx, actor, id);
    // Cached lists of the org's projects do not know the new id yet, so the notice is about the org.
    await publish(tx, {kind: "org", id: actor.orgId});
    return viewProject(await requireProject(tx, actor, id));
  });
}

/**
 * Changes the given fields. `checkCurrent` gets the locked project as it is now, and may refuse the change.
 * `onSourceChanged` is called in the transaction that changes the project's connection or the first day of its weeks.
 */
export async function updateProject(
  db: Db,
  actor: Actor,
  id: string,
  readEdit: () => Promise<Checked<ProjectEdit>>,
  checkCurrent: (current: ProjectView) => void,
  onSourceChanged: (tx: Tx) => Promise<void>,
): Promise<ProjectView> {
  await requireProject(db, actor, id);
  requireOrgAdminServiceAccount(actor);
  const edit = await readEdit();
  return db.transaction().execute(async tx => {
    if (edit.default !== undefined) await lockDefault(tx, actor);
    const current = viewProject(await lockProject(tx, actor, id));
    checkCurrent(current);
    await checkReferences(tx, actor, edit);
    const columns = columnsOf(edit);
    if (edit.default === false && current.default) {
      const message = "One project must be the default one: make another project the default one instead.";
      throw invalidAt("/default", message);
    }
    if (edit.default && !current.default) await moveDefault(tx, actor, id);
    await tx
      .updateTable("projects")
      .set({...columns, updated_at: new Date()})
      .where("org_id", "=", actor.orgId)
      .where("id", "=", id)
      .execute();
    if (edit.teamIds) await setTeams(tx, actor, id, edit.teamIds);
    const changed = Object.keys(edit).filter(key => key in current);
    await audit(tx, actor, "project.update", {type: "project", id}, {changed});
    await publish(tx, {kind: "project", id});
    if (columns.git !== undefined)
      await cancelHeldSync(tx, {orgId: actor.orgId, projectId: id}, "The project's repository was changed.");
    if (edit.checked?.repositoryId) await syncNow(tx, actor, id);
    const after = viewProject(await requireProject(tx, actor, id));
    if (after.connectionId !== current.connectionId || after.weekStart !== current.weekStart)
      await onSourceChanged(tx);
    return after;
  });
}

/**
 * Deletes a project with its layer and all versions. `conflict` while charts, datasets or queries of sheets are saved
 * in it, and for the default project until another is the default.
 */
export async function deleteProject(
  db: Db,
  actor: Actor,
  id: string,
  checkCurrent: (current: ProjectView) => void,
): Promise<void> {
  await requireProject(db, actor, id);
  requireOrgAdminServiceAccount(actor);
  await db.transaction().execute(async tx => {
    await lockDefault(tx, actor);
    const current = viewProject(await lockProject(tx, actor, id));
    checkCurrent(current);
    if (current.default && (await countProjects(tx, actor)) > 1) {
      throw new ServiceError(
        "conflict",
        `"${current.name}" is the default project: make another the default one first.`,
      );
    }
    await refuseHolding(tx, actor, current);
    await sql`
      delete from cadences k where k.org_id = ${actor.orgId} and k.id in (
        select r.id from rollups r where r.org_id = ${actor.orgId} and r.project_id = ${id}
        union all
        select e.id from evaluations e where e.org_id = ${actor.orgId} and e.project_id = ${id})`.execute(tx);
    try {
      await tx.deleteFrom("projects").where("org_id", "=", actor.orgId).where("id", "=", id).execute();
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error;
      // Content was saved in the project in the meantime.
      const message = `"${current.name}" holds saved content: delete or move the content first.`;
      throw new ServiceError("conflict", message, {cause: error});
    }
    await audit(tx, actor, "project.delete", {type: "project", id}, {name: current.name});
    await publish(tx, {kind: "project", id});
  });
}

/**
 * Throws `conflict` with the content that prevents the deletion: whoever may delete a project may see everything in it.
 */
async function refuseHolding(tx: Tx, actor: Actor, {id, name}: ProjectView): Promise<void> {
  const held = await describeContent(
    tx,
    actor.orgId,
    sql`c.id in (
      select k.id from charts k where k.org_id = ${actor.orgId} and k.project_id = ${id}
      union all select d.id from datasets d where d.org_id = ${actor.orgId} and d.project_id = ${id}
      union all select q.sheet_id from sheet_queries q where q.org_id = ${actor.orgId} and q.project_id = ${id})`,
  );
  if (held === undefined) return;
  throw new ServiceError(
    "conflict",
    `"${name}" holds ${held}: delete them or move them to another project first.`,
  );
}

/** Locks the org, so that changes of its default project run one after the other. */
async function lockDefault(tx: Tx, actor: Actor): Promise<void> {
  await sql`select from orgs where id = ${actor.orgId} for no key update`.execute(tx);
}

async function moveDefault(tx: Tx, actor: Actor, id: string): Promise<void> {
  const {rows} = await sql<{id: string}>`
    update projects set is_default = false
    where org_id = ${actor.orgId} and is_default returning id`.execute(tx);
  await sql`
    update projects set is_default = true where org_id = ${actor.orgId} and id = ${id}`.execute(tx);
  for (const before of rows) await publish(tx, {kind: "project", id: before.id});
}

async function countProjects(tx: Tx, actor: Actor): Promise<number> {
  const {rows} = await sql<{count: number}>`
    select count(*)::int as count from projects where org_id = ${actor.orgId}`.execute(tx);
  return rows[0]?.count ?? 0;
}

async function setTeams(tx: Tx, actor: Actor, projectId: string, teamIds: readonly string[]): Promise<void> {
  await sql`
    delete from project_teams where org_id = ${actor.orgId} and project_id = ${projectId}`.execute(tx);
  await sql`
    insert into project_teams (org_id, project_id, team_id)
    select ${actor.orgId}, ${projectId}, team_id from unnest(${[...teamIds]}::text[]) as team_id`.execute(tx);
}

/**
 * Throws an error with every reference to a missing resource. Existing ones are locked against deletion until the
 * transaction ends.
 */
async function checkReferences(
  tx: Tx,
  actor: Actor,
  {connectionId, teamIds = []}: {connectionId?: string; teamIds?: readonly string[]},
): Promise<void> {
  const errors: ErrorDetail[] = [];
  if (connectionId !== undefined) {
    const {rows} = await sql`
      select from connections where org_id = ${actor.orgId} and id = ${connectionId} for key share`.execute(
      tx,
    );
    if (rows.length === 0) {
      errors.push({path: "/connectionId", message: `There is no connection "${connectionId}".`});
    }
  }
  const {rows} = await sql<{id: string}>`
    select id from teams where org_id = ${actor.orgId} and id = any (${[...teamIds]}::text[]) for key share`.execute(
    tx,
  );
  teamIds.forEach((id, i) => {
    if (!rows.some(team => team.id === id)) {
      errors.push({path: `/teamIds/${i}`, message: `There is no team "${id}".`});
    }
  });
  if (errors.length > 0) {
    throw new ServiceError("invalid_request", errors.map(error => error.message).join(" "), {errors});
  }
}

/** The given fields as columns; the others stay as they are. */
function columnsOf(input: Checked<ProjectEdit>) {
  return {
    ...(input.name === undefined ? {} : {name: input.name}),
    ...(input.connectionId === undefined ? {} : {connection_id: input.connectionId}),
    ...gitColumns(input),
    ...(input.timezone === undefined ? {} : {timezone: timezoneOf(input.timezone)}),
    ...(input.weekStart === undefined ? {} : {week_start: input.weekStart}),
    ...(input.cacheTtlSeconds === undefined ? {} : {cache_ttl_seconds: input.cacheTtlSeconds}),
  };
}

function timezoneOf(name: string): string {
  const known = canonicalTimezone(name);
  if (known !== undefined) return known;
  throw invalidAt("/timezone", `"${name}" is not a timezone: an IANA name is needed, such as Europe/Berlin.`);
}

function jsonOf(git: ProjectGit): string | null {
  return git === null ? null : JSON.stringify(git);
}

/**
 * The columns of the repository. A changed repository starts without a synced commit; an unchanged repository keeps its
 * sync state.
 */
function gitColumns({git, checked}: Checked<ProjectEdit>) {
  if (git === undefined || checked?.isUnchanged) return {};
  return {
    git: jsonOf(checked ? checked.git : readGit(git)),
    git_repository_id: checked?.repositoryId ? Number(checked.repositoryId) : null,
    git_state: "active" as const,
    git_commit: null,
    git_tree: null,
    git_layer_version: null,
  };
}

async function syncNow(tx: Tx, {orgId, id: by}: Actor, projectId: string): Promise<void> {
  await queueSync(tx, {orgId, projectId, trigger: {type: "project", by}});
}
