import {type Db, sql, type Tx} from "../../core/db.ts";
import type {BillingConfig} from "../../core/process/billing-config.ts";
import type {Meter} from "./meters.ts";
import {periodStart} from "./plan-status.ts";

/** The time of use: now, or the column `at` of each row. */
type Moment = "now()" | "r.at";

// Built once: Kysely would rebuild the expression for each statement, which takes longer than Postgres takes to run it.
const PERIODS = {"now()": sql.raw(periodStart("now()")), "r.at": sql.raw(periodStart("r.at"))};
/** Each counter is spread over sixteen rows, so that concurrent transactions rarely wait for each other. */
const SHARD = sql.raw("pg_backend_pid() % 16");

/**
 * A statement that counts the rows `r (org_id, meter, amount)` of `source`, each in its organization's period at the
 * given time, by the database's clock. Include it in the statement that records the usage, so that either both are
 * written or neither is.
 */
export function countUsageSql(
  {livemode}: Pick<BillingConfig, "livemode">,
  source: ReturnType<typeof sql>,
  at: Moment = "now()",
) {
  return sql`
    insert into usage_counters as u (org_id, livemode, meter, period_start, day, shard, amount)
    select r.org_id, ${livemode}::boolean, r.meter, ${PERIODS[at]}, (${sql.raw(at)} at time zone 'UTC')::date, ${SHARD},
      sum(r.amount)
    from ${source}
      left join billing_accounts k on k.org_id = r.org_id and k.livemode = ${livemode}
    group by 1, 3, 4, 5
    having sum(r.amount) > 0
    order by 1, 3
    on conflict (org_id, livemode, meter, period_start, day, shard) do update set amount = u.amount + excluded.amount`;
}

/** The organization's usage of each meter since the start of the period. */
export async function usedSince(
  db: Db | Tx,
  {livemode}: Pick<BillingConfig, "livemode">,
  orgId: string,
  start: Date,
): Promise<Map<Meter, number>> {
  const {rows} = await sql<{meter: Meter; used: number}>`
    select u.meter, sum(u.amount)::bigint as used from usage_counters u
    where u.org_id = ${orgId} and u.livemode = ${livemode}
      and ${belongsTo(sql`${start.toISOString()}::timestamptz`)}
    group by u.meter`.execute(db);
  return new Map(rows.map(({meter, used}) => [meter, used]));
}

/**
 * A condition: the counter `u` belongs to the period that began at `start`, or to a later one. A counter of a later day
 * belongs to the period even if the usage was counted before the service knew of the period.
 */
export function belongsTo(start: ReturnType<typeof sql>) {
  return sql`(u.period_start >= ${start} or u.day > (${start} at time zone 'UTC')::date)`;
}
