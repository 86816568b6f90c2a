import type Stripe from "stripe";
import {missing, Refusal, type StripeAccount} from "./account.ts";
import {subscribe} from "./life.ts";

/** Pays a checkout; a `Refusal` if it is no longer open. */
export function completeCheckout(account: StripeAccount, id: string): Stripe.Subscription {
  const {session, items} = checkoutOf(account, id);
  requireOpen(session);
  const customer = String(session.customer);
  const [plan, ...meters] = items;
  if (!plan) throw new Error("a checkout without items");
  const subscription = subscribe(account, customer, plan.price, {
    quantity: plan.quantity ?? 1,
    meters: meters.map(({price}) => price),
  });
  Object.assign(session, {
    status: "complete",
    payment_status: "paid",
    subscription: subscription.id,
    url: null,
  });
  account.emit("checkout.session.completed", session, customer);
  return subscription;
}

export function expireCheckout(account: StripeAccount, id: string): Stripe.Checkout.Session {
  const {session} = checkoutOf(account, id);
  requireOpen(session);
  Object.assign(session, {status: "expired", url: null});
  account.emit("checkout.session.expired", session, String(session.customer));
  return session;
}

function checkoutOf(account: StripeAccount, id: string) {
  return account.checkouts.get(id) ?? missing("checkout session", id);
}

function requireOpen({status}: Stripe.Checkout.Session): void {
  if (status === "open") return;
  throw new Refusal(400, {
    type: "invalid_request_error",
    message: `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${status}\`.`,
  });
}
