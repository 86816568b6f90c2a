import {type Db, sql} from "../../shared/core/db.ts";

/** After this many days, usage is no longer reported (34 days), and Stripe can no longer refuse a report of it. */
const OPEN_DAYS = 40;
const BATCH = 5000;

/**
 * Merges the rows of days that are over: the rows of a counter, because concurrent transactions count in several rows,
 * and its reports, because a day may have a hundred. The sums of each organization, meter, period and day stay the same,
 * as bills rest on them. Each statement merges a bounded number of rows. It can run repeatedly and concurrently: a row is
 * merged by the statement that deletes it.
 */
export async function mergeUsage(db: Db): Promise<void> {
  while (await mergeCounters(db));
  while (await mergeReports(db));
}

const isOver = sql`day < (now() at time zone 'UTC')::date - ${sql.lit(OPEN_DAYS)}::int`;

/** Adds the rows of a counter to its first one. Returns whether there were any. */
async function mergeCounters(db: Db): Promise<boolean> {
  const {numAffectedRows = 0n} = await sql`
    with merged as (
      delete from usage_counters where ${isOver} and shard <> 0 and ctid = any (array(
        select ctid from usage_counters where ${isOver} and shard <> 0 limit ${BATCH}))
      returning org_id, livemode, meter, period_start, day, amount)
    insert into usage_counters as u (org_id, livemode, meter, period_start, day, shard, amount)
    select org_id, livemode, meter, period_start, day, 0, sum(amount) from merged
    group by org_id, livemode, meter, period_start, day
    order by org_id, livemode, meter, period_start, day
    on conflict (org_id, livemode, meter, period_start, day, shard) do update
      set amount = u.amount + excluded.amount`.execute(db);
  return numAffectedRows > 0n;
}

/** Replaces the sent reports of a counter by one. Returns whether there were several. */
async function mergeReports(db: Db): Promise<boolean> {
  const isSent = sql`${isOver} and sent_at is not null and error is null`;
  const {numAffectedRows = 0n} = await sql`
    with merged as (
      delete from usage_reports where ${isSent} and ctid = any (array(
        select r.ctid from usage_reports r
        where (r.org_id, r.livemode, r.meter, r.period_start, r.day) in (
          select org_id, livemode, meter, period_start, day from usage_reports where ${isSent}
          group by org_id, livemode, meter, period_start, day having count(*) > 1)
          and r.sent_at is not null and r.error is null
        order by r.org_id, r.livemode, r.meter, r.period_start, r.day limit ${BATCH}))
      returning org_id, livemode, meter, period_start, day, amount, created_at, tried_at, sent_at)
    insert into usage_reports (id, org_id, livemode, meter, period_start, day, amount, created_at, tried_at, sent_at)
    select gen_random_uuid()::text, org_id, livemode, meter, period_start, day, sum(amount), min(created_at),
      min(tried_at), max(sent_at)
    from merged group by org_id, livemode, meter, period_start, day`.execute(db);
  return numAffectedRows > 0n;
}
