import type Stripe from "stripe";

/** A customer as Stripe has it now. */
export interface CustomerState {
  /** `undefined`: deleted. */
  customer: Stripe.Customer | undefined;
  subscriptions: Stripe.Subscription[];
  /** Lookup keys of what the customer is entitled to. */
  entitlements: string[];
  /** Those that can be paid: open ones, and of overdue subscriptions those that Stripe has given up. */
  unpaidInvoices: Stripe.Invoice[];
}

const GONE: CustomerState = {customer: undefined, subscriptions: [], entitlements: [], unpaidInvoices: []};
/** Far more than a customer has. */
const MOST = 1000;
const PAGE = 100;
const OVERDUE = ["past_due", "unpaid"];

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
  const overdue = subscriptions.filter(({status}) => OVERDUE.includes(status));
  const givenUp = await Promise.all(overdue.map(({id}) => givenUpInvoices(stripe, id)));
  return {
    customer,
    subscriptions,
    entitlements: entitlements.map(one => one.lookup_key).sort(),
    unpaidInvoices: [...openInvoices, ...givenUp.flat()],
  };
}

/** The invoices of a subscription that were marked uncollectible since one of its periods was last paid. */
async function givenUpInvoices(stripe: Stripe, subscription: string): Promise<Stripe.Invoice[]> {
  const {data} = await stripe.invoices.list({subscription, limit: PAGE});
  const paid = data.findIndex(
    ({status, amount_paid: amount, billing_reason: reason}) =>
      // A change in mid-period may be free of charge.
      status === "paid" && (amount > 0 || reason !== "subscription_update"),
  );
  return data.slice(0, paid < 0 ? undefined : paid).filter(({status}) => status === "uncollectible");
}
