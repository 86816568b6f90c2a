import {randomBytes} from "node:crypto";
import type {Actor} from "../actor.ts";
import {audit} from "../audit.ts";
import {type Db, sql, type Tx} from "../db.ts";
import {ServiceError} from "../errors.ts";
import {publish} from "../notices.ts";
import {getMember} from "../organization/members.ts";
import {actorOf, type PrincipalRow, principalColumns} from "../principal-row.ts";
import {hashToken} from "../secrets.ts";
import {forgetTurns, SIGN_INS, takeTurn} from "./throttle.ts";

/** 19 MiB and two passes: dear to guess, and a web process can still do several at once. */
const COSTS = {algorithm: "argon2id", memoryCost: 19_456, timeCost: 2} as const;
const SHORTEST = 10;
const LONGEST = 200;
const LINK_HOURS = 24;

/** Where a request comes from, for the audit log and for what is counted by address. */
export interface Origin {
  address: string;
  requestId: string;
}

export interface PasswordLink {
  url: string;
  expiresAt: string;
}

/** An org-admin's link for a member; the member's earlier links end. */
export async function createPasswordLink(
  db: Db,
  actor: Actor,
  memberId: string,
  baseUrl: string,
): Promise<PasswordLink> {
  // Which asks for an org-admin.
  await getMember(db, actor, memberId);
  return db.transaction().execute(async tx => {
    const link = await addPasswordLink(tx, actor.orgId, memberId, baseUrl);
    await audit(tx, actor, "password_link.create", {type: "member", id: memberId});
    return link;
  });
}

/** A link by which the user sets a password, once and within a day. Only a SHA-256 of its token is stored. */
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

/** Whose link it is; `undefined` when it is used, expired or none of ours. It is not used up. */
export async function ownerOfLink(db: Db, token: string): Promise<{name: string; email: string} | undefined> {
  const {rows} = await sql<{name: string; email: string}>`
    select p.name, p.email
    from password_links l join principals p on p.id = l.principal_id and p.org_id = l.org_id
    where l.hash = ${hashToken(token)} and l.expires_at > now() and p.kind = 'user'`.execute(db);
  return rows[0];
}

/**
 * Sets the password and uses the link up. The user's browser sessions and OAuth grants end within a second, so that
 * who has lost an account has it back alone. `gone` for a link that is used or expired, `invalid_request` for a
 * password that will not do.
 */
export async function setPassword(
  db: Db,
  token: string,
  password: string,
  origin: Partial<Origin>,
): Promise<void> {
  const owner = await ownerOfLink(db, token);
  if (!owner) throw usedLink();
  checkPassword(password, owner.email);
  const hash = await Bun.password.hash(password.normalize("NFC"), COSTS);
  await db.transaction().execute(async tx => {
    const link = await tx
      .deleteFrom("password_links")
      .where("hash", "=", hashToken(token))
      .where("expires_at", ">", sql<Date>`now()`)
      .returning(["org_id", "principal_id"])
      .executeTakeFirst();
    const actor = link && (await findUser(tx, link.org_id, link.principal_id));
    if (!actor) throw usedLink();
    const {id, orgId} = actor;
    await tx
      .insertInto("passwords")
      .values({org_id: orgId, principal_id: id, hash})
      .onConflict(conflict =>
        conflict.column("principal_id").doUpdateSet({hash, changed_at: sql<Date>`now()`}),
      )
      .execute();
    for (const table of ["password_links", "browser_sessions", "oauth_grants"] as const) {
      await tx.deleteFrom(table).where("org_id", "=", orgId).where("principal_id", "=", id).execute();
    }
    await audit(tx, {...actor, ...origin}, "password.set", {type: "member", id});
    await publish(tx, {kind: "principal", id});
  });
}

/**
 * The user whose address and password these are. An address that nobody has, one without a password and a wrong
 * password take the same time and give the same `undefined`. `rate_limited` after five failures of one account from
 * one address in 15 minutes, whatever the password is then. Who signs in is in the audit log.
 */
export async function checkSignIn(
  db: Db,
  email: string,
  password: string,
  origin: Origin,
): Promise<Actor | undefined> {
  const account = `${email.trim().toLowerCase()}\n${origin.address}`;
  const waitSeconds = await takeTurn(db, SIGN_INS, account);
  if (waitSeconds > 0) {
    const minutes = Math.ceil(waitSeconds / 60);
    throw new ServiceError(
      "rate_limited",
      `Too many attempts to sign in to this account. Try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`,
      {headers: {"retry-after": String(waitSeconds)}},
    );
  }
  const {rows} = await sql<PrincipalRow & {hash: string}>`
    select ${principalColumns}, w.hash
    from principals p
      join passwords w on w.principal_id = p.id and w.org_id = p.org_id
      join orgs o on o.id = p.org_id
    where lower(p.email) = ${email.trim().toLowerCase()} and p.kind = 'user'`.execute(db);
  const found = rows[0];
  const given = password.length > LONGEST ? "" : password.normalize("NFC");
  const isRight = await Bun.password.verify(given, found?.hash ?? (await nobodysHash()));
  if (!found || !isRight || given === "") return undefined;
  await forgetTurns(db, SIGN_INS, account);
  const actor = {...actorOf(found, []), ...origin};
  await audit(db, actor, "member.sign_in", {type: "member", id: actor.id});
  return actor;
}

let nobodys: Promise<string> | undefined;

/** What the password of an address that nobody has is compared with, at the same cost. */
function nobodysHash(): Promise<string> {
  nobodys ??= Bun.password.hash(randomBytes(32).toString("base64"), COSTS);
  return nobodys;
}

async function findUser(tx: Tx, orgId: string, id: string): Promise<Actor | undefined> {
  const {rows} = await sql<PrincipalRow>`
    select ${principalColumns}
    from principals p join orgs o on o.id = p.org_id
    where p.org_id = ${orgId} and p.id = ${id} and p.kind = 'user'`.execute(tx);
  return rows[0] && actorOf(rows[0], []);
}

function checkPassword(password: string, email: string): void {
  const length = [...password].length;
  const fault =
    length < SHORTEST
      ? `The password is too short: ${SHORTEST} characters are needed.`
      : length > LONGEST
        ? `The password is too long: ${LONGEST} characters are the most.`
        : password.toLowerCase().includes(email.toLowerCase()) || new Set(password).size < 4
          ? "The password is too easy to guess: choose another one."
          : undefined;
  if (fault)
    throw new ServiceError("invalid_request", fault, {errors: [{path: "/password", message: fault}]});
}

function usedLink(): ServiceError {
  return new ServiceError(
    "gone",
    "This link was used already, or has expired. An admin of your organization can make another one.",
  );
}
