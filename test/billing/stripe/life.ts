import type Stripe from "stripe";
import type {StripeAccount} from "./account.ts";
import {chargeObject, invoiceObject} from "./payment-objects.ts";
import {subscriptionObject} from "./subscription-objects.ts";

const DAY = 24 * 3600;
/**
 * Days after the first attempt at which payment of an invoice is tried again. After the last one the subscription is ended or
 * kept.
 */
const RETRIES = [3, 5, 7];

export interface SubscribeOptions {
  quantity?: number;
  trialDays?: number;
  /** What happens to a trial whose customer has no payment method. */
  endOfTrial?: "create_invoice" | "pause";
  meters?: string[];
}

export function subscribe(
  account: StripeAccount,
  customerId: string,
  priceId: string,
  {quantity = 1, trialDays = 0, endOfTrial = "create_invoice", meters = []}: SubscribeOptions = {},
): Stripe.Subscription {
  const now = account.now(customerId);
  const id = account.newId("sub");
  const end = trialDays > 0 ? now + trialDays * DAY : addMonth(now);
  const item = (price: string, more: {quantity?: number}) => ({
    id: account.newId("si"),
    price: account.prices.get(price)!,
    start: now,
    end,
    ...more,
  });
  const subscription = subscriptionObject(
    id,
    customerId,
    [item(priceId, {quantity}), ...meters.map(price => item(price, {}))],
    {
      status: trialDays > 0 ? "trialing" : "active",
      trial_start: trialDays > 0 ? now : null,
      trial_end: trialDays > 0 ? end : null,
      trial_settings: {end_behavior: {billing_cycle_anchor: null, missing_payment_method: endOfTrial}},
    },
  );
  account.subscriptions.set(id, subscription);
  if (trialDays === 0) {
    const isPaid = bill(account, subscription, "subscription_create");
    if (!isPaid) subscription.status = "incomplete";
  }
  account.emit("customer.subscription.created", subscription, customerId);
  tellEntitlements(account, customerId);
  return subscription;
}

/** Changes the subscription in mid-period; `anew` begins a new period at once. */
export function change(
  account: StripeAccount,
  subscription: Stripe.Subscription,
  {priceId, quantity, anew = false}: {priceId?: string; quantity?: number; anew?: boolean},
): void {
  const customerId = String(subscription.customer);
  const [item] = subscription.items.data;
  if (!item) throw new Error("a subscription without items");
  if (priceId !== undefined) item.price = account.prices.get(priceId)!;
  if (quantity !== undefined) item.quantity = quantity;
  if (anew) {
    renewItems(subscription, account.now(customerId));
    settle(account, subscription, bill(account, subscription, "subscription_update"));
  }
  account.emit("customer.subscription.updated", subscription, customerId);
  tellEntitlements(account, customerId);
}

export function cancel(
  account: StripeAccount,
  subscription: Stripe.Subscription,
  when: "now" | "later",
): void {
  const customerId = String(subscription.customer);
  subscription.canceled_at = account.now(customerId);
  if (when === "later") {
    subscription.cancel_at_period_end = true;
    subscription.cancel_at = subscription.items.data[0]?.current_period_end ?? null;
    account.emit("customer.subscription.updated", subscription, customerId);
  } else end(account, subscription);
}

/** Revokes a cancellation at the period's end. */
export function keep(account: StripeAccount, subscription: Stripe.Subscription): void {
  subscription.cancel_at_period_end = false;
  subscription.cancel_at = null;
  subscription.canceled_at = null;
  account.emit("customer.subscription.updated", subscription, String(subscription.customer));
}

function end(account: StripeAccount, subscription: Stripe.Subscription): void {
  const customerId = String(subscription.customer);
  subscription.status = "canceled";
  subscription.ended_at = account.now(customerId);
  account.emit("customer.subscription.deleted", subscription, customerId);
  tellEntitlements(account, customerId);
}

/** Resumes a subscription whose trial ended without a payment method. */
export function resume(account: StripeAccount, subscription: Stripe.Subscription): void {
  const customerId = String(subscription.customer);
  renewItems(subscription, account.now(customerId));
  subscription.status = "active";
  settle(account, subscription, bill(account, subscription, "subscription_update"));
  account.emit("customer.subscription.resumed", subscription, customerId);
}

/** Pays an open invoice if the card allows it. */
export function pay(account: StripeAccount, invoice: Stripe.Invoice): boolean {
  const customerId = String(invoice.customer);
  const now = account.now(customerId);
  invoice.attempted = true;
  invoice.attempt_count++;
  if (account.badCards.has(customerId)) {
    const retry = RETRIES[invoice.attempt_count - 1];
    invoice.next_payment_attempt = retry === undefined ? null : invoice.created + retry * DAY;
    account.emit("invoice.payment_failed", invoice, customerId);
    return false;
  }
  const charge = chargeObject(account.newId("ch"), {
    customer: customerId,
    amount: invoice.amount_due,
    currency: invoice.currency,
    at: now,
  });
  account.charges.set(charge.id, charge);
  Object.assign(invoice, {
    status: "paid",
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    next_payment_attempt: null,
  });
  invoice.status_transitions.paid_at = now;
  account.emit("invoice.paid", invoice, customerId);
  const subscription = subscriptionOf(account, invoice);
  if (subscription && /^(past_due|unpaid|incomplete)$/.test(subscription.status)) {
    const isOpen = account
      .invoicesOf(customerId)
      .some(one => one.status === "open" && subscriptionOf(account, one) === subscription);
    if (!isOpen) subscription.status = "active";
    account.emit("customer.subscription.updated", subscription, customerId);
    tellEntitlements(account, customerId);
  }
  return true;
}

/** Gives the invoice up: payment is not tried again, but still possible. */
export function giveUp(account: StripeAccount, invoice: Stripe.Invoice): void {
  invoice.status = "uncollectible";
  invoice.next_payment_attempt = null;
  account.emit("invoice.marked_uncollectible", invoice, String(invoice.customer));
}

export function refund(account: StripeAccount, charge: Stripe.Charge, amount: number): void {
  charge.amount_refunded = Math.min(charge.amount, charge.amount_refunded + amount);
  charge.refunded = charge.amount_refunded === charge.amount;
  account.emit("charge.refunded", charge, String(charge.customer));
}

export function dispute(account: StripeAccount, charge: Stripe.Charge): void {
  charge.disputed = true;
  const object = {
    id: account.newId("du"),
    object: "dispute",
    charge: charge.id,
    amount: charge.amount,
    status: "needs_response",
  };
  account.emit("charge.dispute.created", object, String(charge.customer));
}

/** Advances one customer's clock, with everything that comes due meanwhile, in order. */
export function advance(account: StripeAccount, customerId: string, days: number): void {
  const until = account.now(customerId) + days * DAY;
  for (;;) {
    const next = account
      .subscriptionsOf(customerId)
      .map(one => ({one, at: nextTime(account, one)}))
      .filter(({at}) => at <= until)
      .sort((a, b) => a.at - b.at || (a.one.id < b.one.id ? -1 : 1))[0];
    if (!next) break;
    account.clocks.set(customerId, Math.max(next.at, account.now(customerId)));
    step(account, next.one, next.at);
  }
  account.clocks.set(customerId, until);
}

function nextTime(account: StripeAccount, subscription: Stripe.Subscription): number {
  if (/^(canceled|incomplete_expired|paused)$/.test(subscription.status)) return Number.POSITIVE_INFINITY;
  if (subscription.status === "incomplete") return subscription.created + DAY - 3600;
  const retries = openInvoices(account, subscription).map(
    one => one.next_payment_attempt ?? Number.POSITIVE_INFINITY,
  );
  return Math.min(subscription.items.data[0]!.current_period_end, ...retries);
}

function step(account: StripeAccount, subscription: Stripe.Subscription, at: number): void {
  const customerId = String(subscription.customer);
  if (subscription.status === "incomplete") {
    subscription.status = "incomplete_expired";
    for (const invoice of openInvoices(account, subscription)) invoice.status = "void";
    account.emit("customer.subscription.updated", subscription, customerId);
    return;
  }
  const due = openInvoices(account, subscription).filter(one => one.next_payment_attempt === at);
  if (due.length > 0) {
    for (const invoice of due) {
      if (pay(account, invoice) || invoice.next_payment_attempt !== null) continue;
      subscription.status = "unpaid";
      account.emit("customer.subscription.updated", subscription, customerId);
      tellEntitlements(account, customerId);
    }
    return;
  }
  if (subscription.cancel_at_period_end) {
    end(account, subscription);
    return;
  }
  const wasTrial = subscription.status === "trialing";
  if (
    wasTrial &&
    account.badCards.has(customerId) &&
    subscription.trial_settings?.end_behavior.missing_payment_method === "pause"
  ) {
    subscription.status = "paused";
    account.emit("customer.subscription.paused", subscription, customerId);
    tellEntitlements(account, customerId);
    return;
  }
  renewItems(subscription, at);
  if (wasTrial) subscription.status = "active";
  settle(account, subscription, bill(account, subscription, "subscription_cycle"));
  account.emit("customer.subscription.updated", subscription, customerId);
  tellEntitlements(account, customerId);
}

/** An unpaid subscription remains unpaid until its invoices are paid. */
function settle(account: StripeAccount, subscription: Stripe.Subscription, isPaid: boolean): void {
  if (!isPaid && subscription.status === "active") subscription.status = "past_due";
  if (!isPaid) tellEntitlements(account, String(subscription.customer));
}

/** Creates an invoice for the new period, and tries to collect it. */
function bill(account: StripeAccount, subscription: Stripe.Subscription, reason: string): boolean {
  const customerId = String(subscription.customer);
  const at = account.now(customerId);
  const [item] = subscription.items.data;
  if (!item) throw new Error("a subscription without items");
  const invoice = invoiceObject(account.newId("in"), {
    customer: customerId,
    subscription: subscription.id,
    amount: (item.price.unit_amount ?? 0) * (item.quantity ?? 1),
    currency: subscription.currency,
    at,
    period: {start: item.current_period_start, end: item.current_period_end},
  });
  invoice.billing_reason = reason;
  account.addInvoice(invoice);
  subscription.latest_invoice = invoice.id;
  account.emit("invoice.finalized", invoice, customerId);
  return pay(account, invoice);
}

function renewItems(subscription: Stripe.Subscription, start: number): void {
  for (const item of subscription.items.data) {
    item.current_period_start = start;
    item.current_period_end = addMonth(start);
  }
}

function openInvoices(account: StripeAccount, subscription: Stripe.Subscription): Stripe.Invoice[] {
  return account
    .invoicesOf(String(subscription.customer))
    .filter(one => one.status === "open" && subscriptionOf(account, one) === subscription);
}

function subscriptionOf(account: StripeAccount, invoice: Stripe.Invoice): Stripe.Subscription | undefined {
  return account.subscriptions.get(String(invoice.parent?.subscription_details?.subscription));
}

function tellEntitlements(account: StripeAccount, customerId: string): void {
  const summary = {object: "entitlements.active_entitlement_summary", customer: customerId, livemode: false};
  account.emit("entitlements.active_entitlement_summary.updated", summary, customerId);
}

function addMonth(seconds: number): number {
  const date = new Date(seconds * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + 1);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return Math.floor(date.getTime() / 1000);
}
