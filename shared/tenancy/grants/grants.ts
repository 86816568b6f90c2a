import {notFound} from "../../core/access.ts";
import type {Actor} from "../../core/actor.ts";
import {audit} from "../../core/audit.ts";
import {type Db, sql, type Tx} from "../../core/db.ts";
import {invalidAt} from "../../core/errors.ts";
import {newId} from "../../core/ids.ts";
import {newestPage, type Page} from "../../core/paging.ts";
import {requireContent} from "../content-kinds/content.ts";
import {requireRight} from "../content-rights/rights.ts";
import type {GrantInput, GrantQuery, GrantView} from "./schemas.ts";

interface GrantRow {
  id: string;
  content_id: string;
  grantee_team_id: string | null;
  grantee_user_id: string | null;
  permission: "view" | "edit";
  cascade_charts_permission: "view" | "edit" | null;
  created_at: Date;
}

const columns = sql.raw(`
  g.id, g.content_id, g.grantee_team_id, g.grantee_user_id, g.permission, g.cascade_charts_permission, g.created_at`);

function viewGrant(resourceType: GrantView["resourceType"], row: GrantRow): GrantView {
  return {
    id: row.id,
    resourceType,
    resourceId: row.content_id,
    ...(row.grantee_team_id === null ? {} : {granteeTeamId: row.grantee_team_id}),
    ...(row.grantee_user_id === null ? {} : {granteeUserId: row.grantee_user_id}),
    permission: row.permission,
    cascadeChartsPermission: row.cascade_charts_permission,
    createdAt: row.created_at.toISOString(),
  };
}

/** The grants on a resource that the caller can view, newest first; one more than the page holds, if there are more. */
export async function listGrants(
  db: Db,
  actor: Actor,
  {resourceType, resourceId}: GrantQuery,
  page: Page,
): Promise<GrantView[]> {
  await requireContent(db, actor, resourceType, resourceId, "view");
  const {rows} = await sql<GrantRow>`
    select ${columns} from grants g
    where g.org_id = ${actor.orgId} and g.content_id = ${resourceId} ${newestPage(page, "g.id")}`.execute(db);
  return rows.map(row => viewGrant(resourceType, row));
}

/**
 * Checks that the caller may make this grant and that it is valid: `not_found`, `missing_privilege` or
 * `invalid_request`. `putGrant` checks again, in its transaction.
 */
export async function checkGrant(db: Db, actor: Actor, input: GrantInput): Promise<void> {
  await requireContent(db, actor, input.resourceType, input.resourceId, "share");
  granteeOf(input);
  cascadeOf(input);
}

/**
 * Creates the grant (`isNew`), or replaces the permissions of the grantee's existing grant on this resource, which keeps
 * its id and `createdAt`. Of two concurrent calls, one creates the grant and the other replaces the permissions.
 */
export async function putGrant(
  db: Db,
  actor: Actor,
  input: GrantInput,
): Promise<{grant: GrantView; isNew: boolean}> {
  const {resourceType, resourceId, permission} = input;
  return db.transaction().execute(async tx => {
    // The resource is locked until the grant refers to it, so that it cannot be deleted in between.
    await requireContent(tx, actor, resourceType, resourceId, "share", sql`for key share of c`);
    const grantee = granteeOf(input);
    const cascade = cascadeOf(input);
    await requireGrantee(tx, actor, grantee);
    const id = newId("grant");
    const isTeam = grantee.key === "granteeTeamId";
    const {rows} = await sql<GrantRow>`
      insert into grants as g (id, org_id, content_id, grantee_team_id, grantee_user_id, permission,
        cascade_charts_permission)
      values (${id}, ${actor.orgId}, ${resourceId}, ${isTeam ? grantee.id : null},
        ${isTeam ? null : grantee.id}, ${permission}, ${cascade})
      on conflict (content_id, ${sql.raw(isTeam ? "grantee_team_id" : "grantee_user_id")}) do update
        set permission = excluded.permission, cascade_charts_permission = excluded.cascade_charts_permission
      returning ${columns}`.execute(tx);
    const row = rows[0]!;
    await audit(
      tx,
      actor,
      "grant.put",
      {type: resourceType, id: resourceId},
      {grantId: row.id, [grantee.key]: grantee.id, permission, cascadeChartsPermission: cascade},
    );
    return {grant: viewGrant(resourceType, row), isNew: row.id === id};
  });
}

/** Revokes the grant from the grantee's next request on. `not_found` for a grant on another resource. */
export async function revokeGrant(
  db: Db,
  actor: Actor,
  grantId: string,
  {resourceType, resourceId}: GrantQuery,
): Promise<void> {
  await db.transaction().execute(async tx => {
    const {level} = await requireContent(
      tx,
      actor,
      resourceType,
      resourceId,
      "view",
      sql`for key share of c`,
    );
    const {rows} = await sql<GrantRow>`
      select ${columns} from grants g
      where g.org_id = ${actor.orgId} and g.content_id = ${resourceId} and g.id = ${grantId}
      for update`.execute(tx);
    const [row] = rows;
    if (!row) throw notFound("grant", grantId);
    requireRight(level, "share", resourceType, resourceId);
    await sql`delete from grants where org_id = ${actor.orgId} and id = ${grantId}`.execute(tx);
    const grantee = row.grantee_team_id
      ? {granteeTeamId: row.grantee_team_id}
      : {granteeUserId: row.grantee_user_id};
    await audit(tx, actor, "grant.delete", {type: resourceType, id: resourceId}, {grantId, ...grantee});
  });
}

interface Grantee {
  key: "granteeTeamId" | "granteeUserId";
  id: string;
}

function granteeOf({granteeTeamId, granteeUserId}: GrantInput): Grantee {
  if (granteeTeamId && granteeUserId) {
    throw invalidAt("/granteeUserId", "A grant is for a team or for one person: make two grants for both.");
  }
  if (granteeTeamId) return {key: "granteeTeamId", id: granteeTeamId};
  if (granteeUserId) return {key: "granteeUserId", id: granteeUserId};
  throw invalidAt("/granteeTeamId", 'Who is it for? Give "granteeTeamId" or "granteeUserId".');
}

function cascadeOf({
  resourceType,
  cascadeChartsPermission: cascade = null,
}: GrantInput): "view" | "edit" | null {
  if (cascade === null || resourceType === "dashboard") return cascade;
  const message = `A ${resourceType} shows no charts that a grant could reach: only a dashboard's grant cascades.`;
  throw invalidAt("/cascadeChartsPermission", message);
}

/** Requires that the grantee exists, and locks it against deletion until the transaction ends. */
async function requireGrantee(tx: Tx, actor: Actor, {key, id}: Grantee): Promise<void> {
  const table = sql.raw(key === "granteeTeamId" ? "teams" : "principals");
  const {rows} = await sql`
    select from ${table} where org_id = ${actor.orgId} and id = ${id} for key share`.execute(tx);
  if (rows.length > 0) return;
  const what = key === "granteeTeamId" ? "team" : "member or service account";
  throw invalidAt(`/${key}`, `There is no ${what} "${id}" in your organization.`);
}
