import {notFound, requireOrgAdmin} from "../../core/access.ts";
import type {Actor} from "../../core/actor.ts";
import {audit} from "../../core/audit.ts";
import {publish} from "../../core/change-notices.ts";
import type {Db, Tx} from "../../core/db.ts";
import {newId} from "../../core/ids.ts";
import type {Page} from "../../core/paging.ts";
import type {SignInConfig} from "../../core/process/oidc-config.ts";
import {type Mode, requireSeat} from "../../tenancy/billing/limits.ts";
import {requireOwnDomain} from "./domains.ts";
import {endAccountsOf} from "./end-service-accounts.ts";
import {
  deletePrincipal,
  lockOrg,
  newestFirst,
  requireAnotherAdmin,
  type SignInMethods,
} from "./principals.ts";
import type {Member, MemberChanges, NewMember} from "./schemas.ts";
import {refuseTakenEmail, requireFreeEmail} from "./taken-email.ts";

/** The organization's users, newest first. Returns one user more than the page holds if there are more. */
export async function listMembers(db: Db, actor: Actor, page: Page): Promise<Member[]> {
  requireOrgAdmin(actor);
  const rows = await newestFirst(members(db, actor.orgId), page);
  return rows.map(memberOf);
}

export async function getMember(db: Db | Tx, actor: Actor, memberId: string): Promise<Member> {
  const row = await members(db, actor.orgId).where("id", "=", memberId).executeTakeFirst();
  if (!row) throw notFound("member", memberId);
  requireOrgAdmin(actor);
  return memberOf(row);
}

interface MemberDeps {
  db: Db;
  config: SignInConfig & {billing: Mode};
}

/**
 * Creates a member. A user belongs to one organization: rejects with `conflict` for an address that a user of any
 * organization has, and with `missing_privilege` for an address whose domain belongs to another organization.
 */
export async function createMember(
  {db, config}: MemberDeps,
  actor: Actor,
  input: NewMember,
): Promise<Member> {
  requireOrgAdmin(actor);
  requireOwnDomain(config, actor.orgId, input.email);
  const member: Member = {
    id: newId("user"),
    name: input.name,
    email: input.email,
    orgRole: input.orgRole ?? "member",
    seat: input.seat ?? "editor",
    attributes: input.attributes ?? {},
    createdAt: new Date().toISOString(),
  };
  const {id, email, orgRole, seat} = member;
  await db.transaction().execute(async tx => {
    await requireFreeEmail(tx, member);
    await refuseTakenEmail(email, () =>
      tx
        .insertInto("principals")
        .values({id, org_id: actor.orgId, kind: "user", created_at: member.createdAt, ...columnsOf(member)})
        .execute(),
    );
    if (seat === "editor") await requireSeat(tx, config.billing, actor.orgId);
    await audit(tx, actor, "member.create", {type: "member", id}, {email, orgRole, seat});
  });
  return member;
}

/**
 * Changes a member, which takes effect on the member's tokens within a second. `check` gets the locked member before
 * the change.
 */
export async function updateMember(
  {db, config}: MemberDeps,
  actor: Actor,
  memberId: string,
  changes: MemberChanges,
  check: (current: Member) => void,
): Promise<Member> {
  requireOrgAdmin(actor);
  return db.transaction().execute(async tx => {
    const before = await lockMember(tx, actor, memberId);
    check(before);
    const after: Member = {
      ...before,
      name: changes.name ?? before.name,
      email: changes.email ?? before.email,
      orgRole: changes.orgRole ?? before.orgRole,
      seat: changes.seat ?? before.seat,
      attributes: changes.attributes ?? before.attributes,
    };
    if (after.email !== before.email) {
      requireOwnDomain(config, actor.orgId, after.email);
      await requireFreeEmail(tx, after);
    }
    if (after.orgRole !== "admin" || after.seat !== "editor") {
      await requireAnotherAdmin(tx, config, actor.orgId, memberId);
    }
    const {orgRole, seat} = after;
    const changed = KEYS.filter(key => !Bun.deepEquals(before[key], after[key]));
    await audit(tx, actor, "member.update", {type: "member", id: memberId}, {changed, orgRole, seat});
    await refuseTakenEmail(after.email, () =>
      tx
        .updateTable("principals")
        .set({...columnsOf(after), ...(orgRole === before.orgRole ? {} : {admin_by_claim: false})})
        .where("org_id", "=", actor.orgId)
        .where("id", "=", memberId)
        .execute(),
    );
    if (after.seat === "editor" && before.seat !== "editor")
      await requireSeat(tx, config.billing, actor.orgId);
    if (orgRole !== "admin" || seat !== "editor") await endAccountsOf(tx, actor, memberId);
    await publish(tx, {kind: "principal", id: memberId});
    return after;
  });
}

/**
 * Removes a member and ends the member's tokens within a second. Everything that the member owns goes to `transferTo`.
 */
export async function removeMember(
  {db, config}: {db: Db; config: SignInMethods},
  actor: Actor,
  memberId: string,
  transferTo: string | undefined,
  check: (current: Member) => void,
): Promise<void> {
  requireOrgAdmin(actor);
  await db.transaction().execute(async tx => {
    const member = await lockMember(tx, actor, memberId);
    check(member);
    const details = {email: member.email};
    await deletePrincipal({tx, config}, actor, {id: memberId, type: "member", details}, transferTo);
  });
}

const KEYS = ["name", "email", "orgRole", "seat", "attributes"] as const;

function columnsOf({name, email, orgRole, seat, attributes}: Member) {
  return {name, email, org_role: orgRole, seat, attributes: JSON.stringify(attributes)};
}

function members(db: Db | Tx, orgId: string) {
  return db
    .selectFrom("principals")
    .select(["id", "name", "email", "org_role as orgRole", "seat", "attributes", "created_at"])
    .$narrowType<Pick<Member, "email" | "orgRole" | "seat" | "attributes">>()
    .where("org_id", "=", orgId)
    .where("kind", "=", "user");
}

async function lockMember(tx: Tx, actor: Actor, memberId: string): Promise<Member> {
  await lockOrg(tx, actor.orgId);
  const row = await members(tx, actor.orgId).where("id", "=", memberId).forUpdate().executeTakeFirst();
  if (!row) throw notFound("member", memberId);
  return memberOf(row);
}

function memberOf(row: Omit<Member, "createdAt"> & {created_at: Date}): Member {
  const {id, name, email, orgRole, seat, attributes, created_at} = row;
  return {id, name, email, orgRole, seat, attributes, createdAt: created_at.toISOString()};
}
