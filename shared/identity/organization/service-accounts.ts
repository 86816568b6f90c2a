import {notFound, requireOrgAdmin} from "../../core/access.ts";
import type {Actor, Scope} from "../../core/actor.ts";
import {audit} from "../../core/audit.ts";
import {publish} from "../../core/change-notices.ts";
import {type Db, sql, type Tx} from "../../core/db.ts";
import {type ErrorDetail, ServiceError} from "../../core/errors.ts";
import {newId} from "../../core/ids.ts";
import type {Page} from "../../core/paging.ts";
import {hashToken, newToken} from "../../core/secrets.ts";
import {lockSessionOf, requireStillAdmin, tieToSession} from "./end-service-accounts.ts";
import {futureOf} from "./expiry.ts";
import {deletePrincipal, lockOrg, newestFirst, type SignInMethods} from "./principals.ts";
import type {NewServiceAccount, ServiceAccount} from "./schemas.ts";

const MAX_NAME_LENGTH = 200;

/**
 * The organization's service accounts, newest first. Returns one account more than the page holds if there are more.
 */
export async function listServiceAccounts(db: Db, actor: Actor, page: Page): Promise<ServiceAccount[]> {
  requireOrgAdmin(actor);
  const rows = await newestFirst(serviceAccounts(db, actor.orgId), page);
  return rows.map(serviceAccountOf);
}

export async function getServiceAccount(db: Db, actor: Actor, id: string): Promise<ServiceAccount> {
  const row = await serviceAccounts(db, actor.orgId).where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound("service account", id);
  requireOrgAdmin(actor);
  return serviceAccountOf(row);
}

/**
 * Creates a service account and returns its token, which is returned only here. A scope that the actor lacks is
 * `missing_scope`.
 */
export async function createServiceAccount(
  db: Db,
  actor: Actor,
  input: NewServiceAccount,
): Promise<{serviceAccount: ServiceAccount; token: string}> {
  requireOrgAdmin(actor);
  requireOwnScopes(actor, input.scopes);
  const expiresAt = futureOf(input.expiresAt);
  const token = newToken();
  const serviceAccount: ServiceAccount = {
    id: newId("svc"),
    name: input.name,
    scopes: input.scopes,
    orgRole: input.orgRole ?? "member",
    expiresAt: expiresAt?.toISOString() ?? null,
    createdAt: new Date().toISOString(),
    lastUsedAt: null,
    ...(input.endsWithMe === true ? {endsWith: actor.id} : {}),
  };
  const {id, name, scopes, orgRole, createdAt, endsWith} = serviceAccount;
  const teams = input.teams ?? [];
  await db.transaction().execute(async tx => {
    const sessionHash = endsWith === undefined ? undefined : await requireStillAdmin(tx, actor);
    await requireTeams(tx, actor.orgId, teams);
    const {attributes = {}} = input;
    await insertAccount(
      tx,
      actor,
      {id, name, scopes, orgRole, attributes, expiresAt, createdAt, endsWith, sessionHash},
      teams.map(team => team.teamId),
    );
    await addToken(tx, actor.orgId, id, token);
    for (const {teamId, role} of teams) {
      const membership = {org_id: actor.orgId, team_id: teamId, principal_id: id, role};
      await tx.insertInto("team_members").values(membership).execute();
    }
  });
  return {serviceAccount, token};
}

interface NewAccount extends Pick<Actor, "id" | "name" | "scopes" | "orgRole" | "attributes"> {
  expiresAt: Date | undefined;
  createdAt: string;
  endsWith?: string | undefined;
  sessionHash?: Buffer | undefined;
}

async function insertAccount(
  tx: Tx,
  creator: Actor,
  {id, name, scopes, orgRole, attributes, expiresAt, createdAt, endsWith, sessionHash}: NewAccount,
  teams: readonly string[] = [],
): Promise<void> {
  await tx
    .insertInto("principals")
    .values({
      id,
      org_id: creator.orgId,
      kind: "service_account",
      name,
      org_role: orgRole,
      attributes: JSON.stringify(attributes),
      scopes: [...scopes],
      expires_at: expiresAt ?? null,
      ends_with: endsWith ?? null,
      session_hash: sessionHash ?? null,
      created_at: createdAt,
    })
    .execute();
  const details = {name, scopes, orgRole, teams};
  await audit(tx, creator, "service_account.create", {type: "service_account", id}, details);
}

/** A service account that one agent or evaluation runs as, and that is not stored yet. */
export interface OwnAccount {
  actor: Actor;
  /** Stores the account, in the transaction that stores the resource that runs as it. */
  save(tx: Tx): Promise<void>;
}

/**
 * Prepares a service account with an org-admin's rights for one resource that runs as it, without an expiry, attributes
 * or a token. Throws `missing_privilege` or `missing_scope` where the creator may not create such an account.
 */
export function prepareOwnAccount(creator: Actor, name: string): OwnAccount {
  requireOrgAdmin(creator);
  const scopes = ["read", "write"] as const;
  requireOwnScopes(creator, scopes);
  // The creator's token is left out here: it is checked when the account is stored.
  const {orgId, orgName, requestId, address} = creator;
  const actor: Actor = {
    id: newId("svc"),
    kind: "service_account",
    name: name.slice(0, MAX_NAME_LENGTH).toWellFormed(),
    orgId,
    orgName,
    orgRole: "admin",
    seat: "editor",
    scopes,
    teams: [],
    attributes: {},
    madeBy: creator.id,
    ...(requestId === undefined ? {} : {requestId}),
    ...(address === undefined ? {} : {address}),
  };
  return {
    actor,
    save: tx =>
      insertAccount(tx, creator, {...actor, expiresAt: undefined, createdAt: new Date().toISOString()}),
  };
}

/**
 * Issues a new token. The old tokens stay valid for `overlapSeconds`; with 0 they end within a second. An account that
 * ends with a browser session of the actor then ends with the session of the requesting page, which gets the token.
 */
export async function rotateServiceAccount(
  db: Db,
  actor: Actor,
  id: string,
  overlapSeconds: number,
): Promise<{serviceAccount: ServiceAccount; token: string}> {
  requireOrgAdmin(actor);
  const token = newToken();
  const serviceAccount = await db.transaction().execute(async tx => {
    const sessionHash = await lockSessionOf(tx, actor);
    const account = await lockServiceAccount(tx, actor, id);
    requireOwnScopes(actor, account.scopes);
    if (account.expiresAt !== null && Date.parse(account.expiresAt) <= Date.now()) {
      const message = `The service account "${account.name}" has expired: create a new one.`;
      throw new ServiceError("conflict", message);
    }
    await audit(tx, actor, "service_account.rotate", {type: "service_account", id}, {overlapSeconds});
    if (account.endsWith === actor.id) await tieToSession(tx, actor, id, sessionHash);
    const end = new Date(Date.now() + overlapSeconds * 1000);
    await sql`
      update tokens set expires_at = ${end}
      where org_id = ${actor.orgId} and principal_id = ${id}
        and coalesce(expires_at > ${end}, true)`.execute(tx);
    await sql`
      delete from tokens where org_id = ${actor.orgId} and principal_id = ${id} and expires_at <= ${new Date()}`.execute(
      tx,
    );
    await addToken(tx, actor.orgId, id, token);
    await publish(tx, {kind: "principal", id});
    return account;
  });
  return {serviceAccount, token};
}

/** Deletes a service account and ends its tokens within a second. Everything that it owns goes to `transferTo`. */
export async function deleteServiceAccount(
  {db, config}: {db: Db; config: SignInMethods},
  actor: Actor,
  id: string,
  transferTo: string | undefined,
  check: (current: ServiceAccount) => void,
): Promise<void> {
  requireOrgAdmin(actor);
  await db.transaction().execute(async tx => {
    await lockOrg(tx, actor.orgId);
    const account = await lockServiceAccount(tx, actor, id);
    check(account);
    const details = {name: account.name};
    await deletePrincipal({tx, config}, actor, {id, type: "service_account", details}, transferTo);
  });
}

function serviceAccounts(db: Db | Tx, orgId: string) {
  return db
    .selectFrom("principals")
    .select([
      "id",
      "name",
      "scopes",
      "org_role as orgRole",
      "expires_at",
      "created_at",
      "last_used_at",
      "ends_with",
    ])
    .$narrowType<Pick<ServiceAccount, "scopes" | "orgRole">>()
    .where("org_id", "=", orgId)
    .where("kind", "=", "service_account");
}

async function lockServiceAccount(tx: Tx, actor: Actor, id: string): Promise<ServiceAccount> {
  const row = await serviceAccounts(tx, actor.orgId).where("id", "=", id).forUpdate().executeTakeFirst();
  if (!row) throw notFound("service account", id);
  return serviceAccountOf(row);
}

function serviceAccountOf(row: {
  id: string;
  name: string;
  scopes: Scope[];
  orgRole: ServiceAccount["orgRole"];
  expires_at: Date | null;
  created_at: Date;
  last_used_at: Date | null;
  ends_with: string | null;
}): ServiceAccount {
  const {id, name, scopes, orgRole, expires_at, created_at, last_used_at, ends_with} = row;
  return {
    id,
    name,
    scopes,
    orgRole,
    expiresAt: expires_at?.toISOString() ?? null,
    createdAt: created_at.toISOString(),
    lastUsedAt: last_used_at?.toISOString() ?? null,
    ...(ends_with === null ? {} : {endsWith: ends_with}),
  };
}

async function addToken(tx: Tx, orgId: string, principalId: string, token: string): Promise<void> {
  await tx
    .insertInto("tokens")
    .values({hash: hashToken(token), org_id: orgId, principal_id: principalId})
    .execute();
}

/**
 * Throws `missing_scope` unless the actor has all these scopes, so that nobody can create a token with more scopes than
 * their own.
 */
export function requireOwnScopes(actor: Actor, scopes: readonly Scope[]): void {
  const lacking = scopes.filter(scope => !actor.scopes.includes(scope));
  if (lacking.length === 0) return;
  throw new ServiceError(
    "missing_scope",
    `A token cannot give what it lacks: yours does not have ${lacking.map(scope => `"${scope}"`).join(", ")}.`,
    {headers: {"www-authenticate": `Bearer error="insufficient_scope", scope="${lacking.join(" ")}"`}},
  );
}

async function requireTeams(tx: Tx, orgId: string, teams: readonly {teamId: string}[]): Promise<void> {
  if (teams.length === 0) return;
  const ids = teams.map(team => team.teamId);
  const rows = await tx
    .selectFrom("teams")
    .select("id")
    .where("org_id", "=", orgId)
    .where("id", "in", ids)
    .forKeyShare()
    .execute();
  const known = new Set(rows.map(row => row.id));
  const errors = ids.flatMap((id, i) => {
    const path = `/teams/${i}/teamId`;
    if (!known.has(id)) return [{path, message: `There is no team "${id}" that you can see.`}];
    return ids.indexOf(id) === i ? [] : [{path, message: `The team "${id}" is named twice.`}];
  });
  if (errors.length > 0) throw invalid(errors);
}

function invalid(errors: ErrorDetail[]): ServiceError {
  return new ServiceError("invalid_request", errors[0]?.message ?? "The body is not as expected.", {errors});
}
