import type Stripe from "stripe";

/** A customer as Stripe has it now. */
export interface CustomerState {
  /** `undefined`: deleted. */
  customer: Stripe.Customer | undefined;
  subscriptions: Stripe.Subscription[];
  /** Lookup keys of what the customer is entitled to. */
  entitlements: string[];
  openInvoices: Stripe.Invoice[];
}

const GONE: CustomerState = {customer: undefined, subscriptions: [], entitlements: [], openInvoices: []};
/** Far more than a customer has. */
const MOST = 1000;
const PAGE = 100;

/**
 * Everything that the state of an organization is made of. The answers may be from different moments: what changes
 * between them causes another event, and so another fetch. A customer that was deleted is still known to Stripe: one
 * that is not known is of another account, and a fault.
 */
export async function fetchCustomer(stripe: Stripe, customerId: string): Promise<CustomerState> {
  const ofCustomer = {customer: customerId, limit: PAGE};
  const all = {limit: MOST};
  const lists = Promise.all([
    stripe.subscriptions.list({...ofCustomer, status: "all"}).autoPagingToArray(all),
    stripe.entitlements.activeEntitlements.list(ofCustomer).autoPagingToArray(all),
    stripe.invoices.list({...ofCustomer, status: "open"}).autoPagingToArray(all),
  ]);
  // Of a deleted customer they may be refused.
  lists.catch(() => undefined);
  const customer = await stripe.customers.retrieve(customerId);
  if (customer.deleted) return GONE;
  const [subscriptions, entitlements, openInvoices] = await lists;
  return {
    customer,
    subscriptions,
    entitlements: entitlements.map(one => one.lookup_key).sort(),
    openInvoices,
  };
}
