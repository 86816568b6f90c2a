import {ServiceError} from "../../core/errors.ts";
import {domainInAscii, domainOf} from "../../core/mail-address.ts";
import type {AllowedDomain, SignInConfig} from "../../core/process/oidc-config.ts";

/**
 * The entries of OIDC_ALLOWED_DOMAINS for the address: those that name its domain, or else those for all other domains
 * (`*`).
 */
export function entriesFor(
  allowedDomains: readonly AllowedDomain[] | undefined,
  email: string,
): AllowedDomain[] {
  const own = domainInAscii(domainOf(email));
  const exact = (allowedDomains ?? []).filter(({domain}) => domain === own);
  return exact.length > 0 ? exact : (allowedDomains ?? []).filter(({domain}) => domain === "*");
}

/**
 * Throws `missing_privilege` where OIDC_ALLOWED_DOMAINS gives the address's domain to other organizations than this one.
 * Only one member in all organizations can have an address, so another organization's admin could otherwise take it.
 */
export function requireOwnDomain({oidc}: Pick<SignInConfig, "oidc">, orgId: string, email: string): void {
  const orgIds = entriesFor(oidc?.allowedDomains, email).flatMap(entry => entry.orgId ?? []);
  if (orgIds.length === 0 || orgIds.includes(orgId)) return;
  throw new ServiceError(
    "missing_privilege",
    `Addresses of ${domainOf(email)} belong to another organization here. Ask whoever runs this service (OIDC_ALLOWED_DOMAINS) to settle it.`,
  );
}
