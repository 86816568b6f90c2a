import {randomBytes} from "node:crypto";
import type {Actor} from "../../ground/actor.ts";
import {type Db, sql} from "../../ground/db.ts";
import {publish} from "../../ground/notices.ts";
import {actorOf, type PrincipalRow, principalColumns, scopesOfSeat} from "../../ground/principal-row.ts";
import {hashToken} from "../../ground/secrets.ts";

/** A browser that is not used for this long is signed out. */
const IDLE_HOURS = 12;
/** A browser must sign in again after this long, however much it is used. */
const LONGEST_DAYS = 7;
const NOTE_AFTER_MS = 60_000;

/** A condition: the row `s` of `browser_sessions` has not expired. */
export const sessionStands = sql`
  s.seen_at > now() - ${IDLE_HOURS} * interval '1 hour'
  and s.created_at > now() - ${LONGEST_DAYS} * interval '1 day'`;

/** Opens a session for the user. Returns its cookie's value, of which only a SHA-256 is stored. */
export async function openSession(db: Db, user: {id: string; orgId: string}): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await db
    .insertInto("browser_sessions")
    .values({hash: hashToken(token), org_id: user.orgId, principal_id: user.id})
    .execute();
  return token;
}

/** The user signed in with this cookie, with all scopes of their seat; `undefined` if the session has ended. */
export async function findSession(db: Db, token: string): Promise<Actor | undefined> {
  const hash = hashToken(token);
  const {rows} = await sql<PrincipalRow & {seen_at: Date}>`
    select ${principalColumns}, s.seen_at
    from browser_sessions s
      join principals p on p.id = s.principal_id and p.org_id = s.org_id
      join orgs o on o.id = p.org_id
    where s.hash = ${hash} and ${sessionStands}`.execute(db);
  const row = rows[0];
  if (!row) return undefined;
  if (Date.now() - row.seen_at.getTime() > NOTE_AFTER_MS) {
    await sql`
      update browser_sessions set seen_at = now() where org_id = ${row.org_id} and hash = ${hash}`.execute(
      db,
    );
  }
  return actorOf(row, scopesOfSeat(row.seat));
}

/** Signs the browser of this cookie out. The tokens of its pages end within a second on every process. */
export async function endSession(db: Db, token: string): Promise<void> {
  await db.transaction().execute(async tx => {
    const ended = await tx
      .deleteFrom("browser_sessions")
      .where("hash", "=", hashToken(token))
      .returning("principal_id")
      .executeTakeFirst();
    if (ended) await publish(tx, {kind: "principal", id: ended.principal_id});
  });
}

/** Deletes expired browser sessions, tokens of their pages, password links and throttles. */
export async function collectSignIns(db: Db): Promise<void> {
  await sql`
    delete from browser_sessions
    where seen_at < now() - ${IDLE_HOURS} * interval '1 hour'
      or created_at < now() - ${LONGEST_DAYS} * interval '1 day'`.execute(db);
  await sql`delete from session_tokens where expires_at < now()`.execute(db);
  await sql`delete from password_links where expires_at < now()`.execute(db);
  await sql`delete from throttles where expires_at < now()`.execute(db);
}
