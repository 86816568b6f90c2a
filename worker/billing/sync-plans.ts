import Stripe from "stripe";
import {type Db, sql, type Tx} from "../../shared/core/db.ts";
import type {Logger} from "../../shared/core/log.ts";
import {planOf, savePlan} from "../../shared/tenancy/billing/plans.ts";
import {type Billing, isMissing} from "../../shared/tenancy/billing/stripe.ts";

const PAGE = 100;
const MOST = 10_000;

/** Ids of the products that are plans. */
export async function knownPlans(db: Db | Tx, {livemode}: Billing): Promise<Set<string>> {
  const {rows} = await sql<{id: string}>`
    select id from billing_plans where livemode = ${livemode}`.execute(db);
  return new Set(rows.map(({id}) => id));
}

/** Fetches one product, and stores it if it is a plan. Returns whether it is one. */
export async function refreshPlan(db: Db | Tx, billing: Billing, productId: string): Promise<boolean> {
  try {
    const product = await billing.stripe.products.retrieve(productId, {expand: ["default_price"]});
    const plan = planOf(product);
    if (plan) await savePlan(db, billing.livemode, plan);
    return plan !== undefined;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/**
 * Fetches all products, and stores those that are plans. A product that is no longer a plan is deleted, so that it sets
 * no limits any more. A plan whose product Stripe no longer lists still sets limits, but is not offered. Rejects where
 * the key belongs to another account than the configured one. Can run twice without harm.
 */
export async function syncPlans({db, log, billing}: {db: Db; log: Logger; billing: Billing}): Promise<void> {
  const {stripe, livemode} = billing;
  await requireOwnAccount(billing);
  const products = await stripe.products
    .list({limit: PAGE, expand: ["data.default_price"]})
    .autoPagingToArray({limit: MOST});
  const there = products.map(({id}) => id);
  const plans = products.map(planOf).filter(plan => plan !== undefined);
  const faults = plans.flatMap(({id, faults: found}) => found.map(fault => `${id}: ${fault}`));
  if (faults.length > 0) log.warn({faults}, "the metadata of some plans cannot be read");
  const defaults = plans.filter(plan => plan.isDefault && plan.active).map(({id}) => id);
  if (defaults.length > 1)
    log.warn({products: defaults}, "several plans are the default plan: the first is used");
  await db.transaction().execute(async tx => {
    for (const plan of plans) await savePlan(tx, livemode, plan);
    await sql`
      delete from billing_plans
      where livemode = ${livemode} and id = any (${there}) and id <> all (${plans.map(({id}) => id)})`.execute(
      tx,
    );
    await sql`
      update billing_plans set active = false where livemode = ${livemode} and id <> all (${there})`.execute(
      tx,
    );
  });
}

/** Rejects a key of a Stripe account whose events are not accepted, so that nothing is sold through that account. */
async function requireOwnAccount({stripe, account}: Billing): Promise<void> {
  if (account === undefined) return;
  const found = await stripe.accounts.retrieveCurrent().catch(unlessForbidden);
  if (!found || found.id === account) return;
  throw new Error(`STRIPE_SECRET_KEY is a key of the account ${found.id}, but STRIPE_ACCOUNT is ${account}`);
}

/** A restricted key may not be allowed to read its account. */
function unlessForbidden(error: unknown): undefined {
  if (!(error instanceof Stripe.errors.StripePermissionError)) throw error;
}
