import type {Actor} from "../../core/actor.ts";
import {auditConsequence, auditService} from "../../core/audit.ts";
import {publish} from "../../core/change-notices.ts";
import {sql, type Tx} from "../../core/db.ts";
import {ServiceError} from "../../core/errors.ts";

/**
 * Ends the service accounts that a principal has made with `endsWithMe`, such as those that unlock changes in a
 * browser, because the principal was deleted or is no longer an org-admin. Accounts that these accounts have made with
 * `endsWithMe` end too. The tokens of all of them end within a second; content that the accounts own stays. The actor may
 * be among what ends, so call it after the change's entry in the audit log.
 */
export async function endAccountsOf(tx: Tx, actor: Actor, makerId: string): Promise<void> {
  const {rows} = await sql<{id: string; name: string}>`
    update principals set expires_at = now()
    where org_id = ${actor.orgId} and ends_with = ${makerId} and (expires_at is null or expires_at > now())
    returning id, name`.execute(tx);
  for (const {id, name} of rows) {
    await auditConsequence(tx, actor, "service_account.end", {type: "service_account", id}, {name, makerId});
    await publish(tx, {kind: "principal", id});
    await endAccountsOf(tx, actor, id);
  }
}

/**
 * Ends the service accounts that pages of these browser sessions have made with `endsWithMe`, and those that these
 * accounts have made with `endsWithMe`. Call it after the sessions were deleted. The tokens end within a second;
 * content that the accounts own stays.
 */
export async function endAccountsOfSessions(tx: Tx, sessionHashes: readonly Buffer[]): Promise<void> {
  if (sessionHashes.length === 0) return;
  await endAccountsWhere(tx, sql`p.session_hash = any (${sessionHashes}::bytea[])`);
}

/**
 * Ends the service accounts that an account has made with `endsWithMe`, and those that these accounts have made, because
 * the service deletes the account after its expiry.
 */
export async function endAccountsOfExpired(tx: Tx, {orgId, id}: {orgId: string; id: string}): Promise<void> {
  await endAccountsWhere(tx, sql`p.org_id = ${orgId} and p.ends_with = ${id}`);
}

/** Ends the accounts that match the condition on `p`, and those that they have made with `endsWithMe`. */
async function endAccountsWhere(tx: Tx, condition: ReturnType<typeof sql>): Promise<void> {
  const {rows} = await sql<{id: string; orgId: string; name: string; makerId: string}>`
    with recursive made as (
      select p.id, p.org_id from principals p where ${condition}
      union
      select p.id, p.org_id from principals p join made m on m.org_id = p.org_id and m.id = p.ends_with)
    update principals p set expires_at = now()
    from made m
    where p.org_id = m.org_id and p.id = m.id and (p.expires_at is null or p.expires_at > now())
    returning p.id, p.org_id as "orgId", p.name, coalesce(p.ends_with, p.id) as "makerId"`.execute(tx);
  for (const {id, orgId, name, makerId} of rows) {
    const account = {type: "service_account", id};
    await auditService(tx, {orgId, id: makerId}, "service_account.end", account, {name, makerId});
    await publish(tx, {kind: "principal", id});
  }
}

/**
 * Throws `missing_privilege` unless the maker is an org-admin with an editor's seat, and locks the maker until the
 * transaction ends: otherwise an account made while its maker is being removed would be stored after the others had
 * been ended. For the same reason the browser session whose page makes the request is locked; its hash is returned, or
 * `undefined` for a token of another kind.
 */
export async function requireStillAdmin(tx: Tx, actor: Actor): Promise<Buffer | undefined> {
  const {orgId, id} = actor;
  const maker = await tx
    .selectFrom("principals")
    .select("id")
    .where("org_id", "=", orgId)
    .where("id", "=", id)
    .where("org_role", "=", "admin")
    .where("seat", "=", "editor")
    .forShare()
    .executeTakeFirst();
  if (!maker) throw new ServiceError("missing_privilege", "You are no longer an org-admin.");
  return lockSessionOf(tx, actor);
}

/**
 * Locks the browser session whose page makes the request until the transaction ends, so that it ends no sooner, and
 * returns its hash; `undefined` for a token of another kind. Call it before you lock an account: whoever ends a session
 * locks the session first.
 */
export async function lockSessionOf(tx: Tx, {orgId, tokenHash}: Actor): Promise<Buffer | undefined> {
  if (tokenHash === undefined) return undefined;
  const {rows} = await sql<{hash: Buffer}>`
    select s.hash from browser_sessions s join session_tokens t on t.session_hash = s.hash and t.org_id = s.org_id
    where s.org_id = ${orgId} and t.hash = ${Buffer.from(tokenHash, "base64")} for share of s`.execute(tx);
  return rows[0]?.hash;
}

/** Makes an account that ends with a browser session end with this session instead. Other accounts stay unchanged. */
export async function tieToSession(
  tx: Tx,
  {orgId}: Actor,
  accountId: string,
  sessionHash: Buffer | undefined,
): Promise<void> {
  if (sessionHash === undefined) return;
  await sql`
    update principals set session_hash = ${sessionHash}
    where org_id = ${orgId} and id = ${accountId} and session_hash is not null`.execute(tx);
}
