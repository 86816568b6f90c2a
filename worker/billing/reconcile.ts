import {syncAtNightSql} from "../../shared/billing/receive-event.ts";
import {sql} from "../../shared/db.ts";
import {reconcileUsage} from "./reconcile-usage.ts";
import type {SyncDeps} from "./sync-customer.ts";
import {syncPlans} from "./sync-plans.ts";

/** Events of these days may have been lost with the customer that they were about. */
const LOOK_BACK_DAYS = 3;
/** The customers of the night are spread over this time. */
const SPREAD_SECONDS = 1800;
/** Stripe sends an event again for days, and by hand for a month. */
const EVENT_DAYS = 35;
const DAY_SECONDS = 24 * 3600;

/**
 * Once a night everything is fetched again, so that an event that never came is made up for within a day: plans, every
 * customer, customers of new subscriptions that are not known, and the sums of usage. It can run twice.
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
