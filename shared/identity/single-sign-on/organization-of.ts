import type {Db, Tx} from "../../core/db.ts";
import {ServiceError} from "../../core/errors.ts";
import {domainOf} from "../../core/mail-address.ts";
import type {AllowedDomain, OidcConfig} from "../../core/process/oidc-config.ts";
import {entriesFor} from "../organization/domains.ts";

const MAX_NAMED = 3;

export interface NamedOrg {
  id: string;
  name: string;
}

/** The entries of OIDC_ALLOWED_DOMAINS for the address; `missing_privilege` where it is in no allowed domain. */
export function allowedFor({allowedDomains}: OidcConfig, email: string): AllowedDomain[] {
  if (allowedDomains === undefined) return [];
  const entries = entriesFor(allowedDomains, email);
  if (entries.length > 0) return entries;
  throw new ServiceError(
    "missing_privilege",
    `People with addresses of ${domainOf(email)} do not sign in here this way. Sign in with another address, or ask whoever runs this service (OIDC_ALLOWED_DOMAINS).`,
  );
}

/**
 * The organizations that a person without an account may become a member of: those that the address's domain belongs
 * to, else the service's only organization.
 */
export async function organizationsFor(
  db: Db | Tx,
  entries: readonly AllowedDomain[],
  email: string,
): Promise<NamedOrg[]> {
  const orgIds = entries.flatMap(entry => entry.orgId ?? []);
  const orgs = await db
    .selectFrom("orgs")
    .select(["id", "name"])
    .$if(orgIds.length > 0, query => query.where("id", "in", orgIds))
    .orderBy("name")
    .orderBy("id")
    .limit(orgIds.length > 0 ? orgIds.length : 2)
    .execute();
  if (orgs.length > 0 && (orgIds.length > 0 || orgs.length === 1)) return orgs;
  throw new ServiceError(
    "missing_privilege",
    `There is no account for ${email}, and nothing says which organization ${domainOf(email)} belongs to. Ask an admin of yours to add you as a member, or ask whoever runs this service (OIDC_ALLOWED_DOMAINS).`,
  );
}

/**
 * The error for a person who is not a member. It names admins of the organization only if the configuration lists the
 * domain of the person's address.
 */
export async function notAMember(
  db: Db | Tx,
  entries: readonly AllowedDomain[],
  email: string,
): Promise<ServiceError> {
  const isListed = entries.some(({domain}) => domain !== "*");
  const orgs = isListed ? await organizationsFor(db, entries, email).catch(noneIfRefused) : [];
  const [org, another] = orgs;
  const admins = org && !another ? await adminsOf(db, org.id) : [];
  const adminList = admins.length > 0 ? `: ${admins.join(", ")}` : "";
  return new ServiceError(
    "missing_privilege",
    `There is no account for ${email}. Ask an admin of your organization to add you as a member${adminList}.`,
  );
}

function noneIfRefused(error: unknown): NamedOrg[] {
  if (error instanceof ServiceError) return [];
  throw error;
}

async function adminsOf(db: Db | Tx, orgId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("principals")
    .select(["name", "email"])
    .where("org_id", "=", orgId)
    .where("kind", "=", "user")
    .where("org_role", "=", "admin")
    .orderBy("id")
    .limit(MAX_NAMED)
    .execute();
  return rows.map(({name, email}) => (name === email ? name : `${name} (${email})`));
}
