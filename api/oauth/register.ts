import {redirectUriFault} from "./redirect-uri.ts";

const GRANT_TYPES = ["authorization_code", "refresh_token"];
const SCOPES = ["read", "write"];
const MAX_URIS = 20;
const MAX_NAME_LENGTH = 80;
/** How many characters of a name are read. */
const MAX_READ = 1000;
const NAMELESS = "An application without a name";
/** Control characters, characters that reorder or hide text (bidi, zero width, tags), unassigned and private use. */
const UNSAFE_CHARACTERS = /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** The client metadata that is stored. */
export interface ClientMetadata {
  client_name: string;
  redirect_uris: string[];
  grant_types: string[];
  response_types: ["code"];
  token_endpoint_auth_method: "none";
  application_type: "native";
  scope: string;
}

/** An error of RFC 7591 §3.2.2. */
export interface RegistrationFault {
  error: "invalid_redirect_uri" | "invalid_client_metadata";
  error_description: string;
}

/**
 * Reads a registration. Unknown grant types and scopes are dropped, and the name is made safe to display. Other metadata
 * (addresses of logos, keys, contacts) is not stored, and every client is a public one with PKCE, as the answer states
 * (RFC 7591 §3.2.1).
 */
export function readRegistration(body: unknown): ClientMetadata | RegistrationFault {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    return {error: "invalid_client_metadata", error_description: "The body must be a JSON object."};
  }
  const given: Readonly<Record<string, unknown>> = {...body};
  const uris = given["redirect_uris"];
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > MAX_URIS) {
    const error_description = `redirect_uris must be a list of 1 to ${MAX_URIS} URIs.`;
    return {error: "invalid_redirect_uri", error_description};
  }
  for (const [i, uri] of uris.entries()) {
    const fault = redirectUriFault(uri);
    if (fault)
      return {error: "invalid_redirect_uri", error_description: `The redirect URI ${i + 1} ${fault}.`};
  }
  const grantTypes = listed(given["grant_types"]);
  if (grantTypes && !grantTypes.includes("authorization_code")) {
    return {error: "invalid_client_metadata", error_description: "grant_types must have authorization_code."};
  }
  const responseTypes = listed(given["response_types"]);
  if (responseTypes && !responseTypes.includes("code")) {
    return {error: "invalid_client_metadata", error_description: "response_types must have code."};
  }
  const scope = given["scope"];
  return {
    client_name: displayName(given["client_name"]),
    redirect_uris: uris.filter(uri => typeof uri === "string"),
    grant_types: grantTypes ? GRANT_TYPES.filter(type => grantTypes.includes(type)) : GRANT_TYPES,
    response_types: ["code"],
    token_endpoint_auth_method: "none",
    application_type: "native",
    scope: knownScopes(typeof scope === "string" ? scope : undefined),
  };
}

/** The requested scopes that exist; all scopes where none is named or none exists. */
export function knownScopes(scope: string | undefined): string {
  const asked = (scope ?? "").split(" ");
  const known = SCOPES.filter(one => asked.includes(one));
  return (known.length > 0 ? known : SCOPES).join(" ");
}

function listed(value: unknown): unknown[] | undefined {
  return Array.isArray(value) && value.length > 0 ? value : undefined;
}

/**
 * A client's name that is safe to show: one line, of bounded length, without characters that reorder the text around
 * it.
 */
function displayName(name: unknown): string {
  if (typeof name !== "string") return NAMELESS;
  // Normalization takes time that grows with the square of the accents on one letter, hence `MAX_READ`.
  const plain = name
    .slice(0, MAX_READ)
    .toWellFormed()
    .normalize("NFC")
    .replace(/\s/g, " ")
    .replace(UNSAFE_CHARACTERS, "")
    // Many combining marks on one letter would cover the lines around it.
    .replace(/(\p{M}{2})\p{M}+/gu, "$1")
    .replace(/ +/g, " ")
    .trim();
  const letters = [...plain];
  const short =
    letters.length > MAX_NAME_LENGTH ? `${letters.slice(0, MAX_NAME_LENGTH - 1).join("")}…` : plain;
  return short || NAMELESS;
}
