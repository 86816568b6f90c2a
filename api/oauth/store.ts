import {createHmac} from "node:crypto";
import type {Adapter, AdapterPayload} from "oidc-provider";
import type {Actor} from "../../shared/core/actor.ts";
import {publish} from "../../shared/core/change-notices.ts";
import {type Db, sql} from "../../shared/core/db.ts";
import {scopesOfSeat} from "../../shared/core/principal-row.ts";
import {hashToken} from "../../shared/core/secrets.ts";

/** Refreshes with one token within this time count as concurrent requests of one client, not as theft. */
const LEEWAY_SECONDS = 10;
/**
 * The lifetime of grants from sessions of an identity provider. After that, the person has to sign in at the provider
 * again.
 */
const PROVIDER_GRANT_DAYS = 30;
const TOKENS = ["AuthorizationCode", "AccessToken", "RefreshToken"];

/** The dependencies of the store. */
export interface StoreOptions {
  db: Db;
  baseUrl: string;
  audience: string;
  encryptionKeys: readonly Buffer[];
  /** If false, grants from sessions that began with a password are not valid any more. */
  passwordSignIn: boolean;
  /** The library's own error for an unknown grant, or a code or token that was used before. */
  invalidGrant: (message: string) => Error;
}

/** The library's store for one kind of object. Secrets are stored as hashes only. */
export function makeStore(options: StoreOptions, kind: string): Adapter {
  if (TOKENS.includes(kind)) return {...NOTHING, ...tokens(options, kind)};
  if (kind === "Client") return {...NOTHING, find: id => findClient(options.db, id)};
  if (kind === "Grant") return {...NOTHING, ...grants(options)};
  if (kind === "Interaction") return {...NOTHING, ...interactions(options)};
  // Other kinds are not stored: the library's sessions end with each answer, because the service has its own sessions.
  return NOTHING;
}

const nothing = async () => undefined;
const NOTHING: Adapter = {
  upsert: nothing,
  find: nothing,
  findByUid: nothing,
  findByUserCode: nothing,
  consume: nothing,
  destroy: nothing,
  revokeByGrantId: nothing,
};

/**
 * The successor of a refresh token. It is derived from the token, so that concurrent refreshes get the same successor, and
 * a grant never has more than one valid refresh token.
 */
export function successorOf(refreshToken: string, keys: readonly Buffer[]): string {
  return createHmac("sha256", keys[0]!).update(`refresh token after ${refreshToken}`).digest("base64url");
}

function tokens(
  {db, encryptionKeys, passwordSignIn, invalidGrant}: StoreOptions,
  kind: string,
): Partial<Adapter> {
  return {
    async upsert(id, payload, expiresIn = 0) {
      const {jti: _, ...payloadToStore} = payload;
      // A grant that was revoked meanwhile gets no more tokens.
      const {rows} = await sql<{alive: number}>`
        with kept as (
          update oauth_grants set expires_at = least(
            greatest(expires_at, now() + ${expiresIn} * interval '1 second'),
            case when issuer is not null then created_at + ${PROVIDER_GRANT_DAYS} * interval '1 day' end)
          where id = ${payload.grantId ?? ""} and expires_at > now() and (${passwordSignIn} or issuer is not null)
          returning id, org_id, expires_at
        ), added as (
          insert into oauth_tokens (hash, kind, org_id, grant_id, scopes, audience, payload, expires_at)
          select ${hashToken(id)}, ${kind}, org_id, id, ${(payload.scope ?? "").split(" ")}::text[],
            ${typeof payload.aud === "string" ? payload.aud : null}, ${JSON.stringify(payloadToStore)}::jsonb,
            least(expires_at, now() + ${expiresIn} * interval '1 second')
          from kept
          on conflict (hash) do nothing
        )
        select count(*)::int as alive from kept`.execute(db);
      if (rows[0]?.alive !== 1) throw invalidGrant("the grant was revoked");
    },
    async find(id) {
      const {rows} = await sql<{payload: AdapterPayload; spent: boolean}>`
        select t.payload,
          case when t.kind = 'RefreshToken' then
            t.consumed_at < now() - ${LEEWAY_SECONDS} * interval '1 second'
              or exists (
                select from oauth_tokens s
                where s.hash = ${hashToken(successorOf(id, encryptionKeys))} and s.consumed_at is not null)
          else t.consumed_at is not null end as spent
        from oauth_tokens t
        where t.hash = ${hashToken(id)} and t.kind = ${kind}`.execute(db);
      const row = rows[0];
      return row && {...row.payload, jti: id, ...(row.spent ? {consumed: true} : {})};
    },
    async consume(id) {
      const isFirst = kind === "RefreshToken" ? sql`true` : sql`consumed_at is null`;
      const {rows} = await sql`
        update oauth_tokens set consumed_at = coalesce(consumed_at, now())
        where hash = ${hashToken(id)} and kind = ${kind} and ${isFirst}
        returning hash`.execute(db);
      if (rows.length > 0) return;
      const {rows: used} = await sql<{grant_id: string}>`
        select grant_id from oauth_tokens where hash = ${hashToken(id)} and kind = ${kind}`.execute(db);
      if (used[0]) await endGrant(db, used[0].grant_id);
      throw invalidGrant("it was used already");
    },
    async destroy(id) {
      await sql`delete from oauth_tokens where hash = ${hashToken(id)} and kind = ${kind}`.execute(db);
    },
  };
}

function grants({db, audience, passwordSignIn}: StoreOptions): Partial<Adapter> {
  return {
    async find(id) {
      const {rows} = await sql<GrantRow>`
        select g.client_id, g.principal_id, g.scopes, g.created_at, g.expires_at, p.seat
        from oauth_grants g join principals p on p.id = g.principal_id and p.org_id = g.org_id
        where g.id = ${id} and g.expires_at > now() and (${passwordSignIn} or g.issuer is not null)`.execute(
        db,
      );
      const row = rows[0];
      if (!row) return undefined;
      // The answer with a token lists the token's scopes (RFC 6749 §5.1), which never exceed what the seat allows now.
      const allowed: readonly string[] = scopesOfSeat(row.seat);
      const scopes = row.scopes.filter(scope => allowed.includes(scope));
      if (scopes.length === 0) return undefined;
      return {
        jti: id,
        kind: "Grant",
        accountId: row.principal_id,
        clientId: row.client_id,
        resources: {[audience]: scopes.join(" ")},
        iat: seconds(row.created_at),
        exp: seconds(row.expires_at),
      };
    },
    destroy: id => endGrant(db, id),
  };
}

interface GrantRow {
  client_id: string;
  principal_id: string;
  scopes: string[];
  created_at: Date;
  expires_at: Date;
  seat: Actor["seat"];
}

/** Ends the grant and its tokens; every process knows within a second. */
async function endGrant(db: Db, id: string): Promise<void> {
  await db.transaction().execute(async tx => {
    const gone = await tx
      .deleteFrom("oauth_grants")
      .where("id", "=", id)
      .returning("principal_id")
      .executeTakeFirst();
    if (gone) await publish(tx, {kind: "principal", id: gone.principal_id});
  });
}

/** The id and the return address are secrets of the browser: the id is stored as a hash, the address not at all. */
function interactions({db, baseUrl}: StoreOptions): Partial<Adapter> {
  return {
    async upsert(id, {jti: _, returnTo: __, ...payloadToStore}, expiresIn = 0) {
      await sql`
        insert into oauth_interactions (hash, payload, expires_at)
        values (${hashToken(id)}, ${JSON.stringify(payloadToStore)}::jsonb, now() + ${expiresIn} * interval '1 second')
        on conflict (hash) do update set payload = excluded.payload, expires_at = excluded.expires_at`.execute(
        db,
      );
    },
    async find(id) {
      const {rows} = await sql<{payload: AdapterPayload}>`
        select payload from oauth_interactions where hash = ${hashToken(id)} and expires_at > now()`.execute(
        db,
      );
      const row = rows[0];
      return row && {...row.payload, jti: id, returnTo: `${baseUrl}/oauth/authorize/${id}`};
    },
    async destroy(id) {
      await sql`delete from oauth_interactions where hash = ${hashToken(id)}`.execute(db);
    },
  };
}

async function findClient(db: Db, id: string): Promise<AdapterPayload | undefined> {
  const {rows} = await sql<{metadata: AdapterPayload}>`
    select metadata from oauth_clients where id = ${id}`.execute(db);
  const row = rows[0];
  return row && {...row.metadata, client_id: id};
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
