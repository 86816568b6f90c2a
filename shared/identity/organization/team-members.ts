import {notFound} from "../../core/access.ts";
import type {Actor} from "../../core/actor.ts";
import {audit} from "../../core/audit.ts";
import {publish} from "../../core/change-notices.ts";
import type {Db} from "../../core/db.ts";
import {ServiceError} from "../../core/errors.ts";
import type {Page} from "../../core/paging.ts";
import {requirePrincipal} from "./principals.ts";
import type {TeamMember} from "./schemas.ts";
import {getTeam, lockTeam} from "./teams.ts";

/** Requires a lead of the team or an org-admin. */
export function requireTeamLead(actor: Actor, teamId: string): void {
  if (actor.orgRole === "admin") return;
  if (actor.teams.some(team => team.id === teamId && team.role === "lead")) return;
  throw new ServiceError("missing_privilege", "This call needs an org-admin or a lead of this team.");
}

/**
 * The team's users and service accounts, newest first. Returns one member more than the page holds if there are more.
 */
export async function listTeamMembers(
  db: Db,
  actor: Actor,
  teamId: string,
  page: Page,
): Promise<TeamMember[]> {
  const team = await getTeam(db, actor, teamId);
  if (actor.orgRole !== "admin" && team.role === null) {
    throw new ServiceError("missing_privilege", "This call needs an org-admin or a member of this team.");
  }
  return db
    .selectFrom("team_members as m")
    .innerJoin("principals as p", join =>
      join.onRef("p.id", "=", "m.principal_id").onRef("p.org_id", "=", "m.org_id"),
    )
    .select(["p.id", "p.kind", "p.name", "m.role"])
    .$narrowType<Pick<TeamMember, "kind" | "role">>()
    .where("m.org_id", "=", actor.orgId)
    .where("m.team_id", "=", teamId)
    .$if(page.before !== undefined, query => query.where("p.id", "<", page.before ?? ""))
    .orderBy("p.id", "desc")
    .limit(page.limit + 1)
    .execute();
}

/**
 * Makes the principal a member of the team in this role, or changes its role. The membership then follows no claim of an
 * identity provider any more.
 */
export async function putTeamMember(
  db: Db,
  actor: Actor,
  teamId: string,
  principalId: string,
  role: TeamMember["role"],
): Promise<TeamMember> {
  requireTeamLead(actor, teamId);
  return db.transaction().execute(async tx => {
    await lockTeam(tx, actor, teamId);
    const principal = await requirePrincipal(tx, actor.orgId, principalId);
    await tx
      .insertInto("team_members")
      .values({org_id: actor.orgId, team_id: teamId, principal_id: principalId, role})
      .onConflict(conflict =>
        conflict.columns(["team_id", "principal_id"]).doUpdateSet({role, by_claim: false}),
      )
      .execute();
    await audit(tx, actor, "team_member.put", {type: "team", id: teamId}, {principalId, role});
    await publish(tx, {kind: "principal", id: principalId});
    return {...principal, role};
  });
}

export async function removeTeamMember(
  db: Db,
  actor: Actor,
  teamId: string,
  principalId: string,
): Promise<void> {
  requireTeamLead(actor, teamId);
  await db.transaction().execute(async tx => {
    await lockTeam(tx, actor, teamId);
    const removed = await tx
      .deleteFrom("team_members")
      .where("org_id", "=", actor.orgId)
      .where("team_id", "=", teamId)
      .where("principal_id", "=", principalId)
      .returning("principal_id")
      .executeTakeFirst();
    if (!removed) throw notFound("member of this team", principalId);
    await audit(tx, actor, "team_member.delete", {type: "team", id: teamId}, {principalId});
    await publish(tx, {kind: "principal", id: principalId});
  });
}
