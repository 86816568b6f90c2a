import type {Actor} from "../../shared/core/actor.ts";
import type {Notices} from "../../shared/core/change-notices.ts";
import type {Config} from "../../shared/core/config.ts";
import {type Db, sql} from "../../shared/core/db.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import type {Logger} from "../../shared/core/log.ts";
import {NotifiedCache} from "../../shared/core/notified-cache.ts";
import {
  actorOf,
  type PrincipalRow,
  principalColumns,
  readScopes,
  scopesOfSeat,
} from "../../shared/core/principal-row.ts";
import {SESSION_TOKEN_PREFIX, TOKEN_PREFIX} from "../../shared/core/secrets.ts";
import {sessionIsValid} from "../../shared/identity/sign-in/sessions.ts";
import type {Metrics} from "../metrics.ts";
import {audiencesOf} from "./audience.ts";
import {LastUse, type Seen} from "./last-use.ts";

const CACHED_TOKENS = 10_000;
const MAX_TOKEN_LENGTH = 512;

/** The authenticated caller, with the hash that identifies the token within this process. */
export interface Caller {
  readonly actor: Actor;
  readonly tokenHash: string;
  /** When the token expires, in milliseconds since 1970; infinite for a token that does not. */
  readonly expiresAt: number;
}

export interface Authenticator {
  (request: Request): Caller | Promise<Caller>;
  /** The caller of a token that did not arrive in an HTTP request. */
  ofToken(token: string): Caller | Promise<Caller>;
  /** Flushes the pending last uses of tokens. Call it before the database is closed. */
  stop(): Promise<void>;
}

interface TokenEntry extends Caller, Seen {
  /** The OAuth grant that the token belongs to. */
  readonly grantId?: string;
}

/**
 * Maps a bearer token to its caller: a service account's API token, a token of a browser session, or an OAuth access
 * token that was issued for the service at `baseUrl`. Rejects with `unauthenticated` for a token that is missing,
 * unknown, expired, revoked or of another audience, and, where `passwordSignIn` is false, for a token that comes from a
 * sign-in with a password.
 */
export function makeAuthenticator(
  {db, notices, log, metrics}: {db: Db; notices: Notices; log: Logger; metrics: Metrics},
  {baseUrl, passwordSignIn}: Pick<Config, "baseUrl" | "passwordSignIn">,
): Authenticator {
  const lastUse = new LastUse(db, log);
  const audiences = audiencesOf(baseUrl);
  const cache = new NotifiedCache<TokenEntry>(
    notices,
    CACHED_TOKENS,
    ["org", "principal"],
    (notice, {actor}) => (notice.kind === "org" ? actor.orgId === notice.id : actor.id === notice.id),
  );
  const checked = (entry: TokenEntry | undefined): Caller => {
    const now = Date.now();
    if (!entry || entry.expiresAt <= now) throw unauthenticated("The token is unknown, expired or revoked.");
    lastUse.note(entry, entry, now);
    return entry;
  };
  const ofToken = (token: string): Caller | Promise<Caller> => {
    if (token.length > MAX_TOKEN_LENGTH) throw unauthenticated("The token is too long.");
    const tokenHash = tokenHashOf(token);
    const held = cache.peek(tokenHash);
    metrics.tokenCache[held ? "hit" : "miss"]++;
    if (held) return checked(held);
    const load = () => {
      if (token.startsWith(TOKEN_PREFIX)) return loadToken(db, tokenHash);
      if (token.startsWith(SESSION_TOKEN_PREFIX)) return loadSessionToken(db, tokenHash, passwordSignIn);
      return loadAccessToken(db, tokenHash, audiences, passwordSignIn);
    };
    return cache.get(tokenHash, load).then(checked);
  };
  const authenticate = (request: Request) => ofToken(bearerToken(request.headers.get("authorization")));
  return Object.assign(authenticate, {ofToken, stop: () => lastUse.stop()});
}

/** A cache key for a token, which is faster to compute than `hashToken`. */
function tokenHashOf(token: string): string {
  return Bun.CryptoHasher.hash("sha256", token, "base64");
}

function bearerToken(header: string | null): string {
  if (!header) throw unauthenticated("This call needs the header `Authorization: Bearer <token>`.");
  const space = header.indexOf(" ");
  const token = header.slice(space + 1).trim();
  if (header.slice(0, space).toLowerCase() !== "bearer" || !token || token.length > MAX_TOKEN_LENGTH) {
    throw unauthenticated("The Authorization header must be `Bearer <token>`.");
  }
  return token;
}

export function unauthenticated(message: string): ServiceError {
  return new ServiceError("unauthenticated", message, {headers: {"www-authenticate": "Bearer"}});
}

async function loadToken(db: Db, tokenHash: string): Promise<TokenEntry | undefined> {
  const {rows} = await sql<PrincipalRow & {scopes: string[]; expires_at: Date | null}>`
    select ${principalColumns}, p.scopes, least(t.expires_at, p.expires_at) as expires_at
    from tokens t
      join principals p on p.id = t.principal_id and p.org_id = t.org_id
      join orgs o on o.id = p.org_id
    where t.hash = ${Buffer.from(tokenHash, "base64")}`.execute(db);
  const row = rows[0];
  if (!row) return undefined;
  const expiresAt = row.expires_at?.getTime() ?? Number.POSITIVE_INFINITY;
  return {actor: actorOf(row, readScopes(row.scopes)), tokenHash, expiresAt, seenAt: 0};
}

/** The person who is signed in, with all scopes of their seat. */
async function loadSessionToken(
  db: Db,
  tokenHash: string,
  passwordSignIn: boolean,
): Promise<TokenEntry | undefined> {
  const {rows} = await sql<PrincipalRow & {expires_at: Date}>`
    select ${principalColumns}, t.expires_at
    from session_tokens t
      join browser_sessions s on s.hash = t.session_hash and s.org_id = t.org_id
      join principals p on p.id = s.principal_id and p.org_id = s.org_id
      join orgs o on o.id = p.org_id
    where t.hash = ${Buffer.from(tokenHash, "base64")} and ${sessionIsValid}
      and (${passwordSignIn} or s.issuer is not null)`.execute(db);
  const row = rows[0];
  if (!row) return undefined;
  const actor = actorOf(row, scopesOfSeat(row.seat));
  return {actor, tokenHash, expiresAt: row.expires_at.getTime(), seenAt: 0};
}

/** The scopes that the person granted to the client, as far as the person's seat still allows them. */
async function loadAccessToken(
  db: Db,
  tokenHash: string,
  audiences: readonly string[],
  passwordSignIn: boolean,
): Promise<TokenEntry | undefined> {
  const {rows} = await sql<PrincipalRow & {scopes: string[]; expires_at: Date; grant_id: string}>`
    select ${principalColumns}, t.scopes, t.expires_at, g.id as grant_id
    from oauth_tokens t
      join oauth_grants g on g.id = t.grant_id and g.org_id = t.org_id
      join principals p on p.id = g.principal_id and p.org_id = g.org_id
      join orgs o on o.id = p.org_id
    where t.hash = ${Buffer.from(tokenHash, "base64")} and t.kind = 'AccessToken'
      and t.audience = any(${audiences}) and (${passwordSignIn} or g.issuer is not null)`.execute(db);
  const row = rows[0];
  if (!row) return undefined;
  const allowed = scopesOfSeat(row.seat);
  const actor = actorOf(
    row,
    readScopes(row.scopes).filter(scope => allowed.includes(scope)),
  );
  return {actor, tokenHash, expiresAt: row.expires_at.getTime(), seenAt: 0, grantId: row.grant_id};
}
