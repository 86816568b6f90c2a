import type {Actor} from "../../core/actor.ts";
import {audit} from "../../core/audit.ts";
import {isUniqueViolation} from "../../core/database/constraints.ts";
import {type Db, sql, type Tx} from "../../core/db.ts";
import {ServiceError} from "../../core/errors.ts";
import {newId} from "../../core/ids.ts";
import {spellingsOf} from "../../core/mail-address.ts";
import {actorOf, type PrincipalRow, principalColumns} from "../../core/principal-row.ts";
import type {OidcConfig} from "../../core/process/oidc-config.ts";
import {type Mode, requireSeat} from "../../tenancy/billing/limits.ts";
import {requireOwnDomain} from "../organization/domains.ts";
import {lockOrg} from "../organization/principals.ts";
import type {Origin} from "../sign-in/passwords.ts";
import {applyClaims} from "./apply-claims.ts";
import {type MemberClaims, readClaims} from "./claims.ts";
import {allowedFor, type NamedOrg, notAMember, organizationsFor} from "./organization-of.ts";
import type {Identity} from "./provider.ts";

interface SignInDeps {
  db: Db;
  config: {oidc: OidcConfig; passwordSignIn: boolean; billing: Mode};
}

/** The signed-in person, or the organizations among which a new person has to choose. */
export type SignedIn = {user: Actor} | {choice: NamedOrg[]};

/**
 * Signs in the person whom the provider has authenticated. A person is found by issuer and subject. At the first
 * sign-in a person is found by the verified address of a member to whom nobody else is bound, or becomes a new member
 * if OIDC_CREATE allows it. Memberships, attributes and the role are set by the claims. `chosenOrgId` is the
 * organization that a new person has chosen. Rejects with `missing_privilege` for everybody else.
 */
export async function signInByProvider(
  deps: SignInDeps,
  identity: Identity,
  chosenOrgId: string | undefined,
  origin: Origin,
): Promise<SignedIn> {
  try {
    return await attempt(deps, identity, chosenOrgId, origin);
  } catch (error) {
    // Another sign-in has bound or created the member at the same moment: the second attempt finds that member.
    if (!isUniqueViolation(error)) throw error;
    return attempt(deps, identity, chosenOrgId, origin);
  }
}

function attempt(
  {db, config}: SignInDeps,
  identity: Identity,
  chosenOrgId: string | undefined,
  origin: Origin,
): Promise<SignedIn> {
  const {oidc, billing} = config;
  const claims = readClaims(oidc, identity.claims);
  return db.transaction().execute(async tx => {
    let member = await boundMember(tx, identity);
    if (member) allowedFor(oidc, claims.email ?? member.email ?? "");
    else {
      const found = await bindByAddress(tx, oidc, billing, {identity, claims, chosenOrgId, origin});
      if ("choice" in found) return found;
      member = found;
    }
    const person = {...member, ...origin};
    await audit(tx, person, "member.sign_in", {type: "member", id: person.id}, {issuer: identity.issuer});
    await applyClaims(tx, config, person, claims);
    await sql`
      update sign_in_bindings set signed_in_at = now()
      where issuer = ${identity.issuer} and subject = ${identity.subject} and org_id = ${person.orgId}`.execute(
      tx,
    );
    return {user: person};
  });
}

async function boundMember(tx: Tx, {issuer, subject}: Identity): Promise<Actor | undefined> {
  return findMember(
    tx,
    sql`exists (select from sign_in_bindings b
      where b.issuer = ${issuer} and b.subject = ${subject} and b.org_id = p.org_id and b.principal_id = p.id)`,
  );
}

async function findMember(tx: Tx, condition: ReturnType<typeof sql>): Promise<Actor | undefined> {
  const {rows} = await sql<PrincipalRow>`
    select ${principalColumns}
    from principals p join orgs o on o.id = p.org_id
    where p.kind = 'user' and ${condition}`.execute(tx);
  return rows[0] && actorOf(rows[0], []);
}

/**
 * The member with this address; if two members have spellings of it, which an older version allowed, the one with the
 * given spelling. The organization is locked first, as by an admin's change of the member, so that the two cannot
 * deadlock. The member is read again after that, as the change left it.
 */
async function findByAddress(tx: Tx, email: string): Promise<Actor | undefined> {
  const hasAddress = sql`lower(p.email) = any (${spellingsOf(email)}::text[])
    order by lower(p.email) <> ${email.toLowerCase()}`;
  const found = await findMember(tx, hasAddress);
  if (!found) return undefined;
  await lockOrg(tx, found.orgId);
  return findMember(tx, hasAddress);
}

interface FirstSignIn {
  identity: Identity;
  claims: MemberClaims;
  chosenOrgId: string | undefined;
  origin: Origin;
}

async function bindByAddress(
  tx: Tx,
  config: OidcConfig,
  billing: Mode,
  first: FirstSignIn,
): Promise<Actor | {choice: NamedOrg[]}> {
  const {identity, claims, origin} = first;
  const email = requireVerified(claims);
  const allowed = allowedFor(config, email);
  let member = await findByAddress(tx, email);
  if (member) {
    requireOwnDomain({oidc: config}, member.orgId, email);
    // A concurrent sign-in of the same person has bound the member in the meantime.
    if (await isBound(tx, identity, member)) return member;
  } else {
    if (config.createSeat === undefined) throw await notAMember(tx, allowed, email);
    const orgs = await organizationsFor(tx, allowed, email);
    const org = orgs.length === 1 ? orgs[0] : orgs.find(({id}) => id === first.chosenOrgId);
    if (!org) return {choice: orgs};
    member = await createMember(tx, billing, {
      org,
      email,
      name: claims.name ?? email,
      seat: config.createSeat,
      origin,
    });
  }
  const {id, orgId} = member;
  await sql`
    insert into sign_in_bindings (issuer, subject, org_id, principal_id)
    values (${identity.issuer}, ${identity.subject}, ${orgId}, ${id})`.execute(tx);
  const details = {issuer: identity.issuer, subject: identity.subject};
  await audit(tx, {...member, ...origin}, "member.bind", {type: "member", id}, details);
  return member;
}

function requireVerified({email, isVerified}: MemberClaims): string {
  if (email === undefined) {
    throw new ServiceError(
      "missing_privilege",
      "The identity provider has sent no email address, by which you would be known here (OIDC_SCOPES needs email).",
    );
  }
  if (isVerified) return email;
  throw new ServiceError(
    "missing_privilege",
    `The identity provider does not say that ${email} is verified. Verify it there, then sign in again.`,
  );
}

/**
 * Whether the member is bound to this identity; `missing_privilege` if the member is bound to another identity of the
 * issuer.
 */
async function isBound(tx: Tx, {issuer, subject}: Identity, member: Actor): Promise<boolean> {
  const {rows} = await sql<{subject: string}>`
    select subject from sign_in_bindings
    where issuer = ${issuer} and principal_id = ${member.id} and org_id = ${member.orgId}`.execute(tx);
  if (rows.length === 0) return false;
  if (rows.some(row => row.subject === subject)) return true;
  throw new ServiceError(
    "missing_privilege",
    `Somebody else at the identity provider signs in as ${member.email ?? member.name} already. An admin of your organization can release that account.`,
  );
}

interface NewPerson {
  org: NamedOrg;
  email: string;
  name: string;
  seat: Actor["seat"];
  origin: Origin;
}

async function createMember(
  tx: Tx,
  billing: Mode,
  {org, email, name, seat, origin}: NewPerson,
): Promise<Actor> {
  const id = newId("user");
  await tx
    .insertInto("principals")
    .values({id, org_id: org.id, kind: "user", name, email, org_role: "member", seat, attributes: "{}"})
    .execute();
  if (seat === "editor") await requireSeat(tx, billing, org.id);
  const member = await findMember(tx, sql`p.id = ${id} and p.org_id = ${org.id}`);
  if (!member) throw new Error(`the member ${id} was not created`);
  const details = {email, orgRole: "member", seat};
  await audit(tx, {...member, ...origin}, "member.create", {type: "member", id}, details);
  return member;
}
