import type {Db, Tx} from "../../shared/core/db.ts";
import type {Logger} from "../../shared/core/log.ts";
import {
  type Account,
  type AccountState,
  lockAccount,
  storeCustomer,
  writeAccount,
} from "../../shared/tenancy/billing/accounts.ts";
import {auditBilling} from "../../shared/tenancy/billing/audit.ts";
import {type Billing, isMissing} from "../../shared/tenancy/billing/stripe.ts";
import {accountOf, productOf} from "./account-of.ts";
import {fetchCustomer} from "./fetch-customer.ts";
import {knownPlans, refreshPlan} from "./sync-plans.ts";

export interface SyncDeps {
  db: Db;
  log: Logger;
  billing: Billing;
}

/**
 * Writes the state of one customer as Stripe has it now. The account is locked before the state is fetched, and until
 * it is written, so that of two concurrent syncs the later one writes the state that was fetched last. A customer that
 * the service does not know belongs to another business with the same Stripe account, unless its metadata names an
 * organization (`org_id`).
 */
export async function syncCustomer(deps: SyncDeps, customerId: string): Promise<void> {
  if (await syncKnown(deps, customerId)) return;
  if (await adopt(deps, customerId)) await syncKnown(deps, customerId);
}

async function syncKnown({db, billing}: SyncDeps, customerId: string): Promise<boolean> {
  return db.transaction().execute(async tx => {
    const account = await lockAccount(tx, billing, customerId);
    if (!account) return false;
    const state = await fetchCustomer(billing.stripe, customerId);
    const plans = await knownPlans(tx, billing);
    const products = new Set(state.subscriptions.flatMap(({items}) => items.data.map(productOf)));
    for (const product of products) {
      if (!plans.has(product) && (await refreshPlan(tx, billing, product))) plans.add(product);
    }
    const next = accountOf(state, product => plans.has(product));
    await writeAccount(tx, billing, account, next);
    await auditChanges(tx, account, next);
    return true;
  });
}

/** Connects a customer that was created by hand in Stripe to the organization that its metadata names. */
async function adopt({db, log, billing}: SyncDeps, customerId: string): Promise<boolean> {
  const orgId = await orgNamedBy(billing, customerId);
  if (orgId === undefined) return false;
  const storedCustomer = await storeCustomer(db, billing, orgId, customerId);
  if (storedCustomer === customerId) return true;
  log.warn(
    {customerId, orgId, storedCustomer},
    "a customer names an organization that has another customer, or none",
  );
  if (storedCustomer !== undefined)
    await auditBilling(
      db,
      orgId,
      "billing.second_customer",
      {type: "customer", id: customerId},
      {storedCustomer},
    );
  return false;
}

async function orgNamedBy({stripe}: Billing, customerId: string): Promise<string | undefined> {
  try {
    const customer = await stripe.customers.retrieve(customerId);
    return customer.deleted ? undefined : customer.metadata["org_id"];
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

const AUDITED_FIELDS = ["status", "planId", "quantity", "subscriptionId", "currency", "isDeleted"] as const;

/** Records the changes in the audit log, for org-admins. */
async function auditChanges(tx: Tx, before: Account & {orgId: string}, after: AccountState): Promise<void> {
  const {orgId, customerId} = before;
  const changed = AUDITED_FIELDS.filter(key => before[key] !== after[key]);
  if (changed.length > 0) {
    const {status, planId, quantity, subscriptionId, currency} = after;
    const details = {changed, status, plan: planId, quantity, subscriptionId, currency};
    await auditBilling(tx, orgId, "billing.change", {type: "customer", id: customerId}, details);
  }
  const known = new Set(before.notices.map(({code, message}) => `${code} ${message}`));
  for (const {code, message} of after.notices) {
    if (known.has(`${code} ${message}`)) continue;
    await auditBilling(tx, orgId, `billing.${code}`, {type: "customer", id: customerId}, {message});
  }
}
