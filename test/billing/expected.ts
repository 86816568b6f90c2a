import type Stripe from "stripe";
import type {StripeAccount} from "./stripe/account.ts";

const DAY = 24 * 3600;
const GRACE_DAYS = 14;
/** The order in which one of several subscriptions counts. */
const LIVE = ["active", "trialing", "past_due", "unpaid", "paused"];

/** The expected answer of `GET /billing` for a customer, computed from Stripe's own objects without the service's code. */
export function expectedBilling(account: StripeAccount, customerId: string) {
  const isDeleted = account.customers.get(customerId)?.deleted === true;
  const all = isDeleted ? [] : account.subscriptionsOf(customerId);
  const live = LIVE.flatMap(status => all.filter(one => one.status === status));
  const canceled = all.filter(({status}) => status === "canceled").at(-1);
  const chosen = live[0] ?? canceled;
  const item = chosen?.items.data[0];
  const status = chosen?.status ?? "none";
  const open = isDeleted ? [] : payable(account.invoicesOf(customerId), all);
  const since = status === "past_due" || status === "unpaid" ? unpaidSince(open, chosen, item) : null;
  const serves =
    status === "active" ||
    status === "trialing" ||
    (since !== null && Date.now() / 1000 < since + GRACE_DAYS * DAY);
  const product = serves && item ? account.products.get(String(item.price.product)) : undefined;
  const isPlan = product !== undefined && Object.keys(product.metadata).length > 0;
  return {
    status,
    plan: isPlan ? product.id : null,
    seats:
      isPlan && product.metadata["seats"] ? Number(product.metadata["seats"]) * (item?.quantity ?? 1) : null,
    features: isPlan ? [...new Set([...account.entitlementsOf(customerId), ...namesIn(product)])].sort() : [],
    period: item ? [item.current_period_start, item.current_period_end] : null,
    cancelAt: chosen && status !== "canceled" ? chosen.cancel_at : null,
    trialEnd: chosen && status === "trialing" ? chosen.trial_end : null,
    graceUntil: since === null ? null : since + GRACE_DAYS * DAY,
    readOnly: !serves && status !== "none",
    pay: (open.find(one => isOf(one, chosen)) ?? open[0])?.hosted_invoice_url ?? null,
    notices: [
      ...(isDeleted ? ["customer_deleted"] : []),
      ...(live.length > 1 ? ["second_subscription"] : []),
      ...(live.length > 0 && item && !account.products.get(String(item.price.product))?.metadata["seats"]
        ? ["unknown_product"]
        : []),
    ].sort(),
  };
}

/** The open invoices, and those given up for an overdue subscription that has paid nothing since. */
function payable(
  invoices: readonly Stripe.Invoice[],
  subscriptions: readonly Stripe.Subscription[],
): Stripe.Invoice[] {
  return invoices.filter((invoice, place) => {
    if (invoice.status !== "uncollectible") return invoice.status === "open";
    const own = subscriptions.find(one => isOf(invoice, one));
    const isOverdue = own?.status === "past_due" || own?.status === "unpaid";
    return isOverdue && !invoices.slice(place).some(later => isOf(later, own) && later.status === "paid");
  });
}

function unpaidSince(
  open: readonly Stripe.Invoice[],
  chosen: Stripe.Subscription | undefined,
  item: Stripe.SubscriptionItem | undefined,
): number | null {
  const own = open.filter(one => isOf(one, chosen));
  return own[0]?.status_transitions.finalized_at ?? item?.current_period_start ?? null;
}

function isOf({parent}: Stripe.Invoice, subscription: Stripe.Subscription | undefined): boolean {
  return parent?.subscription_details?.subscription === subscription?.id;
}

function namesIn({metadata}: Stripe.Product): string[] {
  return (metadata["features"] ?? "").split(",").filter(Boolean);
}

const seconds = (text: string | null) => (text === null ? null : Date.parse(text) / 1000);

/** The same parts of an answer. */
export function toldBilling(body: ReturnType<typeof JSON.parse>): ReturnType<typeof expectedBilling> {
  return {
    status: body.status,
    plan: body.plan?.id ?? null,
    seats: body.seats.limit,
    features: body.plan?.features ?? [],
    period: body.currentPeriod && [seconds(body.currentPeriod.start), seconds(body.currentPeriod.end)],
    cancelAt: seconds(body.cancelAt),
    trialEnd: seconds(body.trialEnd),
    graceUntil: seconds(body.graceUntil),
    readOnly: body.readOnly,
    pay: body.paymentProblem?.url ?? null,
    notices: body.notices.map(({code}: {code: string}) => code).sort(),
  };
}
