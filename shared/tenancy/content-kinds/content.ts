import type {Actor} from "../../core/actor.ts";
import {audit} from "../../core/audit.ts";
import type {ContentType} from "../../core/content-types.ts";
import {prepared} from "../../core/database/prepared.ts";
import {type Db, sql, type Tx} from "../../core/db.ts";
import {invalidAt, ServiceError} from "../../core/errors.ts";
import {levelOn, levelSql, type Right, requireRight} from "../content-rights/rights.ts";
import {standingColumns, viewsOfContent} from "./star-and-views.ts";

/** The columns of every piece of content, as `contentColumns` selects them. */
export interface ContentRow {
  id: string;
  name: string;
  owner_id: string;
  team_id: string | null;
  created_at: Date;
  updated_at: Date;
}

/** Columns of the row `c` of `content`. */
export const contentColumns = sql.raw("c.id, c.name, c.owner_id, c.team_id, c.created_at, c.updated_at");

/**
 * The row `c` of `content` that belongs to the row `readable`, for a lateral join. `offset 0` keeps the lookup by key:
 * without it Postgres might read the whole table for one page.
 */
export function contentOf(actor: Actor) {
  return sql`select ${contentColumns}, ${standingColumns(actor)} from content c ${viewsOfContent}
    where c.org_id = ${actor.orgId} and c.id = readable.id offset 0`;
}

/** Columns of the row `c` of `contentOf`. */
export const listedColumns = sql.raw(
  "c.id, c.name, c.owner_id, c.team_id, c.created_at, c.updated_at, c.starred, c.views, c.last_viewed_at",
);

/** The fields that every piece of content shows. */
export function viewContent(row: ContentRow) {
  return {
    id: row.id,
    name: row.name,
    teamId: row.team_id,
    ownerId: row.owner_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/**
 * The common part of a piece of content, if the caller has this right on it: `not_found` or `missing_privilege`
 * otherwise.
 */
export async function requireContent(
  db: Db | Tx,
  actor: Actor,
  type: ContentType,
  id: string,
  right: Right,
  lock = sql``,
): Promise<ContentRow & {level: number}> {
  const {rows} = await sql<ContentRow & {level: number}>`
    ${prepared} select ${contentColumns}, ${levelSql(actor)} as level from content c
    where c.org_id = ${actor.orgId} and c.type = ${type} and c.id = ${id} ${lock}`.execute(db);
  const row = rows[0];
  requireRight(row?.level, right, type, id);
  return row!;
}

/**
 * Locks the content against other changes until the transaction ends. Read its data in a later statement: a statement
 * that waits for a lock sees the locked row as it is now, but everything else as it was when the statement began.
 */
export async function lockContent(tx: Tx, actor: Actor, type: ContentType, id: string): Promise<void> {
  await sql`
    select c.id from content c
    where c.org_id = ${actor.orgId} and c.type = ${type} and c.id = ${id} for no key update of c`.execute(tx);
}

/**
 * Inserts a row of `content`, owned by the caller, or with `teamId` by that team, of which the caller must be a member.
 */
export async function insertContent(
  tx: Tx,
  actor: Actor,
  type: ContentType,
  {id, name, teamId = null}: {id: string; name: string; teamId?: string | null | undefined},
): Promise<void> {
  if (teamId !== null) await requireOwnTeam(tx, actor, teamId);
  await sql`
    insert into content (id, org_id, type, name, owner_id, team_id)
    values (${id}, ${actor.orgId}, ${type}, ${name}, ${actor.id}, ${teamId})`.execute(tx);
  await audit(tx, actor, `${type}.create`, {type, id}, {name, teamId});
}

/**
 * Changes the given fields and the time of the last change, and returns the new row. Giving the content to another team
 * requires the right `own` and membership of that team; the caller of this function has checked every other right.
 */
export async function updateContent(
  tx: Tx,
  actor: Actor,
  type: ContentType,
  current: ContentRow & {level: number},
  {
    name = current.name,
    teamId = current.team_id,
  }: {name?: string | undefined; teamId?: string | null | undefined},
  changed: readonly string[],
): Promise<ContentRow> {
  if (teamId !== current.team_id) {
    requireRight(levelOn(type, current.level), "own", type, current.id);
    if (teamId !== null) await requireOwnTeam(tx, actor, teamId);
  }
  const {rows} = await sql<ContentRow>`
    update content c set name = ${name}, team_id = ${teamId}, updated_at = now()
    where c.org_id = ${actor.orgId} and c.type = ${type} and c.id = ${current.id}
    returning ${contentColumns}`.execute(tx);
  await audit(tx, actor, `${type}.update`, {type, id: current.id}, {changed});
  return rows[0]!;
}

/** Deletes the content with its grants and the row of its type, by cascade. */
export async function deleteContent(
  tx: Tx,
  actor: Actor,
  type: ContentType,
  {id, name}: {id: string; name: string},
): Promise<void> {
  await sql`delete from content where org_id = ${actor.orgId} and type = ${type} and id = ${id}`.execute(tx);
  await audit(tx, actor, `${type}.delete`, {type, id}, {name});
}

/** A check of the locked resource that accepts any version: the last change wins, as without `If-Match`. */
export const anyVersion = () => undefined;

/**
 * Throws `missing_privilege` unless the caller may give content to the team, and `invalid_request` for an unknown team.
 * In a transaction, the team cannot be deleted before its end.
 */
export async function requireOwnTeam(db: Db | Tx, actor: Actor, teamId: string): Promise<void> {
  const {rows} = await sql<{id: string}>`
    select id from teams where org_id = ${actor.orgId} and id = ${teamId} for key share`.execute(db);
  if (rows.length === 0) {
    throw invalidAt("/teamId", `There is no team "${teamId}".`);
  }
  if (actor.orgRole === "admin" || actor.teams.some(team => team.id === teamId)) return;
  throw new ServiceError(
    "missing_privilege",
    `You are not a member of the team "${teamId}": only its members can give it content.`,
  );
}
