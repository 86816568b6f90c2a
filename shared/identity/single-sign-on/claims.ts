import {ServiceError} from "../../core/errors.ts";
import {readAddress} from "../../core/mail-address.ts";
import type {OidcConfig} from "../../core/process/oidc-config.ts";

export type Claims = Readonly<Record<string, unknown>>;

const MAX_VALUES = 1000;
const MAX_VALUE_LENGTH = 1000;
const MAX_NAME_LENGTH = 200;

/** A person's claims, read as the configuration says. */
export interface MemberClaims {
  email: string | undefined;
  isVerified: boolean;
  name: string | undefined;
  /** Names of teams. */
  teams: string[];
  /** For each attribute of the configuration its values; none where the claim is missing or empty. */
  attributes: Map<string, string[]>;
  isAdmin: boolean;
}

/** Reads claims. `invalid_request` for a claim that is too large, or that the provider has left out for its size. */
export function readClaims(config: OidcConfig, claims: Claims): MemberClaims {
  const values = (path: string) => valuesOf(claims, path);
  const {email, isVerified} = readEmail(claims);
  const groups = config.admins ? values(config.admins.claim) : [];
  return {
    email,
    isVerified,
    name: readName(claims),
    teams: config.teamsClaim === undefined ? [] : values(config.teamsClaim),
    attributes: new Map(config.attributes.map(({attribute, claim}) => [attribute, values(claim)])),
    isAdmin: config.admins?.groups.some(group => groups.includes(group)) ?? false,
  };
}

/**
 * The email address, and whether it is verified. Microsoft Entra has the claim `xms_edov` instead of `email_verified`:
 * the owner of the address's domain is verified. Some providers write booleans as text.
 */
function readEmail(claims: Claims): {email: string | undefined; isVerified: boolean} {
  const given = claims["email"];
  const email = typeof given === "string" ? readAddress(given.trim()) : undefined;
  const word = claims["email_verified"] ?? claims["xms_edov"];
  return {email, isVerified: email !== undefined && isTrue(word)};
}

function isTrue(word: unknown): boolean {
  return [true, "true", 1, "1"].some(value => value === word);
}

function readName(claims: Claims): string | undefined {
  const given = claims["name"];
  if (typeof given !== "string") return undefined;
  const name = given
    .replaceAll(/\p{Cc}/gu, " ")
    .trim()
    .slice(0, MAX_NAME_LENGTH);
  return name === "" ? undefined : name;
}

/**
 * The values of a claim: a text, number or boolean, or a list of these. A path such as `address.country` is a claim of
 * this name or, where there is none, leads into objects.
 */
function valuesOf(claims: Claims, path: string): string[] {
  refuseLeftOut(claims, path);
  const found = Object.hasOwn(claims, path) ? claims[path] : path.split(".").reduce(stepInto, claims);
  const plain = [found].flat().filter(isPlain);
  if (plain.some(isInexact)) {
    throw new ServiceError(
      "invalid_request",
      `The claim "${path}" has a number that is too large to be read exactly. Let the provider send it as text.`,
    );
  }
  const values = plain.map(String);
  const distinct = [...new Set(values)].filter(value => value !== "");
  if (distinct.length > MAX_VALUES) {
    throw new ServiceError(
      "invalid_request",
      `The claim "${path}" has ${distinct.length} values: at most ${MAX_VALUES} are allowed.`,
    );
  }
  if (distinct.some(value => value.length > MAX_VALUE_LENGTH || /\p{Cc}/u.test(value))) {
    throw new ServiceError(
      "invalid_request",
      `The claim "${path}" has a value of more than ${MAX_VALUE_LENGTH} characters, or with control characters.`,
    );
  }
  return distinct;
}

function stepInto(within: unknown, name: string): unknown {
  if (typeof within !== "object" || within === null || Array.isArray(within)) return undefined;
  return new Map<string, unknown>(Object.entries(within)).get(name);
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

/** Whether a number may be another one than the provider has sent: the JSON reader has rounded it to a double. */
function isInexact(value: string | number | boolean): boolean {
  return typeof value === "number" && !(Math.abs(value) <= Number.MAX_SAFE_INTEGER);
}

/**
 * A provider with too many values sends a reference to them instead. Reading such a claim as empty would silently
 * remove rows. https://openid.net/specs/openid-connect-core-1_0.html#AggregatedDistributedClaims Microsoft Entra sends
 * `hasgroups` instead where it has no room for the reference to the groups either.
 */
function refuseLeftOut(claims: Claims, path: string): void {
  const elsewhere = claims["_claim_names"];
  const [top = path] = path.split(".");
  if (Object.hasOwn(claims, path) || Object.hasOwn(claims, top)) return;
  const isReferred =
    typeof elsewhere === "object" &&
    elsewhere !== null &&
    (Object.hasOwn(elsewhere, path) || Object.hasOwn(elsewhere, top));
  if (!isReferred && !(top === "groups" && isTrue(claims["hasgroups"]))) return;
  throw new ServiceError(
    "invalid_request",
    `The provider has left out the claim "${path}" because it is too large: let it send fewer values, such as only the groups that are assigned to this application.`,
  );
}
