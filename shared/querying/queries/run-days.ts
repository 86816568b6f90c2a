import pg from "pg";
import {isLockTimeout} from "../../core/database/watch.ts";
import {type Db, sql, type Tx} from "../../core/db.ts";
import type {Logger} from "../../core/log.ts";

/** `query_runs` has a partition for each day of its ids, which begin with the time that they were made at. */

const DAY_MS = 24 * 60 * 60_000;
/** The number of days ahead for which partitions exist. */
const DAYS_AHEAD = 14;
/** The alphabet of TypeIDs, whose first ten letters are the milliseconds of a UUIDv7. */
const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";
const TIME_LETTERS = 10;
/** The last time that a UUIDv7 can hold. */
const LAST_MS = 2 ** 48 - 1;
// An arbitrary number, which must be the same in all processes.
const DAYS_LOCK = 7_113_043;
const LOCK_WAIT = "1s";

/** A partition with the runs from one id (inclusive) to another (exclusive). The first one may have no lower bound. */
interface Partition {
  name: string;
  from: string | null;
  to: string;
}

/** The lowest id of a run made at that time: ids of earlier runs are below it. */
export function runIdAt(timeMs: number): string {
  let rest = Math.min(Math.max(Math.floor(timeMs), 0), LAST_MS);
  let letters = "";
  for (let i = 0; i < TIME_LETTERS; i++) {
    letters = LETTERS.charAt(rest % 32) + letters;
    rest = Math.floor(rest / 32);
  }
  return `run_${letters}`;
}

/** The time at which the run's id was made, in milliseconds. */
export function timeOfRun(runId: string): number {
  let timeMs = 0;
  for (const letter of runId.slice("run_".length, "run_".length + TIME_LETTERS))
    timeMs = timeMs * 32 + LETTERS.indexOf(letter);
  return timeMs;
}

/** Creates the missing partitions of the days from yesterday on. */
export function makeNextRunDays(db: Db): Promise<void> {
  const today = Date.now();
  return makeRunDays(
    db,
    Array.from({length: DAYS_AHEAD + 2}, (_, i) => today + (i - 1) * DAY_MS),
  );
}

/** Inserts the runs, and tries once more after creating the partition of their day, if that was missing. */
export async function withRunDays<T>(
  db: Db,
  runIds: readonly string[],
  insert: () => Promise<T>,
): Promise<T> {
  try {
    return await insert();
  } catch (error) {
    if (!isMissingPartition(error)) throw error;
    await makeRunDays(db, runIds.map(timeOfRun));
    return insert();
  }
}

/**
 * Drops the partitions of days whose runs have all expired and ended. From the partition that holds everything from
 * before there were partitions by day, expired runs are deleted until it can be dropped too.
 */
export async function dropRunDays(db: Db, log: Logger, retentionDays: number): Promise<void> {
  const expired = runIdAt(Date.now() - retentionDays * DAY_MS);
  for (const part of await partitionsOf(db)) {
    if (part.to <= expired) await dropPartition(db, log, part);
    else if (part.from === null) await deleteExpired(db, part, retentionDays);
  }
}

/**
 * Attaches tables instead of creating partitions, because only attaching lets others use `query_runs` at the same time.
 */
export async function makeRunDays(db: Db, timesMs: readonly number[]): Promise<void> {
  const days = new Set(timesMs.map(timeMs => Math.floor(timeMs / DAY_MS) * DAY_MS));
  const isMissing = (parts: Partition[], day: number) =>
    !parts.some(({from, to}) => (from ?? "") < runIdAt(day + DAY_MS) && to > runIdAt(day));
  const before = await partitionsOf(db);
  if (![...days].some(day => isMissing(before, day))) return;
  await db.transaction().execute(async tx => {
    await sql`select pg_advisory_xact_lock(${DAYS_LOCK})`.execute(tx);
    const parts = await partitionsOf(tx);
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

/**
 * Drops a partition. Others wait for the lock for a second at most; if the table is in use for longer, the next call
 * drops it.
 */
async function dropPartition(db: Db, log: Logger, {name}: Partition): Promise<void> {
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

async function deleteExpired(db: Db, {name}: Partition, retentionDays: number): Promise<void> {
  await sql`
    delete from ${sql.table(name)}
    where created_at < now() - ${retentionDays} * interval '1 day' and status not in ('queued', 'running')`.execute(
    db,
  );
}

async function partitionsOf(db: Db | Tx): Promise<Partition[]> {
  const {rows} = await sql<Omit<Partition, "to"> & {to: string | null}>`
    select c.relname as name, substring(bound from 'FROM [(]''([^'']+)') as "from", substring(bound from 'TO [(]''([^'']+)') as "to"
    from pg_inherits i
    join pg_class c on c.oid = i.inhrelid
    cross join lateral pg_get_expr(c.relpartbound, c.oid) as bound
    where i.inhparent = 'query_runs'::regclass`.execute(db);
  return rows.flatMap(({to, ...part}) => (to === null ? [] : [{...part, to}]));
}

/** Whether the error is 23514 (check violation), raised where rows are routed to partitions. */
function isMissingPartition(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === "23514" &&
    error.table === "query_runs" &&
    error.routine === "ExecFindPartition"
  );
}
