import {generateKeyPairSync, randomBytes} from "node:crypto";
import type Provider from "oidc-provider";
import type {Configuration, KoaContextWithOIDC} from "oidc-provider";
import {sql} from "../../shared/core/db.ts";
import {ServiceError, statusOf} from "../../shared/core/errors.ts";
import {mustBeLogged} from "../../shared/core/problem.ts";
import {REFRESHES, requireTurn} from "../../shared/identity/sign-in/throttle.ts";
import type {Web} from "../dependencies.ts";
import {audiencesOf, defaultAudience} from "../http/audience.ts";
import {errorPage} from "./pages/messages.ts";
import {makeStore, successorOf} from "./store.ts";

/** Names of the library's cookies. Their paths contain the id of one authorization request each. */
export const COOKIES = {
  session: "oauth_session",
  interaction: "oauth_interaction",
  resume: "oauth_resume",
} as const;

const ACCESS_TOKEN_SECONDS = 3600;
const REFRESH_TOKEN_SECONDS = 30 * 24 * 3600;
const CODE_SECONDS = 60;
const INTERACTION_SECONDS = 30 * 60;

/** The library prints this on every runtime but Node. Tests cover the whole flow on the pinned runtime. */
const KNOWN_WARNING = "oidc-provider WARNING: Unsupported runtime.";

/** Loads the library without the one warning that it prints while loading; its other warnings are shown. */
async function loadLibrary() {
  const target = globalThis.console;
  const warn = target.warn;
  target.warn = (...messages: unknown[]) => {
    if (!String(messages[0]).includes(KNOWN_WARNING)) warn.apply(target, messages);
  };
  try {
    return await import("oidc-provider");
  } finally {
    target.warn = warn;
  }
}

/** The authorization server: OAuth 2.1 with PKCE for public clients. All other features of the library are off. */
export async function makeProvider(web: Web): Promise<Provider> {
  const {config, db, log} = web;
  const {default: Library, errors, interactionPolicy} = await loadLibrary();
  const audience = defaultAudience(config.baseUrl);
  const known = audiencesOf(config.baseUrl);
  const {Prompt, Check} = interactionPolicy;
  const configuration: Configuration = {
    ...OFF,
    adapter: kind =>
      makeStore(
        {
          db,
          baseUrl: config.baseUrl,
          audience,
          encryptionKeys: config.encryptionKeys,
          passwordSignIn: config.passwordSignIn,
          invalidGrant: message => new errors.InvalidGrant(message),
        },
        kind,
      ),
    features: {
      ...OFF.features,
      revocation: {enabled: true, allowedPolicy: (_, client, token) => token.clientId === client.clientId},
      resourceIndicators: {
        enabled: true,
        defaultResource: () => audience,
        useGrantedResource: () => true,
        getResourceServerInfo: (_, resource) => {
          if (!known.includes(resource)) throw new errors.InvalidTarget();
          return {scope: "read write", audience, accessTokenFormat: "opaque"};
        },
      },
    },
    // Nobody signs in at the library: our own page checks the session, and asks for consent every time.
    interactions: {
      url: (_, {uid}) => `${config.baseUrl}/oauth/interaction/${uid}`,
      policy: [
        new Prompt(
          {name: "consent", requestable: true},
          new Check(
            "consent_required",
            "The person has to consent",
            "consent_required",
            ({oidc}) => !oidc.result?.consent?.grantId,
          ),
        ),
      ],
    },
    findAccount: async (_, accountId) => {
      const {rows} = await sql`
        select from principals where id = ${accountId} and kind = 'user'`.execute(db);
      return rows.length > 0 ? {accountId, claims: () => ({sub: accountId})} : undefined;
    },
    rotateRefreshToken: async ({oidc}) => {
      const {RefreshToken: token, Grant: grant} = oidc.entities;
      if (!token || !grant) throw new Error("a refresh has no token or no grant");
      const scopes = oidc.params?.["scope"] ? oidc.requestParamScopes : token.scopes;
      if (grant.getResourceScopeFiltered(audience, scopes) === "") {
        throw new errors.InvalidScope("the seat allows none of these scopes any more", [...scopes].join(" "));
      }
      await requireTurn(
        {db, config},
        REFRESHES,
        grant.jti,
        "This application has renewed its access very often.",
      );
      return true;
    },
    loadExistingGrant: async ({oidc}) => {
      const grantId = oidc.result?.consent?.grantId;
      return grantId ? oidc.provider.Grant.find(grantId) : undefined;
    },
    renderError: (ctx, out) => {
      ctx.type = "html";
      ctx.body = errorPage(out.error_description ?? out.error);
    },
  };
  const provider = new Library(config.baseUrl, configuration);
  // The library trusts the forwarded headers that it sees, because `OAuthServer` sets them from BASE_URL.
  provider.proxy = true;
  provider.on("server_error", (ctx: KoaContextWithOIDC, error: Error) => {
    if (mustBeLogged(error)) log.error({err: error}, "an OAuth request failed");
    // The library answers every error with 500, while a `ServiceError` has its own status.
    if (!(error instanceof ServiceError)) return;
    ctx.status = statusOf(error);
    for (const [name, value] of Object.entries(error.details.headers ?? {})) ctx.set(name, value);
    ctx.body =
      ctx.type === "text/html"
        ? errorPage(error.message)
        : {error: "temporarily_unavailable", error_description: error.message};
  });
  makeSuccessors(Library, provider, config.encryptionKeys);
  return provider;
}

/** Derives each rotated refresh token from the previous token. The first token is random. */
function makeSuccessors(Library: typeof Provider, provider: Provider, keys: readonly Buffer[]): void {
  Object.defineProperty(provider.RefreshToken.prototype, "generateTokenId", {
    value(): string {
      const before = Library.ctx?.oidc.entities.RotatedRefreshToken?.jti;
      return before === undefined ? randomBytes(32).toString("base64url") : successorOf(before, keys);
    },
  });
}

/** A signing key. The library requires one, although nothing is signed with it. */
function unusedKey() {
  return generateKeyPairSync("ec", {namedCurve: "P-256"}).privateKey.export({format: "jwk"});
}

const OFF = {
  jwks: {keys: [{...unusedKey(), kty: "EC", alg: "ES256", use: "sig"}]},
  clientDefaults: {id_token_signed_response_alg: "ES256", token_endpoint_auth_method: "none"},
  clientAuthMethods: ["none"],
  responseTypes: ["code"],
  scopes: ["read", "write"],
  claims: {},
  pkce: {required: () => true},
  // The scopes that the client registered for. Consent is asked for no other scopes.
  extraClientMetadata: {properties: ["allowed_scope"]},
  cookies: {
    names: COOKIES,
    short: {httpOnly: true, sameSite: "lax"},
    long: {httpOnly: true, sameSite: "lax"},
  },
  routes: {authorization: "/oauth/authorize", token: "/oauth/token", revocation: "/oauth/revoke"},
  ttl: {
    AccessToken: () => ACCESS_TOKEN_SECONDS,
    AuthorizationCode: () => CODE_SECONDS,
    RefreshToken: () => REFRESH_TOKEN_SECONDS,
    Interaction: () => INTERACTION_SECONDS,
    Session: () => INTERACTION_SECONDS,
    Grant: () => REFRESH_TOKEN_SECONDS,
    IdToken: () => ACCESS_TOKEN_SECONDS,
  },
  allowOmittingSingleRegisteredRedirectUri: false,
  clockTolerance: 0,
  clientBasedCORS: () => false,
  expiresWithSession: () => false,
  issueRefreshToken: (_, client) => client.grantTypeAllowed("refresh_token"),
  revokeGrantPolicy: () => true,
  features: {
    devInteractions: {enabled: false},
    dPoP: {enabled: false},
    pushedAuthorizationRequests: {enabled: false},
    rpInitiatedLogout: {enabled: false},
    userinfo: {enabled: false},
  },
} satisfies Configuration;
