import type {Actor, Attributes, OrgRole, Scope, TeamRole} from "../shared/actor.ts";
import {NoticedCache} from "../shared/cache.ts";
import {type Db, sql} from "../shared/db.ts";
import {ServiceError} from "../shared/errors.ts";
import type {Logger} from "../shared/log.ts";
import type {Notices} from "../shared/notices.ts";
import {LastUse, type Seen} from "./last-use.ts";
import {cacheRequests} from "./metrics.ts";

const CACHED_TOKENS = 10_000;
const LONGEST_TOKEN = 512;

/** Who calls, and the hash that stands for the token within this process. */
interface Caller {
  readonly actor: Actor;
  readonly tokenHash: string;
}

export interface Authenticator {
  (request: Request): Caller | Promise<Caller>;
  /** Writes down the last uses of tokens that are still in memory. Call it before the database is closed. */
  stop(): Promise<void>;
}

interface TokenEntry extends Caller, Seen {
  readonly expiresAt: number;
}

/** Bearer token → who calls. Rejects with `unauthenticated` for a token that is missing, unknown, expired or revoked. */
export function makeAuthenticator(db: Db, notices: Notices, log: Logger): Authenticator {
  const lastUse = new LastUse(db, log);
  const cache = new NoticedCache<TokenEntry>(
    notices,
    CACHED_TOKENS,
    ["org", "principal"],
    (notice, {actor}) => (notice.kind === "org" ? actor.orgId === notice.id : actor.id === notice.id),
  );
  const checked = (entry: TokenEntry | undefined): Caller => {
    const now = Date.now();
    if (!entry || entry.expiresAt <= now) throw unauthenticated("The token is unknown, expired or revoked.");
    lastUse.note(entry.actor, entry, now);
    return entry;
  };
  const authenticate = (request: Request): Caller | Promise<Caller> => {
    const tokenHash = tokenHashOf(bearerToken(request.headers.get("authorization")));
    const held = cache.peek(tokenHash);
    cacheRequests("tokens", held ? "hit" : "miss").inc();
    return held ? checked(held) : cache.get(tokenHash, () => loadToken(db, tokenHash)).then(checked);
  };
  return Object.assign(authenticate, {stop: () => lastUse.stop()});
}

/** The same as `hashToken`, in the form and at the speed that a cache's key needs. */
function tokenHashOf(token: string): string {
  return Bun.CryptoHasher.hash("sha256", token, "base64");
}

function bearerToken(header: string | null): string {
  if (!header) throw unauthenticated("This call needs the header `Authorization: Bearer <token>`.");
  const space = header.indexOf(" ");
  const token = header.slice(space + 1).trim();
  if (header.slice(0, space).toLowerCase() !== "bearer" || !token || token.length > LONGEST_TOKEN) {
    throw unauthenticated("The Authorization header must be `Bearer <token>`.");
  }
  return token;
}

function unauthenticated(message: string): ServiceError {
  return new ServiceError("unauthenticated", message, {headers: {"www-authenticate": "Bearer"}});
}

interface TokenRow {
  id: string;
  kind: Actor["kind"];
  name: string;
  email: string | null;
  org_id: string;
  org_name: string;
  org_role: OrgRole;
  seat: Actor["seat"];
  scopes: Scope[];
  attributes: Attributes;
  expires_at: Date | null;
  teams: {id: string; name: string; role: TeamRole}[];
}

async function loadToken(db: Db, tokenHash: string): Promise<TokenEntry | undefined> {
  const {rows} = await sql<TokenRow>`
    select p.id, p.kind, p.name, p.email, p.org_id, o.name as org_name, p.org_role, p.seat, p.scopes, p.attributes,
      least(t.expires_at, p.expires_at) as expires_at,
      coalesce((
        select json_agg(json_build_object('id', teams.id, 'name', teams.name, 'role', m.role) order by teams.name)
        from team_members m join teams on teams.id = m.team_id and teams.org_id = m.org_id
        where m.principal_id = p.id and m.org_id = p.org_id), '[]') as teams
    from tokens t
      join principals p on p.id = t.principal_id and p.org_id = t.org_id
      join orgs o on o.id = p.org_id
    where t.hash = ${Buffer.from(tokenHash, "base64")}`.execute(db);
  const row = rows[0];
  if (!row) return undefined;
  const actor: Actor = {
    id: row.id,
    kind: row.kind,
    name: row.name,
    ...(row.email === null ? {} : {email: row.email}),
    orgId: row.org_id,
    orgName: row.org_name,
    orgRole: row.org_role,
    seat: row.seat,
    scopes: row.scopes,
    teams: row.teams,
    attributes: row.attributes,
  };
  const expiresAt = row.expires_at?.getTime() ?? Number.POSITIVE_INFINITY;
  return {actor, tokenHash, expiresAt, seenAt: 0};
}
