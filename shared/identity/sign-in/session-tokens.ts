import {randomBytes} from "node:crypto";
import {sql} from "../../core/db.ts";
import {hashToken, SESSION_TOKEN_PREFIX} from "../../core/secrets.ts";
import {sessionIsValid} from "./sessions.ts";
import {type Counting, requireTurn, SESSION_TOKENS_MADE} from "./throttle.ts";

/** How long a page can call the API before it has to ask for another token. */
const LIFETIME_SECONDS = 600;

export interface SessionToken {
  token: string;
  expiresInSeconds: number;
}

/**
 * A token with which a page of the service calls the API for the user of this browser session. It expires with the
 * session, or after ten minutes. `undefined` if the session has ended; `rate_limited` for a user with too many tokens.
 */
export async function createSessionToken(
  counting: Counting,
  userId: string,
  session: string,
): Promise<SessionToken | undefined> {
  await requireTurn(counting, SESSION_TOKENS_MADE, userId, "You have opened too many pages.");
  const token = `${SESSION_TOKEN_PREFIX}${randomBytes(32).toString("base64url")}`;
  const {rows} = await sql`
    insert into session_tokens (hash, org_id, session_hash, expires_at)
    select ${hashToken(token)}, s.org_id, s.hash, now() + ${LIFETIME_SECONDS} * interval '1 second'
    from browser_sessions s
    where s.hash = ${hashToken(session)} and ${sessionIsValid}
    for key share of s
    returning org_id`.execute(counting.db);
  return rows.length > 0 ? {token, expiresInSeconds: LIFETIME_SECONDS} : undefined;
}
