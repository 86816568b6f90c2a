import {CompiledQuery} from "kysely";
import {MARK} from "../database/prepared.ts";
import {type Db, sql, type Tx} from "../db.ts";
import type {BillingConfig} from "../process/billing-config.ts";
import type {Meter} from "./plans.ts";
import {periodStart} from "./standing.ts";

/** What one organization used. */
export interface Usage {
  orgId: string;
  meter: Meter;
  amount: number;
}

/** Sixteen rows share what is counted at once, so that transactions rarely wait for each other. */
const SHARD = "pg_backend_pid() % 16";

const ADDED = `on conflict (org_id, livemode, meter, period_start, day, shard)
  do update set amount = u.amount + excluded.amount`;

// Made once: Kysely would put it together anew for each call, in more time than Postgres takes to run it.
const COUNT = `${MARK}
  insert into usage_counters as u (org_id, livemode, meter, period_start, day, shard, amount)
  select o.id, $3::boolean, $4::text, ${periodStart("o.at")}, (o.at at time zone 'UTC')::date, ${SHARD}, $5::bigint
  from (values ($1::text, coalesce($2::timestamptz, now()))) as o (id, at)
    left join billing_accounts k on k.org_id = o.id and k.livemode = $3
  ${ADDED}`;

/**
 * Counts what was used, in the transaction of what is counted: both commit, or neither. It belongs to the period at
 * `at`, by the database's clock now. Without Stripe nothing is counted.
 */
export async function countUsage(
  db: Db | Tx,
  mode: Pick<BillingConfig, "livemode"> | undefined,
  used: readonly Usage[],
  at?: Date,
): Promise<void> {
  if (!mode) return;
  // In one order, so that two transactions that count several things cannot wait for each other.
  const ordered = used.toSorted((a, b) => (`${a.orgId} ${a.meter}` < `${b.orgId} ${b.meter}` ? -1 : 1));
  for (const {orgId, meter, amount} of ordered) {
    if (amount <= 0) continue;
    const values = [orgId, at?.toISOString() ?? null, mode.livemode, meter, amount];
    await db.executeQuery(CompiledQuery.raw(COUNT, values));
  }
}

/**
 * A statement that counts the rows `r (org_id, meter, amount)` of `source`, for use where they come from another
 * statement.
 */
export function countUsageSql({livemode}: Pick<BillingConfig, "livemode">, source: ReturnType<typeof sql>) {
  return sql`
    insert into usage_counters as u (org_id, livemode, meter, period_start, day, shard, amount)
    select r.org_id, ${livemode}::boolean, r.meter, ${periodOfNow}, (now() at time zone 'UTC')::date, ${shard}, sum(r.amount)
    from ${source}
      left join billing_accounts k on k.org_id = r.org_id and k.livemode = ${livemode}
    group by 1, 3, 4
    having sum(r.amount) > 0
    order by 1, 3
    ${added}`;
}

const periodOfNow = sql.raw(periodStart("now()"));
const shard = sql.raw(SHARD);
const added = sql.raw(ADDED);

/** What the organization has used of each meter since the period began. */
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
 * A condition: the counter `u` belongs to the period that began at `start`, or to a later one. A later day does, even
 * where the period was not known yet when it was counted.
 */
export function belongsTo(start: ReturnType<typeof sql>) {
  return sql`(u.period_start >= ${start} or u.day > (${start} at time zone 'UTC')::date)`;
}
