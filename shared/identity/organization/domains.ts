import {domainToASCII} from "node:url";
import {ServiceError} from "../../ground/errors.ts";
import {domainOf} from "../../ground/mail-address.ts";
import type {SignInConfig} from "../../ground/process/oidc-config.ts";

/**
 * `missing_privilege` where OIDC_ALLOWED_DOMAINS gives the address's domain to other organizations than this one. An
 * address is one member's in all organizations, so that a foreign admin could otherwise take it from whose it is.
 */
export function requireOwnDomain({oidc}: Pick<SignInConfig, "oidc">, orgId: string, email: string): void {
  const domain = domainToASCII(domainOf(email));
  const orgIds = (oidc?.allowedDomains ?? []).flatMap(entry =>
    entry.domain === domain ? (entry.orgId ?? []) : [],
  );
  if (orgIds.length === 0 || orgIds.includes(orgId)) return;
  throw new ServiceError(
    "missing_privilege",
    `Addresses of ${domain} belong to another organization here. Choose another address, or ask who runs this service (OIDC_ALLOWED_DOMAINS).`,
  );
}
