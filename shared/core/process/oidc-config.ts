import {domainInAscii} from "../mail-address.ts";
import type {Reading} from "./mail-config.ts";

/** A domain of email addresses whose people may sign in; with `orgId`, into this organization. */
export interface AllowedDomain {
  domain: string;
  orgId: string | undefined;
}

/** The OpenID Connect provider at which people sign in, and what its claims decide. */
export interface OidcConfig {
  /** The issuer's identifier, exactly as the provider writes it. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Scopes, separated by spaces. */
  scopes: string;
  /** The provider's name on the button. */
  name: string;
  /** `undefined`: people of every domain may sign in. */
  allowedDomains: AllowedDomain[] | undefined;
  /** The seat of members who are created at their first sign-in; `undefined`: nobody is created. */
  createSeat: "viewer" | "editor" | undefined;
  /** The path of the claim with names of teams. */
  teamsClaim: string | undefined;
  /** Attributes of row access, each with the path of its claim. */
  attributes: {attribute: string; claim: string}[];
  /** The path of the claim with groups, and the groups whose members are org-admins. */
  admins: {claim: string; groups: string[]} | undefined;
}

/** The ways to sign in with a browser. */
export interface SignInConfig {
  /** `undefined`: people sign in with a password alone. */
  oidc: OidcConfig | undefined;
  passwordSignIn: boolean;
}

export function readSignInConfig(reading: Reading): SignInConfig {
  const oidc = readOidcConfig(reading);
  return {oidc, passwordSignIn: readPasswordSignIn(reading, oidc)};
}

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];
const CLAIM_PATH = /^[^\s,=]{1,200}$/;
const EVERY_DOMAIN = "*";

/** Reads the variables of single sign-on; `undefined` where it is off. Faults never repeat the secret. */
function readOidcConfig(reading: Reading): OidcConfig | undefined {
  const {text, list, choice, fault} = reading;
  const issuer = text("OIDC_ISSUER", "");
  const clientId = text("OIDC_CLIENT_ID", "");
  const clientSecret = text("OIDC_CLIENT_SECRET", "");
  const create = choice("OIDC_CREATE", "never", ["never", "viewer", "editor"]);
  const domains = list("OIDC_ALLOWED_DOMAINS");
  const given = {OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret};
  const missing = Object.entries(given).filter(([, value]) => value === "");
  if (missing.length === 3) return undefined;
  if (missing.length > 0) {
    fault(`Single sign-on is configured in part: ${missing.map(([name]) => name).join(", ")} is missing`);
    return undefined;
  }
  checkIssuer(issuer, fault);
  const scopes = text("OIDC_SCOPES", "openid email profile").split(/\s+/).join(" ");
  if (!scopes.split(" ").includes("openid")) {
    fault(`OIDC_SCOPES is "${scopes}": the scope openid has to be among them`);
  }
  if (create !== "never" && domains === undefined) {
    fault(
      `OIDC_CREATE is "${create}" without OIDC_ALLOWED_DOMAINS, so everybody whom the provider knows would become a ` +
        `member: list the domains, or ${EVERY_DOMAIN} where that is meant`,
    );
  }
  return {
    issuer,
    clientId,
    clientSecret,
    scopes,
    name: text("OIDC_NAME", URL.parse(issuer)?.hostname ?? issuer).slice(0, 100),
    allowedDomains: domains && readDomains(domains, fault),
    createSeat: create === "viewer" || create === "editor" ? create : undefined,
    teamsClaim: claimPath("OIDC_TEAMS_CLAIM", text("OIDC_TEAMS_CLAIM", ""), fault),
    attributes: readAttributes(list("OIDC_ATTRIBUTES") ?? [], fault),
    admins: readAdmins(reading),
  };
}

/** Whether people may sign in with a password. */
function readPasswordSignIn({choice, fault}: Reading, oidc: OidcConfig | undefined): boolean {
  const isOn = choice("PASSWORD_SIGN_IN", "true", ["true", "false"]) === "true";
  if (!isOn && oidc === undefined) {
    fault(
      "PASSWORD_SIGN_IN is false without a provider to sign in at: nobody could sign in. Set OIDC_ISSUER",
    );
  }
  return isOn;
}

/** https://openid.net/specs/openid-connect-core-1_0.html#IssuerIdentifier */
function checkIssuer(issuer: string, fault: Reading["fault"]): void {
  const url = URL.parse(issuer);
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && LOOPBACK.includes(url.hostname));
  if (url && isSafe && !url.search && !url.hash && !url.username && !url.password) return;
  fault(
    "OIDC_ISSUER must be the provider's https address (http on loopback only) without a query, exactly as the provider " +
      "writes it in its /.well-known/openid-configuration",
  );
}

function readDomains(entries: readonly string[], fault: Reading["fault"]): AllowedDomain[] | undefined {
  if (entries.length === 1 && entries[0] === EVERY_DOMAIN) return undefined;
  return entries.map(entry => {
    const [given = "", orgId, ...more] = entry.split("=").map(part => part.trim());
    const domain = given === EVERY_DOMAIN ? given : domainInAscii(given.replace(/^@/, ""));
    if (
      !/^(\*|[a-z0-9-]+(\.[a-z0-9-]+)*)$/.test(domain) ||
      more.length > 0 ||
      (orgId !== undefined && !/^org_\w+$/.test(orgId))
    ) {
      fault(
        `OIDC_ALLOWED_DOMAINS has "${entry}": a domain such as example.com, or example.com=org_… for one organization, is needed`,
      );
    }
    return {domain, orgId};
  });
}

function readAttributes(entries: readonly string[], fault: Reading["fault"]): OidcConfig["attributes"] {
  const read = entries.map(entry => {
    const [attribute = "", claim = "", ...more] = entry.split("=").map(part => part.trim());
    if (!/^[^\s,=]{1,128}$/.test(attribute) || !CLAIM_PATH.test(claim) || more.length > 0) {
      fault(`OIDC_ATTRIBUTES has "${entry}": attribute=claim is needed, such as country=address.country`);
    }
    return {attribute, claim};
  });
  const twice = read.find(({attribute}, i) => read.findIndex(one => one.attribute === attribute) < i);
  if (twice) fault(`OIDC_ATTRIBUTES names the attribute "${twice.attribute}" twice`);
  return read;
}

function readAdmins({text, list, fault}: Reading): OidcConfig["admins"] {
  const claim = claimPath("OIDC_GROUPS_CLAIM", text("OIDC_GROUPS_CLAIM", ""), fault);
  const groups = list("OIDC_ADMIN_GROUPS");
  if (claim !== undefined && groups !== undefined) return {claim, groups};
  if (claim !== undefined || groups !== undefined) {
    fault("OIDC_GROUPS_CLAIM and OIDC_ADMIN_GROUPS go together: give both, or neither");
  }
  return undefined;
}

function claimPath(name: string, value: string, fault: Reading["fault"]): string | undefined {
  if (value === "") return undefined;
  if (!CLAIM_PATH.test(value))
    fault(`${name} is "${value}": the name of a claim is needed, such as groups or realm_access.roles`);
  return value;
}
