import type Stripe from "stripe";
import type {AccountState} from "../../shared/tenancy/billing/accounts.ts";
import type {SubscriptionStatus} from "../../shared/tenancy/billing/plan-status.ts";
import type {Notice} from "../../shared/tenancy/billing/schemas.ts";
import type {CustomerState} from "./fetch-customer.ts";

/** Maps Stripe's statuses to the service's. A subscription whose first payment has not been made counts as none. */
const STATUS: Readonly<Record<string, SubscriptionStatus>> = {
  incomplete: "none",
  incomplete_expired: "none",
  trialing: "trialing",
  active: "active",
  past_due: "past_due",
  unpaid: "unpaid",
  paused: "paused",
  canceled: "canceled",
};

const ENDED = ["canceled", "incomplete_expired"];

/**
 * An organization's account, computed from the state of its customer alone. `isPlan` says whether a product is a plan.
 * Of several subscriptions the first by `byStanding` counts; a notice names the others that are live.
 */
export function accountOf(state: CustomerState, isPlan: (productId: string) => boolean): AccountState {
  const {customer, subscriptions, entitlements, unpaidInvoices} = state;
  const notices: Notice[] = [];
  if (!customer) {
    notices.push({
      code: "customer_deleted",
      message:
        "The customer was deleted in Stripe, and its subscription with it. A new checkout creates a new customer.",
    });
    return {...NOTHING, isDeleted: true, notices};
  }
  const ranked = subscriptions.toSorted(byStanding);
  const [subscription, ...others] = ranked;
  const live = others.filter(one => !ENDED.includes(one.status) && one.status !== "incomplete");
  if (live.length > 0) {
    notices.push({
      code: "second_subscription",
      message: `There are ${live.length + 1} subscriptions, and only ${subscription?.id} is used. Cancel ${live
        .map(({id}) => id)
        .sort()
        .join(", ")} in Stripe, because an organization can have only one.`,
    });
  }
  const status = STATUS[subscription?.status ?? "incomplete"];
  if (status === undefined)
    throw new Error(`Unknown status of a subscription in Stripe: ${subscription?.status}`);
  const isOverdue = status === "past_due" || status === "unpaid";
  // An invoice that is sent by mail is not a problem before it is due.
  const unpaid = unpaidInvoices
    .filter(({attempted}) => attempted || isOverdue)
    .toSorted(byAge(subscription))[0];
  const item = planItem(subscription, isPlan);
  if (!subscription || !item || status === "none")
    return {...NOTHING, status, paymentProblem: problemOf(unpaid), features: entitlements, notices};
  const planId = productOf(item);
  if (!isPlan(planId) && status !== "canceled") {
    notices.push({
      code: "unknown_product",
      message: `The subscription ${subscription.id} is for the product ${planId}, which is not a plan, so nothing is limited. Add the metadata of a plan to the product.`,
    });
  }
  return {
    isDeleted: false,
    subscriptionId: subscription.id,
    status,
    planId,
    quantity: item.quantity ?? 1,
    features: entitlements,
    currency: subscription.currency,
    periodStart: dateOf(item.current_period_start),
    periodEnd: dateOf(item.current_period_end),
    cancelAt: status === "canceled" ? null : cancelAt(subscription, item),
    trialEnd: status === "trialing" ? dateOf(subscription.trial_end) : null,
    unpaidSince: isOverdue ? unpaidSince(unpaidInvoices, subscription) : null,
    paymentProblem: problemOf(unpaid),
    notices,
  };
}

const NOTHING: AccountState = {
  isDeleted: false,
  subscriptionId: null,
  status: "none",
  planId: null,
  quantity: 1,
  features: [],
  currency: null,
  periodStart: null,
  periodEnd: null,
  cancelAt: null,
  trialEnd: null,
  unpaidSince: null,
  paymentProblem: null,
  notices: [],
};

const RANKS = [
  "active",
  "trialing",
  "past_due",
  "unpaid",
  "paused",
  // A canceled subscription ranks before an incomplete one: nobody gets rid of an unpaid subscription by beginning
  // another without paying for it.
  "canceled",
  "incomplete",
  "incomplete_expired",
];

/** Sorts subscriptions by rank. Of equals the oldest comes first, but of those that have ended the newest. */
function byStanding(a: Stripe.Subscription, b: Stripe.Subscription): number {
  const rank = RANKS.indexOf(a.status) - RANKS.indexOf(b.status);
  if (rank !== 0) return rank;
  const age = a.created - b.created || (a.id < b.id ? -1 : 1);
  return ENDED.includes(a.status) ? -age : age;
}

/** Sorts invoices: those of the subscription come first, and of these the oldest. */
function byAge(subscription: Stripe.Subscription | undefined) {
  const isOther = (invoice: Stripe.Invoice) => (subscriptionOf(invoice) === subscription?.id ? 0 : 1);
  return (a: Stripe.Invoice, b: Stripe.Invoice): number =>
    isOther(a) - isOther(b) || a.created - b.created || (a.id < b.id ? -1 : 1);
}

/** The item that is paid by the seat or the month; metered items are usage. */
function planItem(
  subscription: Stripe.Subscription | undefined,
  isPlan: (productId: string) => boolean,
): Stripe.SubscriptionItem | undefined {
  const items = subscription?.items.data ?? [];
  const licensed = items.filter(({price}) => price.recurring?.usage_type !== "metered");
  return licensed.find(item => isPlan(productOf(item))) ?? licensed[0] ?? items[0];
}

export function productOf({price}: Stripe.SubscriptionItem): string {
  return typeof price.product === "string" ? price.product : price.product.id;
}

function cancelAt(subscription: Stripe.Subscription, item: Stripe.SubscriptionItem): Date | null {
  if (subscription.cancel_at !== null) return dateOf(subscription.cancel_at);
  return subscription.cancel_at_period_end ? dateOf(item.current_period_end) : null;
}

/** When the oldest unpaid invoice of the subscription was due or finalized. */
function unpaidSince(invoices: readonly Stripe.Invoice[], {id}: Stripe.Subscription): Date | null {
  const times = invoices
    .filter(invoice => subscriptionOf(invoice) === id)
    .map(invoice => invoice.due_date ?? invoice.status_transitions.finalized_at ?? invoice.created);
  return times.length > 0 ? dateOf(Math.min(...times)) : null;
}

function subscriptionOf({parent}: Stripe.Invoice): string | undefined {
  const subscription = parent?.subscription_details?.subscription;
  return typeof subscription === "object" ? subscription.id : subscription;
}

function problemOf(invoice: Stripe.Invoice | undefined): AccountState["paymentProblem"] {
  if (!invoice) return null;
  return {
    message: `An invoice is not paid: ${invoice.number ?? invoice.id}.`,
    invoiceId: invoice.id,
    amountDue: invoice.amount_remaining,
    currency: invoice.currency,
    url: invoice.hosted_invoice_url ?? null,
  };
}

function dateOf(seconds: number | null): Date | null {
  return seconds === null ? null : new Date(seconds * 1000);
}
