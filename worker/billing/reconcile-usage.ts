import type Stripe from "stripe";
import {sql} from "../../shared/core/db.ts";
import {forEachConcurrently} from "../../shared/core/for-each-concurrently.ts";
import type {Meter} from "../../shared/tenancy/billing/meters.ts";
import {isMissing} from "../../shared/tenancy/billing/stripe.ts";
import {activeMeters, KNOWN_HOURS, reportedAt} from "./report-usage.ts";
import type {SyncDeps} from "./sync-customer.ts";

const MINUTE = 60;
const AT_ONCE = 5;

/**
 * Settles usage reports whose outcome is unknown. A report whose answer was lost so long ago that Stripe may have
 * forgotten its identifier counts as sent if Stripe's sum includes it, and is otherwise deleted, so that it is made
 * anew. Reports that Stripe refused are made anew once a night. Then the service's and Stripe's sums of the present
 * period are compared, and stored for display. Organizations whose customer Stripe does not know are left out. It can
 * run twice.
 */
export async function reconcileUsage(deps: SyncDeps): Promise<void> {
  const {db, billing} = deps;
  const meters = await activeMeters(billing.stripe);
  await settleUncertain(deps, meters);
  await sql`delete from usage_reports where livemode = ${billing.livemode} and error is not null`.execute(db);
  await compareSums(deps, meters);
}

interface Uncertain {
  id: string;
  orgId: string;
  meter: Meter;
  amount: number;
  customer: string;
  /** The minute of the report's event, in seconds since 1970. */
  minute: number;
  /** The amount that Stripe has certainly counted in the same minute. */
  certain: number;
}

/** SQL of the minute of a report's event, because Stripe gives no sums over shorter intervals. */
const minuteOf = (report: string) => sql`${reportedAt(report)} / ${MINUTE} * ${MINUTE}`;

async function settleUncertain({db, billing}: SyncDeps, meters: ReadonlyMap<Meter, string>): Promise<void> {
  const {livemode, stripe} = billing;
  const {rows} = await sql<Uncertain>`
    select r.id, r.org_id as "orgId", r.meter, r.amount, a.customer_id as customer, ${minuteOf("r")} as minute, (
      select coalesce(sum(s.amount), 0)::bigint from usage_reports s
      where s.org_id = r.org_id and s.livemode = r.livemode and s.meter = r.meter and s.sent_at is not null
        and s.error is null and ${minuteOf("s")} = ${minuteOf("r")}) as certain
    from usage_reports r
      join billing_accounts a on a.org_id = r.org_id and a.livemode = r.livemode
    where r.livemode = ${livemode} and r.sent_at is null and r.error is null
      and r.tried_at <= now() - ${KNOWN_HOURS} * interval '1 hour'`.execute(db);
  for (const {id, orgId, meter, amount, customer, minute, certain} of rows) {
    const meterId = meters.get(meter);
    if (meterId === undefined) continue;
    const counted = await sumAtStripe(stripe, meterId, {customer, start: minute, end: minute + MINUTE});
    if (counted === undefined) continue;
    if (counted >= certain + amount)
      await sql`update usage_reports set sent_at = now() where org_id = ${orgId} and id = ${id}`.execute(db);
    else await sql`delete from usage_reports where org_id = ${orgId} and id = ${id}`.execute(db);
  }
}

interface Compared {
  orgId: string;
  meter: Meter;
  customer: string;
  periodStart: Date;
  start: number;
  end: number;
  reported: number;
}

async function compareSums(deps: SyncDeps, meters: ReadonlyMap<Meter, string>): Promise<void> {
  const {db, billing} = deps;
  const {rows} = await sql<Compared>`
    select r.org_id as "orgId", r.meter, a.customer_id as customer, a.period_start as "periodStart",
      extract(epoch from a.period_start)::bigint / ${MINUTE} * ${MINUTE} as start,
      extract(epoch from a.period_end)::bigint / ${MINUTE} * ${MINUTE} as end, sum(r.amount)::bigint as reported
    from usage_reports r
      join billing_accounts a on a.org_id = r.org_id and a.livemode = r.livemode and not a.customer_deleted
    where r.livemode = ${billing.livemode} and r.sent_at is not null and r.error is null
      and ${minuteOf("r")} >= extract(epoch from a.period_start)::bigint / ${MINUTE} * ${MINUTE}
      and ${reportedAt("r")} < extract(epoch from a.period_end)::bigint / ${MINUTE} * ${MINUTE}
    group by r.org_id, r.meter, a.customer_id, a.period_start, a.period_end`.execute(db);
  await forEachConcurrently(rows, AT_ONCE, compared =>
    compareSum(deps, meters.get(compared.meter), compared),
  );
}

async function compareSum(
  {db, log, billing}: SyncDeps,
  meterId: string | undefined,
  compared: Compared,
): Promise<void> {
  const {orgId, meter, periodStart, reported} = compared;
  const atStripe = meterId === undefined ? 0 : await sumAtStripe(billing.stripe, meterId, compared);
  if (atStripe === undefined) return;
  if (atStripe !== reported)
    log.warn(
      {orgId, meter, atStripe, reported},
      "the usage that Stripe has counted differs from the reported usage",
    );
  await sql`
    insert into usage_checks (org_id, livemode, meter, period_start, at_stripe, reported)
    values (${orgId}, ${billing.livemode}, ${meter}, ${periodStart.toISOString()}::timestamptz, ${atStripe}, ${reported})
    on conflict (org_id, livemode, meter, period_start) do update
      set at_stripe = excluded.at_stripe, reported = excluded.reported, checked_at = now()`.execute(db);
}

/** The usage that Stripe has counted; `undefined` for a customer that Stripe does not know. */
async function sumAtStripe(
  stripe: Stripe,
  meterId: string,
  {customer, start, end}: {customer: string; start: number; end: number},
): Promise<number | undefined> {
  const summaries = await stripe.billing.meters
    .listEventSummaries(meterId, {customer, start_time: start, end_time: end, limit: 100})
    .autoPagingToArray({limit: 10_000})
    .catch((error: unknown) => {
      if (isMissing(error, "customer")) return undefined;
      throw error;
    });
  return summaries?.reduce((sum, {aggregated_value: value}) => sum + value, 0);
}
