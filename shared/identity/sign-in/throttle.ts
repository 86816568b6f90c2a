import {createHmac} from "node:crypto";
import {type Db, sql} from "../../core/db.ts";
import {ServiceError} from "../../core/errors.ts";

/**
 * A leaky bucket, stored in the database so that all processes share it: it holds `times` uses, and `times` of them drain
 * in `seconds`. A caller over the limit must wait `pauseSeconds`, then twice as long each time, up to `maxSeconds`.
 */
export interface Throttle {
  name: string;
  times: number;
  seconds: number;
  pauseSeconds: number;
  maxSeconds: number;
}

const QUARTER = 15 * 60;
const HOUR = 3600;

/** Failed sign-ins to one account from one network, or from one browser that was signed in to it before. */
export const SIGN_INS = throttle("sign_in", 5, QUARTER, 60, HOUR);
/** Failed sign-ins from one network, to any account. */
export const SIGN_INS_OF_NETWORK = throttle("sign_in_network", 50, QUARTER, 60, HOUR);
/** Failed sign-ins to one account, by browsers that were not signed in to it before. */
export const SIGN_INS_OF_ACCOUNT = throttle("sign_in_account", 30, HOUR, 60, QUARTER);
/** All failed sign-ins, by browsers that were not signed in to the account before. */
export const ALL_SIGN_INS = throttle("sign_in_all", 1000, QUARTER, 5, 60);
/** Clients that one network registers, and clients that all networks register together. */
export const REGISTRATIONS = throttle("registration", 10, HOUR, HOUR, 4 * HOUR);
export const ALL_REGISTRATIONS = throttle("registration_all", 1000, HOUR, 60, HOUR);
/** Authorizations that one network begins; each is stored for half an hour. */
export const AUTHORIZATIONS = throttle("authorization", 300, QUARTER, 10, QUARTER);
/** Refreshes of one OAuth grant: the refresh token of each is stored for a month, to detect that it is used again. */
export const REFRESHES = throttle("oauth_refresh", 60, 300, 10, 60);
/** Unknown password links and embed tokens from one network. */
export const WRONG_LINKS = throttle("password_link", 30, QUARTER, 60, HOUR);
export const WRONG_EMBED_TOKENS = throttle("embed_token", 100, QUARTER, 60, HOUR);
/** Password links and embed tokens created for one organization. */
export const LINKS_MADE = throttle("password_link_made", 1000, HOUR, 60, HOUR);
export const EMBED_TOKENS_MADE = throttle("embed_token_made", 3000, 300, 10, 60);
/** Tokens created for the pages that one user has open. */
export const SESSION_TOKENS_MADE = throttle("session_token_made", 120, 300, 10, 60);

function throttle(
  name: string,
  times: number,
  seconds: number,
  pauseSeconds: number,
  maxSeconds: number,
): Throttle {
  return {name, times, seconds, pauseSeconds, maxSeconds};
}

export interface Counting {
  readonly db: Db;
  readonly config: {readonly encryptionKeys: readonly Buffer[]};
}

/** Takes one turn for `key`. Returns 0 if it is within the limit, else the seconds to wait until the next turn. */
export async function takeTurn(counting: Counting, limit: Throttle, key: string): Promise<number> {
  const {db} = counting;
  const {times, seconds, pauseSeconds, maxSeconds} = limit;
  const hash = hashOf(counting, limit, key);
  const isOver = sql`t.expires_at <= clock_timestamp()`;
  const levelNow = sql`
    case when ${isOver} then 0
      else greatest(0, t.level - extract(epoch from clock_timestamp() - t.counted_at) * ${times / seconds}::float8) end`;
  // The bucket leaks continuously, so its level is seldom a whole number. It counts as full if this turn would leave less
  // room than half a turn.
  const isFull = sql`${levelNow} + 1.5 > ${times}::float8`;
  const strikes = sql`case when ${isOver} then 0 else t.strikes end`;
  const pause = (strikeCount: unknown) =>
    sql`least(${maxSeconds}::float8, ${pauseSeconds}::float8 * 2 ^ least(${strikeCount}, 30)) * interval '1 second'`;
  const memory = sql`${seconds} * interval '1 second'`;
  // One statement locks the row, so that concurrent attempts cannot pass more often than successive ones.
  const {rows: taken} = await sql`
    insert into throttles as t (key, level, strikes, counted_at, paused_until, expires_at)
    values (${hash}, 1, ${times <= 1 ? 1 : 0}, clock_timestamp(),
      ${times <= 1 ? sql`clock_timestamp() + ${pause(0)}` : null}, clock_timestamp() + ${memory})
    on conflict (key) do update set
      level = least(${times}::float8, ${levelNow} + 1),
      strikes = ${strikes} + case when ${isFull} then 1 else 0 end,
      counted_at = clock_timestamp(),
      paused_until = case when ${isFull} then clock_timestamp() + ${pause(strikes)} end,
      expires_at = clock_timestamp() + ${memory} + case when ${isFull} then ${pause(strikes)} else interval '0' end
    where t.paused_until is null or t.paused_until <= clock_timestamp()
    returning key`.execute(db);
  if (taken.length > 0) return 0;
  const {rows} = await sql<{seconds: number | null}>`
    select ceil(extract(epoch from paused_until - clock_timestamp()))::int as seconds
    from throttles where key = ${hash}`.execute(db);
  return Math.max(1, rows[0]?.seconds ?? 1);
}

/** Takes one turn for `key`; `rate_limited` with the time to wait if none is left. */
export async function requireTurn(
  counting: Counting,
  limit: Throttle,
  key: string,
  what: string,
): Promise<void> {
  const waitSeconds = await takeTurn(counting, limit, key);
  if (waitSeconds > 0) throw rateLimited(what, waitSeconds);
}

/** Gives one turn back, for an attempt that in the end does not count. */
export async function giveBack(counting: Counting, limit: Throttle, key: string): Promise<void> {
  await sql`
    update throttles
    set level = greatest(0, level - 1),
      strikes = greatest(0, strikes - case when paused_until > clock_timestamp() then 1 else 0 end),
      paused_until = null
    where key = ${hashOf(counting, limit, key)}`.execute(counting.db);
}

/** Resets the count of `key`. */
export async function resetTurns(counting: Counting, limit: Throttle, key: string): Promise<void> {
  await counting.db
    .deleteFrom("throttles")
    .where("key", "=", hashOf(counting, limit, key))
    .execute();
}

export function rateLimited(what: string, waitSeconds: number): ServiceError {
  const minutes = Math.ceil(waitSeconds / 60);
  const wait = waitSeconds < 60 ? `${waitSeconds} s` : minutes === 1 ? "a minute" : `${minutes} minutes`;
  return new ServiceError("rate_limited", `${what} Try again in ${wait}.`, {
    headers: {"retry-after": String(waitSeconds)},
  });
}

/** An HMAC, so that a reader of the table learns neither addresses nor who has an account. */
function hashOf({config}: Counting, {name}: Throttle, key: string): Buffer {
  return createHmac("sha256", config.encryptionKeys[0]!).update(`throttle\n${name}\n${key}`).digest();
}
