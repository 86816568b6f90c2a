import pg from "pg";
import type {Actor} from "./actor.ts";
import {prepared} from "./database/prepared.ts";
import {type Db, sql, type Tx} from "./db.ts";
import {ServiceError} from "./errors.ts";

interface ActorRights {
  org_role: Actor["orgRole"];
  seat: Actor["seat"];
  is_valid: boolean;
}

/**
 * Writes an entry of the audit log: who did what to which resource, from where. Call it in the transaction of the
 * change. If the change may affect the actor itself, call it before the change: it reads the actor's rights again and
 * throws `unauthenticated` or `missing_privilege` if the actor was deleted, demoted or had its token revoked since the
 * request came.
 */
export async function audit(
  db: Db | Tx,
  actor: Actor,
  action: string,
  resource: {type: string; id: string},
  details: Readonly<Record<string, string | number | boolean | null | readonly string[]>> = {},
): Promise<void> {
  const {rows} = await sql<ActorRights>`${prepared}
    with actor as (
      select p.org_role, p.seat, (p.expires_at is null or p.expires_at > now()) and ${isTokenValid(actor)} as is_valid
      from principals p where p.org_id = ${actor.orgId} and p.id = ${actor.id}
    ), written as (
      insert into audit_log (org_id, actor_id, action, resource_type, resource_id, details, address, request_id)
      select ${actor.orgId}, ${actor.madeBy ?? actor.id}, ${action}, ${resource.type}, ${resource.id}, ${JSON.stringify(details)}::jsonb,
        ${actor.address ?? null}, ${actor.requestId ?? null}
      from actor)
    select org_role, seat, is_valid from actor`.execute(db);
  requireUnchanged(actor, rows[0]);
}

/**
 * Writes an entry for a consequence of a change. Call it after `audit` has written the change's own entry and has
 * checked the actor: the change itself may have deleted or demoted the actor.
 */
export async function auditConsequence(
  tx: Tx,
  actor: Actor,
  action: string,
  resource: {type: string; id: string},
  details: Readonly<Record<string, string>>,
): Promise<void> {
  await sql`
    insert into audit_log (org_id, actor_id, action, resource_type, resource_id, details, address, request_id)
    values (${actor.orgId}, ${actor.id}, ${action}, ${resource.type}, ${resource.id}, ${JSON.stringify(details)}::jsonb,
      ${actor.address ?? null}, ${actor.requestId ?? null})`.execute(tx);
}

/** Writes an entry for a change that the service makes by itself. `id` is recorded as the actor. */
export async function auditService(
  tx: Tx,
  {orgId, id}: {orgId: string; id: string},
  action: string,
  resource: {type: string; id: string},
  details: Readonly<Record<string, string | number>>,
): Promise<void> {
  await sql`
    insert into audit_log (org_id, actor_id, action, resource_type, resource_id, details)
    values (${orgId}, ${id}, ${action}, ${resource.type}, ${resource.id}, ${JSON.stringify(details)}::jsonb)`.execute(
    tx,
  );
}

/** A condition: the request's token is still valid. */
function isTokenValid({tokenHash}: Actor) {
  if (tokenHash === undefined) return sql`true`;
  const hash = Buffer.from(tokenHash, "base64");
  return sql`(
    exists (select from tokens t
      where t.hash = ${hash} and t.principal_id = p.id and (t.expires_at is null or t.expires_at > now()))
    or exists (select from oauth_tokens t where t.hash = ${hash} and t.org_id = p.org_id and t.expires_at > now())
    or exists (select from session_tokens t
      where t.hash = ${hash} and t.org_id = p.org_id and t.expires_at > now()))`;
}

function requireUnchanged(actor: Actor, now: ActorRights | undefined): void {
  if (!now?.is_valid) throw deletedActorError();
  if (now.org_role === actor.orgRole || now.org_role === "admin") {
    if (now.seat === actor.seat || now.seat === "editor") return;
  }
  throw new ServiceError("missing_privilege", "Your rights were changed just now, and no longer allow this.");
}

/** The error for a caller who was deleted, or whose token was revoked, during the request. */
function deletedActorError(cause?: unknown): ServiceError {
  return new ServiceError("unauthenticated", "The token was revoked just now, or its owner deleted.", {
    headers: {"www-authenticate": "Bearer"},
    ...(cause === undefined ? {} : {cause}),
  });
}

const FOREIGN_KEY_VIOLATION = "23503";

/**
 * Turns the error that Postgres reports when a new row refers to a deleted caller into `unauthenticated`. Returns every
 * other error as it is.
 */
export function translateDeletedActor(error: unknown, actor: Actor | undefined): unknown {
  if (actor === undefined || !(error instanceof pg.DatabaseError)) return error;
  const {code, detail = ""} = error;
  const isOurs = detail.includes(`, ${actor.id}) is not present in table "principals"`);
  return code === FOREIGN_KEY_VIOLATION && isOurs ? deletedActorError(error) : error;
}
