import {requireOrgAdmin} from "../../core/access.ts";
import type {Actor} from "../../core/actor.ts";
import {type Db, sql} from "../../core/db.ts";
import {ServiceError} from "../../core/errors.ts";
import {spellingsOf} from "../../core/mail-address.ts";
import type {AllowedDomain, OidcConfig} from "../../core/process/oidc-config.ts";
import {requireOwnDomain} from "../organization/domains.ts";
import {readMemberState, teamsNamed} from "./apply-claims.ts";
import {type Claims, type MemberClaims, readClaims} from "./claims.ts";
import {compareClaims, type MemberState} from "./compare-claims.ts";
import {allowedFor, organizationsFor} from "./organization-of.ts";
import type {SignInPreview} from "./schemas.ts";

const NOTHING: SignInPreview = {
  outcome: "refused",
  reason: null,
  member: null,
  bound: false,
  orgRole: null,
  seat: null,
  attributes: null,
  joins: [],
  leaves: [],
  unknownTeams: [],
  pausesRuns: false,
};

/** What a sign-in with these claims would change in the caller's organization. Changes nothing. Org-admins only. */
export async function previewSignIn(
  db: Db,
  actor: Actor,
  oidc: OidcConfig,
  claims: Claims,
): Promise<SignInPreview> {
  requireOrgAdmin(actor);
  try {
    return await preview(db, actor.orgId, oidc, claims);
  } catch (error) {
    if (!(error instanceof ServiceError) || !REFUSALS.has(error.code)) throw error;
    return {...NOTHING, reason: error.message};
  }
}

const REFUSALS = new Set(["missing_privilege", "invalid_request"]);

async function preview(db: Db, orgId: string, oidc: OidcConfig, claims: Claims): Promise<SignInPreview> {
  const memberClaims = readClaims(oidc, claims);
  const subject = typeof claims["sub"] === "string" ? claims["sub"] : undefined;
  const found = await findPerson(db, orgId, oidc.issuer, {subject, email: memberClaims.email});
  const isBound = found !== undefined && subject !== undefined && found.subject === subject;
  const email = memberClaims.email ?? (isBound ? found.email : undefined);
  if (email === undefined) throw refusal("The claims have no email address.");
  const allowed = allowedFor(oidc, email);
  if (!isBound) {
    requireOwnDomain({oidc}, orgId, email);
    if (!memberClaims.isVerified) throw refusal(`The claims do not say that ${email} is verified.`);
  }
  if (!found) await requireCreated(db, orgId, oidc, allowed, email);
  const member = found && {id: found.id, name: found.name, email: found.email};
  if (found?.subject && !isBound) {
    const reason = `Somebody else at the provider signs in as ${found.email} already.`;
    return {...NOTHING, reason, member: member ?? null, bound: true};
  }
  const before: MemberState = found
    ? await readMemberState(db, orgId, found.id)
    : {orgRole: "member", adminByClaim: false, attributes: {}, teams: []};
  return {
    ...(await outcomeOf(db, orgId, memberClaims, before)),
    outcome: found ? "member" : "created",
    reason: null,
    member: member ?? null,
    bound: isBound,
    seat: found?.seat ?? oidc.createSeat ?? null,
  };
}

/**
 * Throws the refusal of a sign-in by which a person with the address would not become a member of this organization.
 */
async function requireCreated(
  db: Db,
  orgId: string,
  {createSeat}: OidcConfig,
  allowed: readonly AllowedDomain[],
  email: string,
): Promise<void> {
  const {rows} = await sql`
    select from principals where lower(email) = any (${spellingsOf(email)}::text[])`.execute(db);
  if (rows.length > 0) throw refusal(`${email} already belongs to an organization.`);
  if (createSeat === undefined) {
    throw refusal(`There is no member with the address ${email}, and OIDC_CREATE makes none.`);
  }
  const orgs = await organizationsFor(db, allowed, email);
  if (!orgs.some(({id}) => id === orgId))
    throw refusal(`${email} would become a member of another organization.`);
}

async function outcomeOf(db: Db, orgId: string, memberClaims: MemberClaims, before: MemberState) {
  const outcome = compareClaims(memberClaims, before, await teamsNamed(db, orgId, memberClaims.teams));
  const {orgRole, joins, leaves, unknownTeams} = outcome;
  const attributes = Object.fromEntries(
    Object.entries(outcome.attributes).map(([name, values]): [string, string[]] => [name, [...values]]),
  );
  return {orgRole, attributes, joins, leaves, unknownTeams, pausesRuns: outcome.attributesChanged};
}

interface Found {
  id: string;
  name: string;
  email: string;
  seat: Actor["seat"];
  /** Who signs in as the member at the provider; `null`: nobody yet. */
  subject: string | null;
}

/** The member of this organization who is bound to the subject, else the one with the address. */
async function findPerson(
  db: Db,
  orgId: string,
  issuer: string,
  {subject, email}: {subject: string | undefined; email: string | undefined},
): Promise<Found | undefined> {
  const {rows} = await sql<Omit<Found, "email"> & {email: string | null}>`
    select p.id, p.name, p.email, p.seat, b.subject
    from principals p
      left join sign_in_bindings b on b.org_id = p.org_id and b.principal_id = p.id and b.issuer = ${issuer}
    where p.org_id = ${orgId} and p.kind = 'user'
      and (b.subject = ${subject ?? ""} or lower(p.email) = any (${spellingsOf(email ?? "")}::text[]))
    order by b.subject is distinct from ${subject ?? ""}, lower(p.email) <> ${email?.toLowerCase() ?? ""}
    limit 1`.execute(db);
  const [row] = rows;
  return row && {...row, email: row.email ?? ""};
}

function refusal(message: string): ServiceError {
  return new ServiceError("missing_privilege", message);
}
