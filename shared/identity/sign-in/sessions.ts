import {randomBytes} from "node:crypto";
import type {Actor} from "../../core/actor.ts";
import {publish} from "../../core/change-notices.ts";
import {deleteInBatches} from "../../core/database/delete-in-batches.ts";
import {type Db, sql, type Tx} from "../../core/db.ts";
import {ServiceError} from "../../core/errors.ts";
import {
  actorOf,
  lockPrincipal,
  type PrincipalRow,
  principalColumns,
  scopesOfSeat,
} from "../../core/principal-row.ts";
import {decryptSecret, encryptSecret, hashToken} from "../../core/secrets.ts";
import {endAccountsOfSessions} from "../organization/end-service-accounts.ts";
import {lockLogOuts, noLogOutSince, type SignInAtProvider} from "./log-outs.ts";

/** A browser that is not used for this long is signed out. */
const IDLE_HOURS = 12;
/** A browser must sign in again after this long, however much it is used. */
const MAX_DAYS = 7;
/** The time of a session's last use is updated only if the stored time is older than this. */
const LAST_USE_PRECISION_MS = 60_000;

/** A condition: the row `s` of `browser_sessions` has not expired. */
export const sessionIsValid = sql`
  s.seen_at > now() - ${IDLE_HOURS} * interval '1 hour'
  and s.created_at > now() - ${MAX_DAYS} * interval '1 day'`;

export interface SessionDeps {
  readonly db: Db;
  readonly config: {
    readonly encryptionKeys: readonly Buffer[];
    /** Where it is false, sessions that began with a password have ended. */
    readonly passwordSignIn: boolean;
  };
}

/** The sign-in at an identity provider that a session begins with. */
export interface ProviderSignIn extends SignInAtProvider {
  /** The ID token of the sign-in, from which the provider learns at a log-out whom to log out. */
  idToken: string;
}

/** The sign-in with a password that a session begins with. */
export interface PasswordSignIn {
  /** The stored hash that the password was compared with. */
  passwordHash: string;
}

/** A longer ID token is not stored: in an address, a browser or a proxy would refuse it. */
const MAX_ID_TOKEN_LENGTH = 6000;

/**
 * Opens a session for the user. Returns its cookie's value, of which only a SHA-256 is stored. `unauthenticated` where
 * the user's binding to the provider's subject was removed meanwhile, the provider has logged the user out, or the
 * password was changed.
 */
export async function openSession(
  {db, config}: SessionDeps,
  user: {id: string; orgId: string},
  by: ProviderSignIn | PasswordSignIn,
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const hash = hashToken(token);
  const opened =
    "passwordHash" in by ? openByPassword(db, hash, user, by) : openByProvider({db, config}, hash, user, by);
  if (!(await opened)) throw new ServiceError("unauthenticated", "You have been signed out meanwhile.");
  return token;
}

async function openByPassword(
  db: Db,
  hash: Buffer,
  user: {id: string; orgId: string},
  {passwordHash}: PasswordSignIn,
): Promise<boolean> {
  const {rows} = await db.transaction().execute(async tx => {
    await lockPrincipal(tx, user);
    // With the lock, this statement either sees a concurrent change of the password, or the change ends the new session.
    return sql`
      insert into browser_sessions (hash, org_id, principal_id)
      select ${hash}, w.org_id, w.principal_id from passwords w
      where w.org_id = ${user.orgId} and w.principal_id = ${user.id} and w.hash = ${passwordHash}
      for share of w
      returning hash`.execute(tx);
  });
  return rows.length > 0;
}

async function openByProvider(
  {db, config}: SessionDeps,
  hash: Buffer,
  user: {id: string; orgId: string},
  provider: ProviderSignIn,
): Promise<boolean> {
  const {issuer, subject, session, idToken} = provider;
  const sealed =
    idToken.length <= MAX_ID_TOKEN_LENGTH
      ? encryptSecret(config.encryptionKeys, contextOf(hash), idToken)
      : null;
  const {rows} = await db.transaction().execute(async tx => {
    await lockLogOuts(tx, issuer, "shared");
    await lockPrincipal(tx, user);
    // With the lock, this statement either sees a concurrent release, or the release ends the new session.
    return sql`
      insert into browser_sessions (hash, org_id, principal_id, issuer, provider_session, sealed_id_token)
      select ${hash}, b.org_id, b.principal_id, b.issuer, ${session ?? null}::text, ${sealed}::bytea
      from sign_in_bindings b
      where b.issuer = ${issuer} and b.subject = ${subject} and b.org_id = ${user.orgId} and b.principal_id = ${user.id}
        and ${noLogOutSince(provider)}
      for share of b
      returning hash`.execute(tx);
  });
  return rows.length > 0;
}

function contextOf(hash: Buffer): string {
  return `session ${hash.toString("hex")}`;
}

/** The user signed in with this cookie, with all scopes of their seat; `undefined` if the session has ended. */
export async function findSession({db, config}: SessionDeps, token: string): Promise<Actor | undefined> {
  const hash = hashToken(token);
  const {rows} = await sql<PrincipalRow & {seen_at: Date}>`
    select ${principalColumns}, s.seen_at
    from browser_sessions s
      join principals p on p.id = s.principal_id and p.org_id = s.org_id
      join orgs o on o.id = p.org_id
    where s.hash = ${hash} and ${sessionIsValid} and (${config.passwordSignIn} or s.issuer is not null)`.execute(
    db,
  );
  const row = rows[0];
  if (!row) return undefined;
  if (Date.now() - row.seen_at.getTime() > LAST_USE_PRECISION_MS) {
    await sql`
      update browser_sessions set seen_at = now() where org_id = ${row.org_id} and hash = ${hash}`.execute(
      db,
    );
  }
  return actorOf(row, scopesOfSeat(row.seat));
}

/** A session that has ended, which began with a sign-in at an identity provider. */
export interface EndedSession {
  issuer: string;
  idToken: string | undefined;
}

/**
 * Signs the browser of this cookie out. The tokens of its pages end within a second on every process. Returns the
 * sign-in at the identity provider with which the session began, if there was one.
 */
export async function endSession(
  {db, config}: SessionDeps,
  token: string,
): Promise<EndedSession | undefined> {
  const hash = hashToken(token);
  const ended = await db.transaction().execute(async tx => {
    const row = await tx
      .deleteFrom("browser_sessions")
      .where("hash", "=", hash)
      .returning(["principal_id", "issuer", "sealed_id_token"])
      .executeTakeFirst();
    if (row) {
      await endAccountsOfSessions(tx, [hash]);
      await publish(tx, {kind: "principal", id: row.principal_id});
    }
    return row;
  });
  if (!ended || ended.issuer === null) return undefined;
  const {issuer, sealed_id_token: sealed} = ended;
  return {issuer, idToken: sealed === null ? undefined : open(config.encryptionKeys, hash, sealed)};
}

/** Ends a principal's browser sessions, or only the sessions that began at an identity provider, and their accounts. */
export async function endSessionsOf(
  tx: Tx,
  {orgId, id}: {orgId: string; id: string},
  {onlyFromProvider = false} = {},
): Promise<void> {
  const {rows} = await sql<{hash: Buffer}>`
    delete from browser_sessions
    where org_id = ${orgId} and principal_id = ${id} and (issuer is not null or not ${onlyFromProvider}::boolean)
    returning hash`.execute(tx);
  await endAccountsOfSessions(
    tx,
    rows.map(({hash}) => hash),
  );
}

/**
 * Ends the sessions that began with a password, and their accounts, if passwords are switched off. Called when a
 * process starts: the process refuses these sessions by itself, but not the tokens of their accounts.
 */
export async function endPasswordSessions({db, config}: SessionDeps): Promise<void> {
  if (config.passwordSignIn) return;
  await db.transaction().execute(async tx => {
    const {rows} = await sql<{hash: Buffer; principal_id: string}>`
      delete from browser_sessions where issuer is null returning hash, principal_id`.execute(tx);
    await endAccountsOfSessions(
      tx,
      rows.map(({hash}) => hash),
    );
    for (const id of new Set(rows.map(row => row.principal_id))) await publish(tx, {kind: "principal", id});
  });
}

/**
 * Decrypts the ID token; `undefined` where its encryption key has been removed since. Without the token, the provider
 * asks whom it should log out.
 */
function open(keys: readonly Buffer[], hash: Buffer, sealed: Buffer): string | undefined {
  try {
    return decryptSecret(keys, contextOf(hash), sealed);
  } catch {
    return undefined;
  }
}

/** Deletes expired browser sessions, tokens of their pages, password links and throttles. */
export async function collectSignIns(db: Db): Promise<void> {
  await db.transaction().execute(async tx => {
    const {rows} = await sql<{hash: Buffer}>`
      delete from browser_sessions
      where seen_at < now() - ${IDLE_HOURS} * interval '1 hour'
        or created_at < now() - ${MAX_DAYS} * interval '1 day'
      returning hash`.execute(tx);
    await endAccountsOfSessions(
      tx,
      rows.map(({hash}) => hash),
    );
  });
  await deleteInBatches(db, "session_tokens", sql`expires_at < now()`);
  await deleteInBatches(db, "password_links", sql`expires_at < now()`);
  await deleteInBatches(db, "throttles", sql`expires_at < now()`);
}
