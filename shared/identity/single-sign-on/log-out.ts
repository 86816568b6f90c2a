import {type Db, sql, type Tx} from "../../ground/db.ts";
import {publish} from "../../ground/notices.ts";

/** How far the provider's clock may be behind this one's. */
const CLOCK_SECONDS = 60;

/** Whom a provider has logged out: a person, one session, or one session of a person. */
export interface Concerned {
  issuer: string;
  subject?: string | undefined;
  session?: string | undefined;
  /**
   * Seconds since 1970. Sessions that began later are not concerned, so that a log-out which is sent a second time
   * does no harm.
   */
  issuedAt?: number;
}

/**
 * Ends the sessions that began with a sign-in at the provider, and what was granted in them, within a second on every
 * process. Where the provider names both, a session of the person that began without a name is ended too. Returns how
 * many sessions and grants have ended.
 */
export async function endProviderSessions(db: Db, concerned: Concerned): Promise<number> {
  return db.transaction().execute(async tx => {
    const sessions = await endIn(tx, "browser_sessions", concerned);
    const grants = await endIn(tx, "oauth_grants", concerned);
    const ended = [...sessions, ...grants];
    for (const id of new Set(ended)) await publish(tx, {kind: "principal", id});
    return ended.length;
  });
}

async function endIn(
  tx: Tx,
  table: "browser_sessions" | "oauth_grants",
  {issuer, subject, session, issuedAt}: Concerned,
): Promise<string[]> {
  const isOfSubject = sql`(t.org_id, t.principal_id) in (
    select b.org_id, b.principal_id from sign_in_bindings b
    where b.issuer = ${issuer} and b.subject = ${subject ?? ""})`;
  const isOfSession = sql`t.provider_session = ${session ?? ""}`;
  const condition =
    subject === undefined
      ? isOfSession
      : session === undefined
        ? isOfSubject
        : sql`${isOfSubject} and (${isOfSession} or t.provider_session is null)`;
  const began =
    issuedAt === undefined
      ? sql`true`
      : sql`t.created_at <= to_timestamp(${issuedAt + CLOCK_SECONDS}::float8)`;
  const {rows} = await sql<{principal_id: string}>`
    delete from ${sql.table(table)} t
    where t.issuer = ${issuer} and ${condition} and ${began}
    returning t.principal_id`.execute(tx);
  return rows.map(row => row.principal_id);
}
