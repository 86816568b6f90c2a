import {requireOrgAdmin} from "../../core/access.ts";
import type {Actor} from "../../core/actor.ts";
import {audit} from "../../core/audit.ts";
import {publish} from "../../core/change-notices.ts";
import {type Db, sql} from "../../core/db.ts";
import {lockPrincipal} from "../../core/principal-row.ts";
import {getMember} from "../organization/members.ts";
import {endSessionsOf} from "../sign-in/sessions.ts";

/**
 * Removes the bindings of a member to accounts at identity providers. The next sign-in with the member's verified address
 * creates a new binding. Sessions that began with such an account, and the grants made in them, end within a second.
 * A second call changes nothing.
 */
export async function releaseMember(db: Db, actor: Actor, memberId: string): Promise<void> {
  requireOrgAdmin(actor);
  const {orgId} = actor;
  await db.transaction().execute(async tx => {
    await lockPrincipal(tx, {orgId, id: memberId});
    await getMember(tx, actor, memberId);
    await audit(tx, actor, "member.release", {type: "member", id: memberId});
    await tx
      .deleteFrom("sign_in_bindings")
      .where("org_id", "=", orgId)
      .where("principal_id", "=", memberId)
      .execute();
    // Sessions first: a session that gives a grant is locked until the grant is committed.
    await endSessionsOf(tx, {orgId, id: memberId}, {onlyFromProvider: true});
    await sql`
      delete from oauth_grants
      where org_id = ${orgId} and principal_id = ${memberId} and issuer is not null`.execute(tx);
    await publish(tx, {kind: "principal", id: memberId});
  });
}
