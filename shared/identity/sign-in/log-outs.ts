import {type Db, sql, type Tx} from "../../core/db.ts";

/** How far the provider's clock may be behind the clock of this service, in seconds. */
export const CLOCK_SECONDS = 60;

/** How long a sign-in may take from its beginning to the provider's answer, in minutes. */
export const FLOW_MINUTES = 30;

/**
 * Locks the log-outs of an issuer until the transaction ends: sign-ins share the lock, a log-out has it alone. So either
 * the log-out sees the session, or the sign-in sees the log-out.
 */
export async function lockLogOuts(tx: Tx, issuer: string, mode: "shared" | "exclusive"): Promise<void> {
  const key = sql`hashtextextended(${`log-outs of ${issuer}`}, 0)`;
  const lock =
    mode === "shared" ? sql`pg_advisory_xact_lock_shared(${key})` : sql`pg_advisory_xact_lock(${key})`;
  await sql`select ${lock}`.execute(tx);
}

/** The identifiers of a sign-in at the provider. */
export interface SignInAtProvider {
  issuer: string;
  subject: string;
  /** The id of the provider's own session (`sid`). */
  session: string | undefined;
  /** When the person was sent to the provider. */
  startedAt: Date;
}

/** A condition: the provider has not logged the person or the session out since the sign-in began. */
export function noLogOutSince({issuer, subject, session, startedAt}: SignInAtProvider) {
  const name = session ?? null;
  return sql`not exists (
    select from sign_in_log_outs l
    where l.issuer = ${issuer} and (l.subject is null or l.subject = ${subject})
      and (l.provider_session is null or l.provider_session = ${name}::text
        or (l.subject is not null and ${name}::text is null))
      and l.received_at >= ${startedAt}
      and l.issued_at + ${CLOCK_SECONDS} * interval '1 second' >= ${startedAt})`;
}

export async function collectLogOuts(db: Db): Promise<void> {
  await sql`
    delete from sign_in_log_outs where received_at < now() - ${FLOW_MINUTES} * interval '1 minute'`.execute(
    db,
  );
}
