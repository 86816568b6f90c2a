import {sql} from "../../shared/core/db.ts";
import {syncAtNightSql} from "../../shared/tenancy/billing/receive-stripe-event.ts";
import {mergeUsage} from "./merge-usage.ts";
import {reconcileUsage} from "./reconcile-usage.ts";
import type {SyncDeps} from "./sync-customer.ts";
import {syncPlans} from "./sync-plans.ts";

/** How far back new subscriptions are listed, to find customers whose events were all lost. */
const LOOK_BACK_DAYS = 3;
/** The time over which the night's fetches of customers are spread. */
const SPREAD_SECONDS = 1800;
/** How long events are remembered: Stripe repeats an event for days, and by hand for a month. */
const EVENT_DAYS = 35;
const DAY_SECONDS = 24 * 3600;

/**
 * Fetches everything again once a night, so that a lost event is made up for within a day: plans, every customer,
 * unknown customers of new subscriptions, and the sums of usage. Merges the rows of usage of days that are over. It can
 * run twice.
 */
export async function reconcileBilling(deps: SyncDeps): Promise<void> {
  const {db, billing} = deps;
  await syncPlans(deps);
  const {rows} = await sql<{customer_id: string}>`
    select customer_id from billing_accounts where livemode = ${billing.livemode}`.execute(db);
  const customers = new Set(rows.map(row => row.customer_id));
  for (const customerId of await newCustomers(deps)) customers.add(customerId);
  let place = 0;
  for (const customerId of customers) {
    const afterSeconds = Math.floor((place++ / customers.size) * SPREAD_SECONDS);
    await sql`select ${syncAtNightSql(customerId, afterSeconds)}`.execute(db);
  }
  await reconcileUsage(deps);
  await mergeUsage(db);
  await sql`delete from billing_events where received_at < now() - ${EVENT_DAYS} * interval '1 day'`.execute(
    db,
  );
}

async function newCustomers({billing: {stripe}}: SyncDeps): Promise<string[]> {
  const since = Math.floor(Date.now() / 1000) - LOOK_BACK_DAYS * DAY_SECONDS;
  const subscriptions = await stripe.subscriptions
    .list({status: "all", created: {gte: since}, limit: 100})
    .autoPagingToArray({limit: 10_000});
  return subscriptions.map(({customer}) => (typeof customer === "string" ? customer : customer.id));
}
