import type {Actor} from "../../ground/actor.ts";
import {audit} from "../../ground/audit.ts";
import {sql, type Tx} from "../../ground/db.ts";
import {ServiceError} from "../../ground/errors.ts";
import {publish} from "../../ground/notices.ts";

/**
 * Ends the service accounts that a principal has made with `endsWithMe`, such as those that unlock changes in a
 * browser, because the principal is deleted or no org-admin any more. Accounts that these accounts have made with
 * `endsWithMe` end too. Their tokens end within a second; what they own stays.
 */
export async function endAccountsOf(tx: Tx, actor: Actor, makerId: string): Promise<void> {
  const {rows} = await sql<{id: string; name: string}>`
    update principals set expires_at = now()
    where org_id = ${actor.orgId} and ends_with = ${makerId} and (expires_at is null or expires_at > now())
    returning id, name`.execute(tx);
  for (const {id, name} of rows) {
    await audit(tx, actor, "service_account.end", {type: "service_account", id}, {name, makerId});
    await publish(tx, {kind: "principal", id});
    await endAccountsOf(tx, actor, id);
  }
}

/**
 * Throws `missing_privilege` unless the maker is an org-admin with an editor's seat, and locks the maker until the
 * transaction ends: otherwise an account made while its maker is being removed would be stored after the others had
 * been ended.
 */
export async function requireStillAdmin(tx: Tx, {orgId, id}: Actor): Promise<void> {
  const maker = await tx
    .selectFrom("principals")
    .select("id")
    .where("org_id", "=", orgId)
    .where("id", "=", id)
    .where("org_role", "=", "admin")
    .where("seat", "=", "editor")
    .forShare()
    .executeTakeFirst();
  if (!maker) throw new ServiceError("missing_privilege", "You are no org-admin any more.");
}
