import {hkdfSync} from "node:crypto";
import {errors, jwtVerify, SignJWT} from "jose";
import {notFound, requireOrgAdmin} from "../../core/access.ts";
import type {Actor} from "../../core/actor.ts";
import {audit} from "../../core/audit.ts";
import {type Db, sql} from "../../core/db.ts";
import {ServiceError} from "../../core/errors.ts";
import {newId} from "../../core/ids.ts";
import {newestPage, type Page} from "../../core/paging.ts";
import {readAttributes} from "../../core/principal-row.ts";
import {EMBED_TOKENS_MADE, requireTurn} from "../../identity/sign-in/throttle.ts";
import {requireContent} from "../../tenancy/content-kinds/content.ts";
import type {EmbedTokenAnswer, EmbedTokenInput, EmbedTokenView} from "./schemas.ts";

const DEFAULT_SECONDS = 3600;
const ALGORITHM = "HS256";
const TYPE = "embed+jwt";

export interface EmbedDeps {
  readonly db: Db;
  readonly config: {readonly encryptionKeys: readonly Buffer[]; readonly baseUrl: string};
}

/** The holder of an embed token: not a member of the organization, with the attributes in the token. */
export interface EmbedCaller {
  actor: Actor;
  resource: {type: "chart" | "dashboard"; id: string};
  expiresAt: Date;
}

/**
 * A token for one chart or dashboard that the org-admin sees: a JWT (RFC 7519), valid until it expires or is revoked.
 */
export async function createEmbedToken(
  {db, config}: EmbedDeps,
  actor: Actor,
  input: EmbedTokenInput,
): Promise<EmbedTokenAnswer> {
  requireOrgAdmin(actor);
  await requireTurn(
    {db, config},
    EMBED_TOKENS_MADE,
    actor.orgId,
    "This organization has created too many embed tokens.",
  );
  const {resourceType, resourceId, attributes = {}, expiresInSeconds = DEFAULT_SECONDS} = input;
  const id = newId("emb");
  const expiresAt = new Date(Math.ceil(Date.now() / 1000) * 1000 + expiresInSeconds * 1000);
  await db.transaction().execute(async tx => {
    await requireContent(tx, actor, resourceType, resourceId, "view", sql`for key share of c`);
    await sql`
      insert into embed_tokens (id, org_id, content_id, attributes, created_by, expires_at)
      values (${id}, ${actor.orgId}, ${resourceId}, ${JSON.stringify(attributes)}, ${actor.id}, ${expiresAt})`.execute(
      tx,
    );
    const details = {resourceType, resourceId, expiresAt: expiresAt.toISOString()};
    await audit(tx, actor, "embed_token.create", {type: "embed_token", id}, details);
  });
  const token = await new SignJWT({org: actor.orgId})
    .setProtectedHeader({alg: ALGORITHM, typ: TYPE})
    .setJti(id)
    .setSubject(resourceId)
    .setIssuer(config.baseUrl)
    .setAudience(audienceOf(config.baseUrl))
    .setIssuedAt()
    .setExpirationTime(expiresAt)
    .sign(signingKey(config.encryptionKeys[0]!));
  return {id, token, expiresAt: expiresAt.toISOString(), url: `${config.baseUrl}/embed#${token}`};
}

export async function listEmbedTokens(db: Db, actor: Actor, page: Page): Promise<EmbedTokenView[]> {
  requireOrgAdmin(actor);
  const {rows} = await sql<{
    id: string;
    type: "chart" | "dashboard";
    content_id: string;
    name: string;
    attributes: unknown;
    created_by: string;
    created_at: Date;
    expires_at: Date;
    revoked_at: Date | null;
  }>`
    select e.id, c.type, e.content_id, c.name, e.attributes, e.created_by, e.created_at, e.expires_at, e.revoked_at
    from embed_tokens e join content c on c.org_id = e.org_id and c.id = e.content_id
    where e.org_id = ${actor.orgId} ${newestPage(page, "e.id")}`.execute(db);
  return rows.map(row => ({
    id: row.id,
    resourceType: row.type,
    resourceId: row.content_id,
    resourceName: row.name,
    attributes: readAttributes(row.attributes),
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    revokedAt: row.revoked_at?.toISOString() ?? null,
  }));
}

/** Revokes the token from the next request on. `not_found` if there is no such token, or it was revoked before. */
export async function revokeEmbedToken(db: Db, actor: Actor, id: string): Promise<void> {
  await db.transaction().execute(async tx => {
    const {rows} = await sql`
      select from embed_tokens
      where org_id = ${actor.orgId} and id = ${id} and revoked_at is null for update`.execute(tx);
    if (rows.length === 0) throw notFound("embed token", id);
    requireOrgAdmin(actor);
    await sql`
      update embed_tokens set revoked_at = now() where org_id = ${actor.orgId} and id = ${id}`.execute(tx);
    await audit(tx, actor, "embed_token.revoke", {type: "embed_token", id});
  });
}

/** Rejects with `unauthenticated` for a token that is tampered with, expired, revoked, or made for another purpose. */
export async function verifyEmbedToken({db, config}: EmbedDeps, token: string): Promise<EmbedCaller> {
  const {jti = "", org, sub = ""} = await verifiedClaims(config, token);
  const {rows} = await sql<{
    type: "chart" | "dashboard";
    attributes: unknown;
    org_name: string;
    expires_at: Date;
  }>`
    select c.type, e.attributes, o.name as org_name, e.expires_at
    from embed_tokens e
      join content c on c.org_id = e.org_id and c.id = e.content_id
      join orgs o on o.id = e.org_id
    where e.org_id = ${String(org)} and e.id = ${jti} and e.content_id = ${sub}
      and e.revoked_at is null and e.expires_at > now()`.execute(db);
  const row = rows[0];
  if (!row) throw refused("The embed token was revoked, or what it opens is gone.");
  const actor: Actor = {
    id: jti,
    kind: "service_account",
    name: "embed",
    orgId: String(org),
    orgName: row.org_name,
    orgRole: "member",
    seat: "viewer",
    scopes: ["read"],
    teams: [],
    attributes: readAttributes(row.attributes),
    embedded: true,
  };
  return {actor, resource: {type: row.type, id: sub}, expiresAt: row.expires_at};
}

async function verifiedClaims({encryptionKeys, baseUrl}: EmbedDeps["config"], token: string) {
  // After a rotation, the keys that still decrypt also still verify.
  for (const key of encryptionKeys) {
    try {
      const {payload} = await jwtVerify(token, signingKey(key), {
        algorithms: [ALGORITHM],
        typ: TYPE,
        issuer: baseUrl,
        audience: audienceOf(baseUrl),
        requiredClaims: ["jti", "sub", "exp", "org"],
      });
      return payload;
    } catch (error) {
      if (error instanceof errors.JWTExpired)
        throw refused("The embed token has expired: ask for a new one.", error);
      if (error instanceof errors.JWSSignatureVerificationFailed && key !== encryptionKeys.at(-1)) continue;
      throw refused("This is not an embed token of this service.", error);
    }
  }
  throw refused("This is not an embed token of this service.");
}

/** Whether the token that `verifyEmbedToken` refused is an expired one of this service. */
export function isExpiredToken(error: unknown): boolean {
  return error instanceof ServiceError && error.cause instanceof errors.JWTExpired;
}

/**
 * A key derived for this purpose only, so that neither a signature nor an encrypted secret can stand in for the other.
 */
function signingKey(encryptionKey: Buffer): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", encryptionKey, "", "embed tokens", 32));
}

function audienceOf(baseUrl: string): string {
  return `${baseUrl}/embed`;
}

function refused(message: string, cause?: unknown): ServiceError {
  return new ServiceError("unauthenticated", message, {
    headers: {"www-authenticate": "Bearer"},
    ...(cause === undefined ? {} : {cause}),
  });
}
