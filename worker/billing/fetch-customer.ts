import type Stripe from "stripe";

/** A customer as Stripe has it now. */
export interface CustomerState {
  /** `undefined` where the customer was deleted. */
  customer: Stripe.Customer | undefined;
  subscriptions: Stripe.Subscription[];
  /** Lookup keys of the customer's entitlements. */
  entitlements: string[];
  /** Invoices that can be paid: open invoices, and uncollectible ones of overdue subscriptions. */
  unpaidInvoices: Stripe.Invoice[];
}

const GONE: CustomerState = {customer: undefined, subscriptions: [], entitlements: [], unpaidInvoices: []};
/** More objects of one kind than a customer ever has. */
const MOST = 1000;
const PAGE = 100;
const OVERDUE = ["past_due", "unpaid"];

/**
 * Fetches everything that an organization's account is computed from. The answers may be from different moments: a
 * change between them causes another event, and so another fetch. Stripe still returns a customer that was deleted. A
 * customer that Stripe does not know belongs to another Stripe account, which is an error.
 */
export async function fetchCustomer(stripe: Stripe, customerId: string): Promise<CustomerState> {
  const ofCustomer = {customer: customerId, limit: PAGE};
  const all = {limit: MOST};
  const lists = Promise.all([
    stripe.subscriptions.list({...ofCustomer, status: "all"}).autoPagingToArray(all),
    stripe.entitlements.activeEntitlements.list(ofCustomer).autoPagingToArray(all),
    stripe.invoices.list({...ofCustomer, status: "open"}).autoPagingToArray(all),
  ]);
  // Stripe may refuse the lists of a deleted customer.
  lists.catch(() => undefined);
  const customer = await stripe.customers.retrieve(customerId);
  if (customer.deleted) return GONE;
  const [subscriptions, entitlements, openInvoices] = await lists;
  const overdue = subscriptions.filter(({status}) => OVERDUE.includes(status));
  const uncollectible = await Promise.all(overdue.map(({id}) => uncollectibleInvoices(stripe, id)));
  return {
    customer,
    subscriptions,
    entitlements: entitlements.map(one => one.lookup_key).sort(),
    unpaidInvoices: [...openInvoices, ...uncollectible.flat()],
  };
}

/** The invoices of a subscription that were marked uncollectible since one of its periods was last paid. */
async function uncollectibleInvoices(stripe: Stripe, subscription: string): Promise<Stripe.Invoice[]> {
  const {data} = await stripe.invoices.list({subscription, limit: PAGE});
  const paid = data.findIndex(
    ({status, amount_paid: amount, billing_reason: reason}) =>
      // A change in mid-period may be free of charge.
      status === "paid" && (amount > 0 || reason !== "subscription_update"),
  );
  return data.slice(0, paid < 0 ? undefined : paid).filter(({status}) => status === "uncollectible");
}
