import {publish} from "../../core/change-notices.ts";
import {type Db, sql, type Tx} from "../../core/db.ts";
import {endAccountsOfSessions} from "../organization/end-service-accounts.ts";
import {CLOCK_SECONDS, lockLogOuts} from "../sign-in/log-outs.ts";

/** A log-out by a provider: of a person, of one session, or of one session of a person. */
export interface ProviderLogOut {
  issuer: string;
  subject?: string | undefined;
  session?: string | undefined;
  /**
   * Seconds since 1970. Sessions that began later are not ended, so that a log-out which is sent a second time does no
   * harm.
   */
  issuedAt?: number;
}

/**
 * Ends the sessions that began with a sign-in at the provider, and the grants made in them, within a second on every
 * process. Where the provider names a person and a session, sessions of the person without a provider's session id end
 * too. A sign-in that is under way opens no session if the provider has sent the time of the log-out. Returns how many
 * sessions and grants have ended.
 */
export async function endProviderSessions(db: Db, logOut: ProviderLogOut): Promise<number> {
  return db.transaction().execute(async tx => {
    await lockLogOuts(tx, logOut.issuer, "exclusive");
    await noteLogOut(tx, logOut);
    const sessions = await endIn(tx, "browser_sessions", logOut);
    const grants = await endIn(tx, "oauth_grants", logOut);
    await endAccountsOfSessions(
      tx,
      sessions.flatMap(({hash}) => hash ?? []),
    );
    const ended = [...sessions, ...grants];
    for (const id of new Set(ended.map(one => one.principalId))) await publish(tx, {kind: "principal", id});
    return ended.length;
  });
}

async function noteLogOut(tx: Tx, {issuer, subject, session, issuedAt}: ProviderLogOut): Promise<void> {
  if (issuedAt === undefined) return;
  await sql`
    insert into sign_in_log_outs (issuer, subject, provider_session, issued_at)
    values (${issuer}, ${subject ?? null}, ${session ?? null}, to_timestamp(${issuedAt}::float8))`.execute(
    tx,
  );
}

async function endIn(
  tx: Tx,
  table: "browser_sessions" | "oauth_grants",
  {issuer, subject, session, issuedAt}: ProviderLogOut,
): Promise<{principalId: string; hash: Buffer | null}[]> {
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
  const hash = table === "browser_sessions" ? sql`t.hash` : sql`null::bytea`;
  const {rows} = await sql<{principalId: string; hash: Buffer | null}>`
    delete from ${sql.table(table)} t
    where t.issuer = ${issuer} and ${condition} and ${began}
    returning t.principal_id as "principalId", ${hash} as hash`.execute(tx);
  return rows;
}
