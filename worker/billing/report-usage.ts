import type Stripe from "stripe";
import {type Db, sql} from "../../shared/core/db.ts";
import {forEachConcurrently} from "../../shared/core/for-each-concurrently.ts";
import {auditBilling} from "../../shared/tenancy/billing/audit.ts";
import {METERS, type Meter} from "../../shared/tenancy/billing/meters.ts";
import {type Billing, isRefused, plainFault} from "../../shared/tenancy/billing/stripe.ts";
import type {SyncDeps} from "./sync-customer.ts";

/** Stripe accepts events that are at most 35 days old. */
const OLDEST_DAYS = 34;
/** Stripe recognizes an identifier for at least 24 hours. */
export const KNOWN_HOURS = 23;
const BATCH = 1000;
const AT_ONCE = 5;
/** The arbitrary number of an advisory lock: one process at a time decides what is reported. */
const LOCK = 6_150_130;

/**
 * Reports the usage since the last report to Stripe, as one meter event for each organization, meter, period and day.
 * An event keeps its identifier however often it is sent, so that it counts once. It can run twice, and at any time:
 * failed reports are sent again. Rejects where reports are left because Stripe did not answer.
 */
export async function reportUsage(deps: SyncDeps, now = new Date()): Promise<void> {
  const {db, billing} = deps;
  const known = await activeMeters(billing.stripe);
  await decideReports(db, billing, [...known.keys()], now);
  const faults: unknown[] = [];
  for (;;) {
    const reports = await unsentReports(db, billing);
    await forEachConcurrently(reports, AT_ONCE, async report => {
      if (faults.length === 0) await sendReport(deps, report).catch(error => faults.push(error));
    });
    if (faults.length > 0) throw plainFault(faults[0]);
    if (reports.length < BATCH) return;
  }
}

/** The id at Stripe of each meter that exists there under the service's name for it. */
export async function activeMeters(stripe: Stripe): Promise<Map<Meter, string>> {
  const listed = await stripe.billing.meters
    .list({status: "active", limit: 100})
    .autoPagingToArray({limit: 1000});
  return new Map(
    METERS.flatMap(meter => {
      const found = listed.find(({event_name}) => event_name === meter);
      return found ? [[meter, found.id] as const] : [];
    }),
  );
}

/**
 * Writes reports of the usage that was counted and not reported yet. A counter gets no new report while an earlier one
 * is unsent.
 */
async function decideReports(
  db: Db,
  {livemode}: Pick<Billing, "livemode">,
  meters: readonly Meter[],
  now: Date,
): Promise<void> {
  await db.transaction().execute(async tx => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
    await sql`
      insert into usage_reports (id, org_id, livemode, meter, period_start, day, amount)
      select gen_random_uuid()::text, c.org_id, c.livemode, c.meter, c.period_start, c.day, c.counted - r.reported
      from (
        select u.org_id, u.livemode, u.meter, u.period_start, u.day, sum(u.amount) as counted
        from usage_counters u
          join billing_accounts a on a.org_id = u.org_id and a.livemode = u.livemode and not a.customer_deleted
        where u.livemode = ${livemode} and u.meter = any (${[...meters]})
          and u.day >= (${now.toISOString()}::timestamptz at time zone 'UTC')::date - ${OLDEST_DAYS}::int
        group by u.org_id, u.livemode, u.meter, u.period_start, u.day) c
      cross join lateral (
        select coalesce(sum(s.amount), 0) as reported from usage_reports s
        where s.org_id = c.org_id and s.livemode = c.livemode and s.meter = c.meter
          and s.period_start = c.period_start and s.day = c.day) r
      where c.counted > r.reported
      on conflict (org_id, livemode, meter, period_start, day) where sent_at is null and error is null do nothing`.execute(
      tx,
    );
  });
}

interface Report {
  id: string;
  orgId: string;
  meter: Meter;
  amount: number;
  customerId: string;
  /** Seconds since 1970: a moment in the report's day and period. */
  timestamp: number;
}

async function unsentReports(db: Db, {livemode}: Pick<Billing, "livemode">): Promise<Report[]> {
  const {rows} = await sql<Report>`
    select r.id, r.org_id as "orgId", r.meter, r.amount, a.customer_id as "customerId", ${reportedAt("r")} as timestamp
    from usage_reports r
      join billing_accounts a on a.org_id = r.org_id and a.livemode = r.livemode
    where r.livemode = ${livemode} and r.sent_at is null and r.error is null
      and (r.tried_at is null or r.tried_at > now() - ${KNOWN_HOURS} * interval '1 hour')
    order by r.created_at limit ${BATCH}`.execute(db);
  return rows;
}

/** SQL of the moment of a report, in seconds since 1970: the first one of its day in its period. */
export function reportedAt(report: string) {
  const at = (column: string) => sql.ref(`${report}.${column}`);
  return sql`extract(epoch from greatest(${at("period_start")}, ${at("day")}::timestamp at time zone 'UTC'))::bigint`;
}

async function sendReport({db, billing}: SyncDeps, report: Report): Promise<void> {
  const {id, orgId, meter, amount, customerId, timestamp} = report;
  await sql`
    update usage_reports set tried_at = coalesce(tried_at, now())
    where org_id = ${orgId} and id = ${id}`.execute(db);
  try {
    // The identifier makes the event count once. With an idempotency key, Stripe would repeat an error of its own for a
    // day.
    await billing.stripe.billing.meterEvents.create({
      event_name: meter,
      identifier: id,
      timestamp,
      payload: {stripe_customer_id: customerId, value: String(amount)},
    });
  } catch (error) {
    if (!isRefused(error)) throw error;
    if (!isKnownAlready(error)) return giveUp(db, report, error.message);
  }
  await sql`update usage_reports set sent_at = now() where org_id = ${orgId} and id = ${id}`.execute(db);
}

/** Whether Stripe has counted the event before, and the answer was lost. */
function isKnownAlready({message}: Stripe.errors.StripeInvalidRequestError): boolean {
  return /already exists with identifier/i.test(message);
}

async function giveUp(db: Db, {id, orgId, meter, amount}: Report, reason: string): Promise<void> {
  await db.transaction().execute(async tx => {
    await sql`
      update usage_reports set error = ${reason.slice(0, 1000)} where org_id = ${orgId} and id = ${id}`.execute(
      tx,
    );
    const details = {message: reason.slice(0, 500), amount};
    await auditBilling(tx, orgId, "billing.usage_refused", {type: "meter", id: meter}, details);
  });
}
