import {notFound, requireOrgAdmin} from "../../core/access.ts";
import type {Actor, Scope} from "../../core/actor.ts";
import {audit} from "../../core/audit.ts";
import {publish} from "../../core/change-notices.ts";
import {deleteInBatches} from "../../core/database/delete-in-batches.ts";
import {type Db, sql} from "../../core/db.ts";
import {ServiceError} from "../../core/errors.ts";
import {newId} from "../../core/ids.ts";
import {newestPage, type Page} from "../../core/paging.ts";
import {lockPrincipal} from "../../core/principal-row.ts";
import {readerOf} from "../../core/validate.ts";
import {OAuthGrant} from "./schemas.ts";

/** A grant that has no token after this time counts as an abandoned authorization. */
const FIRST_TOKEN_MINUTES = 10;
const UNUSED_CLIENT_DAYS = 1;
/** Much longer than a refresh token lives, because programs store their registration and may not make another. */
const USED_CLIENT_DAYS = 365;

/**
 * Stores the permissions that the user gives to the client in the browser session whose token has this hash. Where the
 * session began at an identity provider, the provider's log-out ends the grant as well. Returns the grant's id. `gone`
 * for a client that was deleted.
 */
export async function createGrant(
  db: Db,
  user: Actor,
  clientId: string,
  scopes: readonly Scope[],
  sessionHash: Buffer,
): Promise<string> {
  const id = newId("oauth");
  await db.transaction().execute(async tx => {
    await lockPrincipal(tx, user);
    // Clients that nobody has authorized are deleted: this update locks the client until the grant is stored.
    const used = await sql`
      update oauth_clients set last_used_at = now() where id = ${clientId} returning id`.execute(tx);
    if (used.rows.length === 0) throw goneClient();
    const {rows} = await sql`
      insert into oauth_grants (id, org_id, principal_id, client_id, scopes, expires_at, issuer, provider_session)
      select ${id}, s.org_id, s.principal_id, ${clientId}, ${[...scopes]}::text[],
        now() + ${FIRST_TOKEN_MINUTES} * interval '1 minute', s.issuer, s.provider_session
      from browser_sessions s
      where s.hash = ${sessionHash} and s.org_id = ${user.orgId} and s.principal_id = ${user.id}
      for share
      returning id`.execute(tx);
    if (rows.length === 0) throw new ServiceError("unauthenticated", "You have been signed out meanwhile.");
    await audit(tx, user, "oauth_grant.create", {type: "oauth_grant", id}, {clientId, scopes: [...scopes]});
  });
  return id;
}

export function goneClient(): ServiceError {
  return new ServiceError("gone", "The application that asked is not registered any more.");
}

/** The organization's valid grants, newest first. Returns one grant more than the page holds if there are more. */
export async function listGrants(db: Db, actor: Actor, page: Page): Promise<OAuthGrant[]> {
  requireOrgAdmin(actor);
  const {rows} = await sql<GrantRow>`
    select g.id, c.name as client_name, g.scopes, g.created_at, g.last_used_at,
      p.id as user_id, p.name as user_name, p.email as user_email
    from oauth_grants g
      join oauth_clients c on c.id = g.client_id
      join principals p on p.id = g.principal_id and p.org_id = g.org_id
    where g.org_id = ${actor.orgId} and g.expires_at > now() ${newestPage(page, "g.id")}`.execute(db);
  return rows.map(grantOf);
}

const readScopes = readerOf(OAuthGrant.properties.scopes, "the scopes of a grant");

interface GrantRow {
  id: string;
  client_name: string;
  scopes: string[];
  created_at: Date;
  last_used_at: Date | null;
  user_id: string;
  user_name: string;
  user_email: string;
}

function grantOf(row: GrantRow): OAuthGrant {
  return {
    id: row.id,
    clientName: row.client_name,
    user: {id: row.user_id, name: row.user_name, email: row.user_email},
    scopes: readScopes(row.scopes),
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  };
}

/**
 * Rejects with `not_found` unless the organization has this grant. Call it before the request's preconditions are
 * checked, and so before `deleteGrant`.
 */
export async function requireGrant(db: Db, actor: Actor, id: string): Promise<void> {
  const {rows} = await sql`
    select from oauth_grants where org_id = ${actor.orgId} and id = ${id} and expires_at > now()`.execute(db);
  if (rows.length === 0) throw notFound("OAuth grant", id);
}

/** Deletes the grant and revokes its tokens, within a second on every process. */
export async function deleteGrant(db: Db, actor: Actor, id: string): Promise<void> {
  await requireGrant(db, actor, id);
  requireOrgAdmin(actor);
  await db.transaction().execute(async tx => {
    const gone = await tx
      .selectFrom("oauth_grants")
      .select(["principal_id", "client_id"])
      .where("org_id", "=", actor.orgId)
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (!gone) throw notFound("OAuth grant", id);
    const details = {clientId: gone.client_id, userId: gone.principal_id};
    await audit(tx, actor, "oauth_grant.delete", {type: "oauth_grant", id}, details);
    await tx.deleteFrom("oauth_grants").where("org_id", "=", actor.orgId).where("id", "=", id).execute();
    await publish(tx, {kind: "principal", id: gone.principal_id});
  });
}

/**
 * Deletes expired grants, tokens and interactions, and clients without a grant: those that nobody has authorized within a
 * day, and those whose last grant was last used long ago. A program that comes back before that finds its registration.
 */
export async function collectGrants(db: Db): Promise<void> {
  // Copies the last use of each client from its grants while they exist, because a grant may be revoked at any time. A
  // client is updated at most once a day.
  await sql`
    update oauth_clients c set last_used_at = g.used_at
    from (
      select client_id, max(coalesce(last_used_at, created_at)) as used_at from oauth_grants group by client_id) g
    where c.id = g.client_id and c.last_used_at < g.used_at - interval '1 day'`.execute(db);
  await deleteInBatches(db, "oauth_grants", sql`expires_at < now()`);
  await deleteInBatches(db, "oauth_tokens", sql`expires_at < now()`);
  await deleteInBatches(db, "oauth_interactions", sql`expires_at < now()`);
  const isUnused = sql`(
    last_used_at is null and created_at < now() - ${UNUSED_CLIENT_DAYS} * interval '1 day'
      or last_used_at < now() - ${USED_CLIENT_DAYS} * interval '1 day')
    and not exists (select from oauth_grants g where g.client_id = oauth_clients.id)`;
  await deleteInBatches(db, "oauth_clients", isUnused);
}
