import Stripe from "stripe";
import {planOf, savePlan} from "../../shared/billing/plans.ts";
import {type Billing, isMissing} from "../../shared/billing/stripe.ts";
import {type Db, sql, type Tx} from "../../shared/db.ts";
import type {Logger} from "../../shared/log.ts";

const PAGE = 100;
const MOST = 10_000;

/** Ids of the products that are plans. */
export async function knownPlans(db: Db | Tx, {livemode}: Billing): Promise<Set<string>> {
  const {rows} = await sql<{id: string}>`
    select id from billing_plans where livemode = ${livemode}`.execute(db);
  return new Set(rows.map(({id}) => id));
}

/** Reads one product. Whether it is a plan. */
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
 * Reads all products and keeps those that are plans. One that is no plan any more is forgotten, so that it does not go
 * on limiting; one that is not there limits on, but is not offered. Rejects where the key is one of another account than
 * is configured. Can run twice without harm.
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
    log.warn({products: defaults}, "several plans are the default one: the first is taken");
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

/** Nothing is sold with the key of another account than the one whose events are taken. */
async function requireOwnAccount({stripe, account}: Billing): Promise<void> {
  if (account === undefined) return;
  const found = await stripe.accounts.retrieveCurrent().catch(unlessForbidden);
  if (!found || found.id === account) return;
  throw new Error(`STRIPE_SECRET_KEY is a key of the account ${found.id}, and STRIPE_ACCOUNT is ${account}`);
}

/** A restricted key may not be allowed to read its account. */
function unlessForbidden(error: unknown): undefined {
  if (!(error instanceof Stripe.errors.StripePermissionError)) throw error;
}
