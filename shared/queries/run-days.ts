import pg from "pg";
import {isLockTimeout} from "../database/watch.ts";
import {type Db, sql, type Tx} from "../db.ts";
import type {Logger} from "../log.ts";

/** `query_runs` has a partition for each day of its ids, which begin with the time that they were made at. */

const DAY_MS = 24 * 60 * 60_000;
/** How many days from now on have their partition. */
const DAYS_AHEAD = 14;
/** The alphabet of TypeIDs, whose first ten letters are the milliseconds of a UUIDv7. */
const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";
const TIME_LETTERS = 10;
/** Before 2^48 ms and after it nothing has a time. */
const LAST_MS = 2 ** 48 - 1;
// An arbitrary number, which must be the same in all processes.
const DAYS_LOCK = 7_113_043;
const LOCK_WAIT = "1s";

/** A partition holds the runs from one id up to, but without, another. The first one may have no beginning. */
interface Part {
  name: string;
  from: string | null;
  to: string;
}

/** What all ids of runs from that time on are equal to or above, and all earlier ones below. */
export function runIdAt(timeMs: number): string {
  let rest = Math.min(Math.max(Math.floor(timeMs), 0), LAST_MS);
  let letters = "";
  for (let i = 0; i < TIME_LETTERS; i++) {
    letters = LETTERS.charAt(rest % 32) + letters;
    rest = Math.floor(rest / 32);
  }
  return `run_${letters}`;
}

/** When the run's id was made, in milliseconds. */
export function timeOfRun(runId: string): number {
  let timeMs = 0;
  for (const letter of runId.slice("run_".length, "run_".length + TIME_LETTERS))
    timeMs = timeMs * 32 + LETTERS.indexOf(letter);
  return timeMs;
}

/** Makes the partitions of the days from yesterday on that are missing. */
export function makeNextRunDays(db: Db): Promise<void> {
  const today = Date.now();
  return makeRunDays(
    db,
    Array.from({length: DAYS_AHEAD + 2}, (_, i) => today + (i - 1) * DAY_MS),
  );
}

/** Runs the insertion of these runs again, once, if it fails because their day has no partition yet. */
export async function withRunDays<T>(
  db: Db,
  runIds: readonly string[],
  insert: () => Promise<T>,
): Promise<T> {
  try {
    return await insert();
  } catch (error) {
    if (!isWithoutDay(error)) throw error;
    await makeRunDays(db, runIds.map(timeOfRun));
    return insert();
  }
}

/**
 * Drops the days of which every run has expired and ended. Of the partition that holds everything from before there
 * were days, the expired runs are deleted until it can be dropped too.
 */
export async function dropRunDays(db: Db, log: Logger, retentionDays: number): Promise<void> {
  const expired = runIdAt(Date.now() - retentionDays * DAY_MS);
  for (const part of await partsOf(db)) {
    if (part.to <= expired) await dropPart(db, log, part);
    else if (part.from === null) await deleteExpired(db, part, retentionDays);
  }
}

/** Attaches tables, rather than to create partitions, because only that lets others use `query_runs` meanwhile. */
export async function makeRunDays(db: Db, timesMs: readonly number[]): Promise<void> {
  const days = new Set(timesMs.map(timeMs => Math.floor(timeMs / DAY_MS) * DAY_MS));
  const isMissing = (parts: Part[], day: number) =>
    !parts.some(({from, to}) => (from ?? "") < runIdAt(day + DAY_MS) && to > runIdAt(day));
  const before = await partsOf(db);
  if (![...days].some(day => isMissing(before, day))) return;
  await db.transaction().execute(async tx => {
    await sql`select pg_advisory_xact_lock(${DAYS_LOCK})`.execute(tx);
    const parts = await partsOf(tx);
    for (const day of days) if (isMissing(parts, day)) await makeDay(tx, day);
  });
}

async function makeDay(tx: Tx, dayMs: number): Promise<void> {
  const name = sql.table(`query_runs_${new Date(dayMs).toISOString().slice(0, 10).replaceAll("-", "_")}`);
  await sql`create table ${name} (like query_runs including all)`.execute(tx);
  await sql`
    alter table query_runs attach partition ${name}
    for values from (${sql.lit(runIdAt(dayMs))}) to (${sql.lit(runIdAt(dayMs + DAY_MS))})`.execute(tx);
}

/** Others wait for a second at most. Where the table is in use for longer, the next call drops it. */
async function dropPart(db: Db, log: Logger, {name}: Part): Promise<void> {
  try {
    await db.transaction().execute(async tx => {
      const {rows} = await sql`
        select from ${sql.table(name)} where status in ('queued', 'running') limit 1`.execute(tx);
      if (rows.length > 0) return;
      await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT)}`.execute(tx);
      await sql`drop table ${sql.table(name)}`.execute(tx);
    });
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    log.info({err: error, name}, "a day of the history is in use, and is dropped later");
  }
}

async function deleteExpired(db: Db, {name}: Part, retentionDays: number): Promise<void> {
  await sql`
    delete from ${sql.table(name)}
    where created_at < now() - ${retentionDays} * interval '1 day' and status not in ('queued', 'running')`.execute(
    db,
  );
}

async function partsOf(db: Db | Tx): Promise<Part[]> {
  const {rows} = await sql<Part>`
    select c.relname as name, substring(bound from 'FROM [(]''([^'']+)') as "from", substring(bound from 'TO [(]''([^'']+)') as "to"
    from pg_inherits i
    join pg_class c on c.oid = i.inhrelid
    cross join lateral pg_get_expr(c.relpartbound, c.oid) as bound
    where i.inhparent = 'query_runs'::regclass`.execute(db);
  return rows;
}

/** 23514, from where rows are handed to partitions. */
function isWithoutDay(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === "23514" &&
    error.table === "query_runs" &&
    error.routine === "ExecFindPartition"
  );
}
