import {randomBytes} from "node:crypto";
import {notFound} from "../../core/access.ts";
import type {Actor} from "../../core/actor.ts";
import {audit} from "../../core/audit.ts";
import {publish} from "../../core/change-notices.ts";
import {type Db, sql, type Tx} from "../../core/db.ts";
import {invalidAt, ServiceError} from "../../core/errors.ts";
import {spellingsOf} from "../../core/mail-address.ts";
import {actorOf, lockPrincipal, type PrincipalRow, principalColumns} from "../../core/principal-row.ts";
import {hashToken} from "../../core/secrets.ts";
import {getMember} from "../organization/members.ts";
import type {PasswordHashing} from "./password-hash.ts";
import {endSessionsOf, type PasswordSignIn} from "./sessions.ts";
import {
  ALL_SIGN_INS,
  type Counting,
  giveBack,
  LINKS_MADE,
  rateLimited,
  requireTurn,
  resetTurns,
  SIGN_INS,
  SIGN_INS_OF_ACCOUNT,
  SIGN_INS_OF_NETWORK,
  type Throttle,
  takeTurn,
} from "./throttle.ts";

const MIN_LENGTH = 10;
const MAX_LENGTH = 200;
const LINK_HOURS = 24;

/** A user and the checked password; a session opens only if the user still has that password. */
interface SignedIn {
  user: Actor;
  by: PasswordSignIn;
}

interface PasswordDeps {
  readonly db: Db;
  readonly passwords: PasswordHashing;
}

/** Where a request comes from, for the audit log and for limits by address. */
export interface Origin {
  address: string;
  requestId: string;
}

export interface PasswordLink {
  url: string;
  expiresAt: string;
}

/** Creates a password link for a member, on behalf of an org-admin. Earlier links of this member become invalid. */
export async function createPasswordLink(
  counting: Counting & {readonly config: {readonly passwordSignIn: boolean}},
  actor: Actor,
  memberId: string,
  baseUrl: string,
): Promise<PasswordLink> {
  const {db, config} = counting;
  // `getMember` also checks that the caller is an org-admin.
  await getMember(db, actor, memberId);
  if (!config.passwordSignIn) throw passwordSignInDisabled();
  await requireTurn(
    counting,
    LINKS_MADE,
    actor.orgId,
    "This organization has created too many password links.",
  );
  return db.transaction().execute(async tx => {
    // Of two links that are made at the same moment, the second invalidates the first.
    const {rows} = await sql`
      select from principals where org_id = ${actor.orgId} and id = ${memberId} for no key update`.execute(
      tx,
    );
    if (rows.length === 0) throw notFound("member", memberId);
    const link = await addPasswordLink(tx, actor.orgId, memberId, baseUrl);
    await audit(tx, actor, "password_link.create", {type: "member", id: memberId});
    return link;
  });
}

/** A link with which the user sets a password, valid once and for a day. Only the SHA-256 of its token is stored. */
export async function addPasswordLink(
  db: Db | Tx,
  orgId: string,
  userId: string,
  baseUrl: string,
): Promise<PasswordLink> {
  const token = randomBytes(32).toString("base64url");
  const expiresAt = new Date(Date.now() + LINK_HOURS * 3_600_000);
  await db
    .deleteFrom("password_links")
    .where("org_id", "=", orgId)
    .where("principal_id", "=", userId)
    .execute();
  await db
    .insertInto("password_links")
    .values({hash: hashToken(token), org_id: orgId, principal_id: userId, expires_at: expiresAt})
    .execute();
  return {url: `${baseUrl}/password?token=${token}`, expiresAt: expiresAt.toISOString()};
}

/** The user whom a link belongs to; `undefined` if it is used, expired or unknown. The link stays valid. */
export async function ownerOfLink(
  db: Db,
  token: string,
): Promise<{id: string; orgId: string; name: string; email: string} | undefined> {
  const {rows} = await sql<{id: string; orgId: string; name: string; email: string}>`
    select p.id, p.org_id as "orgId", p.name, p.email
    from password_links l join principals p on p.id = l.principal_id and p.org_id = l.org_id
    where l.hash = ${hashToken(token)} and l.expires_at > now() and p.email is not null`.execute(db);
  return rows[0];
}

/**
 * Sets the password and invalidates the link. The user's browser sessions and OAuth grants end within a second, so that
 * an intruder loses the account: a sign-in with the old password that is under way opens no session any more. `gone` for a
 * used or expired link, `invalid_request` for an unacceptable password.
 */
export async function setPassword(
  {db, passwords}: PasswordDeps,
  token: string,
  password: string,
  origin: Partial<Origin>,
): Promise<SignedIn> {
  const owner = await ownerOfLink(db, token);
  if (!owner) throw usedLink();
  checkPassword(password, owner.email);
  const hash = await passwords.hash(password);
  return db.transaction().execute(async tx => {
    await lockPrincipal(tx, owner);
    const link = await tx
      .deleteFrom("password_links")
      .where("hash", "=", hashToken(token))
      .where("expires_at", ">", sql<Date>`now()`)
      .returning(["org_id", "principal_id"])
      .executeTakeFirst();
    const user = link && (await findUser(tx, link.org_id, link.principal_id));
    if (!user) throw usedLink();
    const actor = {...user, ...origin};
    const {id, orgId} = actor;
    await tx
      .insertInto("passwords")
      .values({org_id: orgId, principal_id: id, hash})
      .onConflict(conflict =>
        conflict.column("principal_id").doUpdateSet({hash, changed_at: sql<Date>`now()`}),
      )
      .execute();
    // Sessions first: a session that gives a grant is locked until the grant is committed.
    await endSessionsOf(tx, {orgId, id});
    for (const table of ["password_links", "oauth_grants"] as const) {
      await tx.deleteFrom(table).where("org_id", "=", orgId).where("principal_id", "=", id).execute();
    }
    await audit(tx, actor, "password.set", {type: "member", id});
    await publish(tx, {kind: "principal", id});
    return {user: actor, by: {passwordHash: hash}};
  });
}

/** Where a sign-in attempt comes from. */
export interface SignInOrigin extends Origin {
  /** The network, which limits count as one caller. */
  network: string;
  /** An id of the browser, if it can prove an earlier sign-in to this user's account. */
  deviceFor: (userId: string) => string | undefined;
}

/**
 * The user with this address and password; if another user has the address in another spelling, the one with the given
 * spelling. An unknown address, an account without a password and a wrong password take the same time and all give
 * `undefined`. `rate_limited` after too many failures of the account from one network, of the network, of the account,
 * or in all. A browser that was signed in to the account before is counted separately, so that strangers who know an
 * address cannot lock the user out. A sign-in is written to the audit log.
 */
export async function checkSignIn(
  deps: Counting & PasswordDeps,
  email: string,
  password: string,
  {network, deviceFor, ...origin}: SignInOrigin,
): Promise<SignedIn | undefined> {
  const {db} = deps;
  const spellings = spellingsOf(email);
  const [account = ""] = spellings;
  const {rows} = await sql<PrincipalRow & {hash: string}>`
    select ${principalColumns}, w.hash
    from principals p
      join passwords w on w.principal_id = p.id and w.org_id = p.org_id
      join orgs o on o.id = p.org_id
    where lower(p.email) = any (${spellings}::text[]) and p.kind = 'user'
    order by lower(p.email) <> ${email.trim().toLowerCase()}`.execute(db);
  const found = rows[0];
  const device = found && deviceFor(found.id);
  const limits: [Throttle, string][] =
    device === undefined
      ? [
          [SIGN_INS, `${account}\nnetwork ${network}`],
          [SIGN_INS_OF_NETWORK, network],
          [SIGN_INS_OF_ACCOUNT, account],
          [ALL_SIGN_INS, ""],
        ]
      : [[SIGN_INS, `${account}\ndevice ${device}`]];
  await takeTurns(deps, limits);
  const given = lengthOf(password) > MAX_LENGTH ? "" : password.normalize("NFC");
  const isRight = await deps.passwords.verify(given, found?.hash, device !== undefined);
  if (!found || !isRight || given === "") return undefined;
  for (const [limit, key] of limits) {
    if (limit === SIGN_INS) await resetTurns(deps, limit, key);
    else await giveBack(deps, limit, key);
  }
  const actor = {...actorOf(found, []), ...origin};
  await audit(db, actor, "member.sign_in", {type: "member", id: actor.id});
  return {user: actor, by: {passwordHash: found.hash}};
}

/**
 * Takes a turn of every limit, or throws `rate_limited` and takes none, so that a refused attempt does not count
 * against the other limits.
 */
async function takeTurns(counting: Counting, limits: readonly [Throttle, string][]): Promise<void> {
  for (const [i, [limit, key]] of limits.entries()) {
    const waitSeconds = await takeTurn(counting, limit, key);
    if (waitSeconds === 0) continue;
    for (const [taken, takenKey] of limits.slice(0, i)) await giveBack(counting, taken, takenKey);
    const what =
      limit === SIGN_INS || limit === SIGN_INS_OF_ACCOUNT
        ? "Too many attempts to sign in to this account."
        : "Too many attempts to sign in.";
    throw rateLimited(what, waitSeconds);
  }
}

async function findUser(tx: Tx, orgId: string, id: string): Promise<Actor | undefined> {
  const {rows} = await sql<PrincipalRow>`
    select ${principalColumns}
    from principals p join orgs o on o.id = p.org_id
    where p.org_id = ${orgId} and p.id = ${id} and p.kind = 'user'`.execute(tx);
  return rows[0] && actorOf(rows[0], []);
}

/** In code points. JavaScript's own `length` counts many emoji as two. */
function lengthOf(password: string): number {
  return [...password].length;
}

function checkPassword(password: string, email: string): void {
  const length = lengthOf(password);
  const fault =
    length < MIN_LENGTH
      ? `The password is too short: ${MIN_LENGTH} characters are needed.`
      : length > MAX_LENGTH
        ? `The password is too long: at most ${MAX_LENGTH} characters are allowed.`
        : password.toLowerCase().includes(email.toLowerCase()) || new Set(password).size < 4
          ? "The password is too easy to guess: choose another one."
          : undefined;
  if (fault) throw invalidAt("/password", fault);
}

/** The refusal of passwords where people sign in at the identity provider alone. */
export function passwordSignInDisabled(): ServiceError {
  return new ServiceError(
    "conflict",
    "Passwords are switched off here (PASSWORD_SIGN_IN): everybody signs in at the identity provider.",
  );
}

export function usedLink(): ServiceError {
  return new ServiceError(
    "gone",
    "This link was used already, or has expired. An admin of your organization can make another one.",
  );
}
