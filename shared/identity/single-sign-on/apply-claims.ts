import type {Actor, OrgRole} from "../../core/actor.ts";
import {audit} from "../../core/audit.ts";
import {publish} from "../../core/change-notices.ts";
import {type Db, sql, type Tx} from "../../core/db.ts";
import {ServiceError} from "../../core/errors.ts";
import {readAttributes} from "../../core/principal-row.ts";
import {endAccountsOf} from "../organization/end-service-accounts.ts";
import {lockOrg, requireAnotherAdmin, type SignInMethods} from "../organization/principals.ts";
import {pauseRuns} from "../organization/transfer-run-as.ts";
import type {MemberClaims} from "./claims.ts";
import {compareClaims, type MemberState, type NamedTeam, type Outcome} from "./compare-claims.ts";

/**
 * Applies the claims to the member, which takes effect on the member's tokens within a second. If values of attributes
 * have changed, everything that runs as the member is paused, and the member is notified by mail.
 */
export async function applyClaims(
  tx: Tx,
  config: SignInMethods,
  member: Actor,
  claims: MemberClaims,
): Promise<void> {
  const {id, orgId} = member;
  await lockOrg(tx, orgId);
  // The locks wait for transactions that delete one of the teams or change its members, and make later ones wait.
  const named = await selectTeams(tx, orgId, claims.teams).forKeyShare().execute();
  const before = await readMemberState(tx, orgId, id);
  const outcome = compareClaims(claims, before, named);
  const orgRole = await roleThatLeavesAnAdmin(tx, config, member, before, outcome);
  const changed = changesOf(before, {...outcome, orgRole});
  if (changed.length === 0) return;
  const adminByClaim = orgRole === "admin" && (outcome.adminByClaim || orgRole !== outcome.orgRole);
  await sql`
    update principals set org_role = ${orgRole}, admin_by_claim = ${adminByClaim},
      attributes = ${JSON.stringify(outcome.attributes)}::jsonb
    where org_id = ${orgId} and id = ${id}`.execute(tx);
  await moveTeams(tx, orgId, id, outcome);
  const actor = {...member, orgRole};
  await audit(
    tx,
    actor,
    "member.follow_claims",
    {type: "member", id},
    {
      changed,
      orgRole,
      joins: outcome.joins.map(team => team.name),
      leaves: outcome.leaves.map(team => team.name),
    },
  );
  if (outcome.attributesChanged) await pauseRuns(tx, orgId, id, {reason: REASON, explanation: EXPLANATION});
  if (orgRole !== "admin") await endAccountsOf(tx, actor, id);
  await publish(tx, {kind: "principal", id});
}

const REASON = "At a sign-in, the identity provider sent other attributes for the account that it runs as.";
const EXPLANATION = "your identity provider has given you other attributes, so it would get other rows";

/** The state of the member that a sign-in can change, from the database. */
export async function readMemberState(db: Db | Tx, orgId: string, memberId: string): Promise<MemberState> {
  const {rows} = await sql<{org_role: OrgRole; attributes: unknown; admin_by_claim: boolean}>`
    select org_role, attributes, admin_by_claim from principals
    where org_id = ${orgId} and id = ${memberId} and kind = 'user'`.execute(db);
  const row = rows[0];
  if (!row) throw new ServiceError("unauthenticated", "This account was deleted just now.");
  const {rows: teams} = await sql<{id: string; name: string; by_claim: boolean}>`
    select t.id, t.name, m.by_claim
    from team_members m join teams t on t.id = m.team_id and t.org_id = m.org_id
    where m.org_id = ${orgId} and m.principal_id = ${memberId} order by t.name`.execute(db);
  return {
    orgRole: row.org_role,
    adminByClaim: row.admin_by_claim,
    attributes: readAttributes(row.attributes),
    teams: teams.map(({id, name, by_claim}) => ({id, name, byClaim: by_claim})),
  };
}

/** The organization's teams that have one of these names. */
export function teamsNamed(db: Db | Tx, orgId: string, names: readonly string[]): Promise<NamedTeam[]> {
  return selectTeams(db, orgId, names).execute();
}

function selectTeams(db: Db | Tx, orgId: string, names: readonly string[]) {
  return db
    .selectFrom("teams")
    .select(["id", "name"])
    .where("org_id", "=", orgId)
    .where("name", "in", names.length > 0 ? names : [""])
    .orderBy("name");
}

/** The role by the claims, except that the organization's last admin stays an admin. */
async function roleThatLeavesAnAdmin(
  tx: Tx,
  config: SignInMethods,
  {id, orgId}: Actor,
  before: MemberState,
  {orgRole}: Outcome,
): Promise<OrgRole> {
  if (before.orgRole !== "admin" || orgRole === "admin") return orgRole;
  try {
    await requireAnotherAdmin(tx, config, orgId, id);
    return orgRole;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "conflict") throw error;
    return "admin";
  }
}

function changesOf(
  before: MemberState,
  after: Pick<Outcome, "orgRole" | "attributes" | "joins" | "leaves">,
): string[] {
  return [
    ...(before.orgRole === after.orgRole ? [] : ["orgRole"]),
    ...(Bun.deepEquals(before.attributes, after.attributes) ? [] : ["attributes"]),
    ...(after.joins.length + after.leaves.length > 0 ? ["teams"] : []),
  ];
}

async function moveTeams(tx: Tx, orgId: string, memberId: string, {joins, leaves}: Outcome): Promise<void> {
  if (leaves.length > 0) {
    await tx
      .deleteFrom("team_members")
      .where("org_id", "=", orgId)
      .where("principal_id", "=", memberId)
      .where("by_claim", "=", true)
      .where(
        "team_id",
        "in",
        leaves.map(({id}) => id),
      )
      .execute();
  }
  if (joins.length > 0) {
    await tx
      .insertInto("team_members")
      .values(
        joins.map(({id}) => ({
          org_id: orgId,
          team_id: id,
          principal_id: memberId,
          role: "member",
          by_claim: true,
        })),
      )
      .onConflict(conflict => conflict.columns(["team_id", "principal_id"]).doNothing())
      .execute();
  }
}
