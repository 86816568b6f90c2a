import {createHash} from "node:crypto";
import {type Db, sql} from "../db.ts";

/** What may be done `times` times in `seconds`, counted in the database and so by all processes together. */
export interface Throttle {
  name: string;
  times: number;
  seconds: number;
}

/** Failed sign-ins of one account from one address. */
export const SIGN_INS: Throttle = {name: "sign_in", times: 5, seconds: 15 * 60};
/** Clients that one address registers. */
export const REGISTRATIONS: Throttle = {name: "registration", times: 10, seconds: 60 * 60};

/** Counts one more time for `key`; 0 when it is within the limit, else the seconds until the next one is. */
export async function takeTurn(db: Db, throttle: Throttle, key: string): Promise<number> {
  const hash = hashOf(throttle, key);
  const window = sql`${throttle.seconds} * interval '1 second'`;
  const recent = sql`array(select one from unnest(t.times) one where one > clock_timestamp() - ${window})`;
  // One statement, which waits for the row: of attempts that come at once no more pass than of those in turn.
  const {rows: taken} = await sql`
    insert into throttles as t (key, times, expires_at)
    values (${hash}, array[clock_timestamp()], clock_timestamp() + ${window})
    on conflict (key) do update
    set times = ${recent} || clock_timestamp(), expires_at = clock_timestamp() + ${window}
    where cardinality(${recent}) < ${throttle.times}
    returning key`.execute(db);
  if (taken.length > 0) return 0;
  const {rows} = await sql<{seconds: number}>`
    select ceil(extract(epoch from min(one) + ${window} - clock_timestamp()))::int as seconds
    from throttles t, unnest(t.times) one
    where t.key = ${hash} and one > clock_timestamp() - ${window}`.execute(db);
  return Math.max(1, rows[0]?.seconds ?? 1);
}

/** Forgets what was counted for `key`. */
export async function forgetTurns(db: Db, throttle: Throttle, key: string): Promise<void> {
  await db.deleteFrom("throttles").where("key", "=", hashOf(throttle, key)).execute();
}

function hashOf({name}: Throttle, key: string): Buffer {
  return createHash("sha256").update(`${name}\n${key}`).digest();
}
