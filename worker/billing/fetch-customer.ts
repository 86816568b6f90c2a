import type Stripe from "stripe";
import {isMissing} from "../../shared/billing/stripe.ts";

/** A customer as Stripe has it now. */
export interface CustomerState {
  /** `undefined`: deleted, or never there. */
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
 * between them causes another event, and so another fetch.
 */
export async function fetchCustomer(stripe: Stripe, customerId: string): Promise<CustomerState> {
  try {
    const [customer, subscriptions, entitlements, openInvoices] = await Promise.all([
      stripe.customers.retrieve(customerId),
      stripe.subscriptions
        .list({customer: customerId, status: "all", limit: PAGE})
        .autoPagingToArray({limit: MOST}),
      stripe.entitlements.activeEntitlements
        .list({customer: customerId, limit: PAGE})
        .autoPagingToArray({limit: MOST}),
      stripe.invoices
        .list({customer: customerId, status: "open", limit: PAGE})
        .autoPagingToArray({limit: MOST}),
    ]);
    if (customer.deleted) return GONE;
    return {
      customer,
      subscriptions,
      entitlements: entitlements.map(one => one.lookup_key).sort(),
      openInvoices,
    };
  } catch (error) {
    if (isMissing(error)) return GONE;
    throw error;
  }
}
