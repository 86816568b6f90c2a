import {createRemoteJWKSet, type JWTPayload, customFetch as jwksFetch, jwtVerify} from "jose";
import * as client from "openid-client";
import {ServiceError} from "../../core/errors.ts";
import type {Logger} from "../../core/log.ts";
import type {OidcConfig} from "../../core/process/oidc-config.ts";
import type {Claims} from "./claims.ts";
import {type ProviderFetch, providerError, providerFetch} from "./provider-fetch.ts";

const METADATA_MS = 10 * 60_000;
/** How far the provider's clock and this service's may differ, in seconds. */
const CLOCK_SECONDS = 60;
const LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout";
/** Signature algorithms with a key pair. `none` and a shared secret do not prove who has signed. */
const SIGNATURES = [
  ...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"],
  ...["ES256", "ES384", "ES512", "EdDSA", "Ed25519"],
];

/** The secrets of one sign-in, which the provider's answer must match. */
export interface FlowSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

export function newFlowSecrets(): FlowSecrets {
  return {
    state: client.randomState(),
    nonce: client.randomNonce(),
    codeVerifier: client.randomPKCECodeVerifier(),
  };
}

/** A person whom the provider has authenticated. `subject` is the person's permanent id at the issuer. */
export interface Identity {
  issuer: string;
  subject: string;
  /** The provider's own session (`sid`), which its log-out may name. */
  session: string | undefined;
  idToken: string;
  claims: Claims;
}

/** The subject of a logout token: a person, one session of a person, or a session alone. */
export interface LogoutToken {
  subject: string | undefined;
  session: string | undefined;
  /** Seconds since 1970. */
  issuedAt: number;
}

/** The one configured OpenID Connect provider. */
export class IdentityProvider {
  readonly #fetch: ProviderFetch;
  readonly redirectUri: string;
  #metadata: {from: number; found: Promise<client.ServerMetadata>} | undefined;
  #keys: {uri: string; set: ReturnType<typeof createRemoteJWKSet>} | undefined;

  constructor(
    readonly config: OidcConfig,
    private readonly baseUrl: string,
    private readonly log: Logger,
  ) {
    this.#fetch = providerFetch(config.issuer);
    this.redirectUri = `${baseUrl}/sign-in/callback`;
  }

  /** The provider's page to sign in. Rejects with `upstream_error`. */
  async authorizationUrl({state, nonce, codeVerifier}: FlowSecrets): Promise<string> {
    const library = await this.#open();
    const url = client.buildAuthorizationUrl(library, {
      redirect_uri: this.redirectUri,
      scope: this.config.scopes,
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: "S256",
    });
    return url.href;
  }

  /** The origin of the provider's page to sign in. */
  async signInOrigin(): Promise<string> {
    const {authorization_endpoint: address = this.config.issuer} = await this.#found();
    return new URL(address).origin;
  }

  /**
   * The person whom the provider's answer names; `search` is the query string of the answer. Checks the state, the issuer,
   * and the signature, issuer, audience, times and nonce of the ID token. Adds the claims of the provider's UserInfo.
   * Rejects with `unauthenticated` for an answer that fails a check, and with `upstream_error` if the provider cannot be
   * reached.
   */
  async identify(search: string, {state, nonce, codeVerifier}: FlowSecrets): Promise<Identity> {
    const library = await this.#open();
    const url = new URL(this.redirectUri);
    url.search = search;
    try {
      const tokens = await client.authorizationCodeGrant(library, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const token = tokens.claims();
      const idToken = tokens.id_token;
      if (!token || !idToken) throw invalid();
      const hasUserInfo = library.serverMetadata().userinfo_endpoint !== undefined;
      const userInfo = hasUserInfo
        ? await client.fetchUserInfo(library, tokens.access_token, token.sub)
        : undefined;
      const session = typeof token["sid"] === "string" ? token["sid"] : undefined;
      const claims: Claims = {...userInfo, ...token, ...addressIn(token, userInfo)};
      return {issuer: this.config.issuer, subject: token.sub, session, idToken, claims};
    } catch (error) {
      throw this.#explain(error);
    }
  }

  /**
   * The address at which the browser is logged out at the provider; `undefined` where the provider has no such page, or
   * cannot be reached.
   */
  async logoutUrl(idToken: string | undefined): Promise<string | undefined> {
    try {
      const library = await this.#open();
      if (library.serverMetadata().end_session_endpoint === undefined) return undefined;
      return client.buildEndSessionUrl(library, {
        post_logout_redirect_uri: `${this.baseUrl}/sign-in`,
        ...(idToken === undefined ? {} : {id_token_hint: idToken}),
      }).href;
    } catch (error) {
      this.log.warn(reasonOf(error), "the browser was not logged out at the identity provider");
      return undefined;
    }
  }

  /**
   * Reads a logout token. Rejects with `invalid_request` for a token that fails a check.
   * https://openid.net/specs/openid-connect-backchannel-1_0.html#Validation
   */
  async readLogoutToken(token: string): Promise<LogoutToken> {
    const keys = await this.#logoutKeys();
    let payload: JWTPayload;
    try {
      const {issuer, clientId} = this.config;
      ({payload} = await jwtVerify(token, keys, {
        issuer,
        audience: clientId,
        algorithms: SIGNATURES,
        clockTolerance: CLOCK_SECONDS,
        requiredClaims: ["iat", "exp", "jti"],
      }));
    } catch (error) {
      const cause = causeOf(error);
      if (cause) throw cause;
      throw new ServiceError("invalid_request", "The logout token is not valid.", {cause: error});
    }
    const {sub: subject, sid, nonce, events, iat = 0} = payload;
    const session = typeof sid === "string" && sid !== "" ? sid : undefined;
    const isLogout = typeof events === "object" && events !== null && Object.hasOwn(events, LOGOUT_EVENT);
    if (!isLogout || nonce !== undefined || (subject === undefined && session === undefined)) {
      throw new ServiceError("invalid_request", "The token is not a logout token.");
    }
    return {subject, session, issuedAt: iat};
  }

  /** Keys are fetched again at each sign-in, so that new keys are known and withdrawn keys are not. */
  async #open(): Promise<client.Configuration> {
    const metadata = await this.#found();
    const {clientId, clientSecret} = this.config;
    const methods = metadata.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const authentication = methods.includes("client_secret_basic")
      ? client.ClientSecretBasic(clientSecret)
      : client.ClientSecretPost(clientSecret);
    const tolerance = {[client.clockTolerance]: CLOCK_SECONDS};
    const library = new client.Configuration(metadata, clientId, tolerance, authentication);
    library[client.customFetch] = this.#fetch;
    client.enableNonRepudiationChecks(library);
    if (this.config.issuer.startsWith("http:")) client.allowInsecureRequests(library);
    return library;
  }

  #found(): Promise<client.ServerMetadata> {
    const now = performance.now();
    if (this.#metadata && now - this.#metadata.from < METADATA_MS) return this.#metadata.found;
    const found = this.#discover();
    const entry = {from: now, found};
    this.#metadata = entry;
    found.catch(() => {
      if (this.#metadata === entry) this.#metadata = undefined;
    });
    return found;
  }

  async #discover(): Promise<client.ServerMetadata> {
    const {issuer, clientId, clientSecret} = this.config;
    try {
      const found = await client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
        [client.customFetch]: this.#fetch,
        ...(issuer.startsWith("http:") ? {execute: [client.allowInsecureRequests]} : {}),
      });
      const {supportsPKCE: _, ...metadata} = found.serverMetadata();
      if (metadata.issuer !== issuer) throw new Error(`its issuer is "${metadata.issuer}"`);
      return structuredClone(metadata);
    } catch (error) {
      const cause = causeOf(error);
      if (cause) throw cause;
      this.log.error(reasonOf(error), "the identity provider's metadata cannot be used");
      throw providerError("cannot be used as OIDC_ISSUER names it", error);
    }
  }

  async #logoutKeys(): Promise<ReturnType<typeof createRemoteJWKSet>> {
    const {jwks_uri: uri} = await this.#found();
    if (uri === undefined) throw providerError("names no keys");
    if (this.#keys?.uri !== uri) {
      // Anyone may send tokens with unknown keys, so keys are fetched at most once a second.
      const set = createRemoteJWKSet(new URL(uri), {[jwksFetch]: this.#fetch, cooldownDuration: 1000});
      this.#keys = {uri, set};
    }
    return this.#keys.set;
  }

  #explain(error: unknown): ServiceError {
    const cause = causeOf(error);
    if (cause) return cause;
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    this.log.warn(reasonOf(error), "a sign-in at the identity provider has failed");
    if (error instanceof client.AuthorizationResponseError || error instanceof client.ResponseBodyError) {
      if (error instanceof client.ResponseBodyError && error.status >= 500)
        return providerError("has a fault", error);
      const named = /^[\w.-]{1,60}$/.test(error.error) ? ` (${error.error})` : "";
      return new ServiceError("unauthenticated", `The identity provider has refused the sign-in${named}.`, {
        cause: error,
      });
    }
    if (code === "OAUTH_JWT_TIMESTAMP_CHECK_FAILED") {
      return new ServiceError(
        "unauthenticated",
        "The identity provider’s answer is from another time: it has expired, or its clock or this service’s is wrong.",
        {cause: error},
      );
    }
    if (code === "OAUTH_RESPONSE_IS_NOT_CONFORM" || code === "OAUTH_TIMEOUT")
      return providerError("has a fault", error);
    return invalid(error);
  }
}

/** The address and whether it is verified, both from one source: UserInfo does not vouch for the token's address. */
function addressIn(token: Claims, userInfo: Claims | undefined): Claims {
  const source = token["email"] === undefined ? userInfo : token;
  return {
    email: source?.["email"],
    email_verified: source?.["email_verified"],
    xms_edov: source?.["xms_edov"],
  };
}

function invalid(cause?: unknown): ServiceError {
  return new ServiceError(
    "unauthenticated",
    "The identity provider’s answer did not pass the checks. Sign in again.",
    {
      ...(cause === undefined ? {} : {cause}),
    },
  );
}

/** The parts of an error for the log. The library's errors also hold codes, tokens and claims, which must not be logged. */
function reasonOf(error: unknown): {code: string; reason: string} {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  return {code, reason: error instanceof Error ? error.message : "unknown"};
}

/** The service's own error that a library has wrapped. */
function causeOf(error: unknown): ServiceError | undefined {
  for (let one = error; one instanceof Error; one = one.cause) if (one instanceof ServiceError) return one;
  return undefined;
}
