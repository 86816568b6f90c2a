import type Stripe from "stripe";
import {ACCOUNT_ID, missing, Refusal, type StripeAccount} from "./account.ts";
import {checkoutSession} from "./checkout-objects.ts";
import {expireCheckout} from "./checkouts.ts";
import {type Form, formIn, formsIn, textIn, textsIn} from "./form.ts";
import {portalSession} from "./payment-objects.ts";

interface Asked {
  method: string;
  path: string;
  query: Form;
  given: Form;
}

type Route = [
  method: string,
  path: RegExp,
  answer: (account: StripeAccount, asked: Asked, id: string) => object,
];

const ROUTES: Route[] = [
  ["GET", /^\/v1\/account$/, () => ({id: ACCOUNT_ID, object: "account"})],
  ["GET", /^\/v1\/customers\/(\w+)$/, (account, _, id) => account.customer(id)],
  ["POST", /^\/v1\/customers$/, createCustomer],
  ["GET", /^\/v1\/subscriptions$/, listSubscriptions],
  [
    "GET",
    /^\/v1\/subscriptions\/(\w+)$/,
    (account, _, id) => account.subscriptions.get(id) ?? missing("subscription", id),
  ],
  ["GET", /^\/v1\/entitlements\/active_entitlements$/, listEntitlements],
  ["GET", /^\/v1\/invoices$/, listInvoices],
  [
    "GET",
    /^\/v1\/products$/,
    (account, {query}) =>
      listOf(
        [...account.products.values()].map(one => expandPrice(account, one)),
        query,
      ),
  ],
  [
    "GET",
    /^\/v1\/products\/(\w+)$/,
    (account, _, id) => expandPrice(account, account.products.get(id) ?? missing("product", id)),
  ],
  ["GET", /^\/v1\/prices$/, listPrices],
  ["GET", /^\/v1\/charges\/(\w+)$/, (account, _, id) => account.charges.get(id) ?? missing("charge", id)],
  ["GET", /^\/v1\/billing\/meters$/, (account, {query}) => listOf([...account.meters.values()], query)],
  ["POST", /^\/v1\/billing\/meter_events$/, takeMeterEvent],
  ["GET", /^\/v1\/billing\/meters\/(\w+)\/event_summaries$/, listSummaries],
  ["GET", /^\/v1\/checkout\/sessions$/, listCheckouts],
  ["POST", /^\/v1\/checkout\/sessions$/, createCheckout],
  ["POST", /^\/v1\/checkout\/sessions\/(\w+)\/expire$/, (account, _, id) => expireCheckout(account, id)],
  ["POST", /^\/v1\/billing_portal\/sessions$/, createPortal],
  [
    "GET",
    /^\/v2\/core\/events\/(\w+)$/,
    (account, _, id) => account.thinEvents.get(id) ?? missing("event", id),
  ],
];

export function answerApi(account: StripeAccount, asked: Asked): object {
  for (const [method, path, answer] of ROUTES) {
    const match = method === asked.method ? path.exec(asked.path) : null;
    if (match) return answer(account, asked, match[1] ?? "");
  }
  throw new Refusal(404, {
    type: "invalid_request_error",
    message: `Unrecognized request URL (${asked.method}: ${asked.path}).`,
  });
}

/** A page of a list that is sorted newest first. */
function listOf<T extends {id: string}>(all: T[], query: Form): Stripe.ApiList<T> {
  const limit = Number(textIn(query, "limit") ?? 10);
  const after = textIn(query, "starting_after");
  const from = after === undefined ? 0 : all.findIndex(({id}) => id === after) + 1;
  if (after !== undefined && from === 0) missing("object", after, "starting_after");
  const data = all.slice(from, from + limit);
  return {object: "list", data, has_more: all.length > from + limit, url: "/v1/list"};
}

/** The customer that a request names. */
function customerIn(account: StripeAccount, form: Form): string | undefined {
  const id = textIn(form, "customer");
  if (id !== undefined && !account.customers.has(id)) missing("customer", id, "customer");
  return id;
}

function createCustomer(account: StripeAccount, {given}: Asked): object {
  return account.createCustomer({
    name: textIn(given, "name") ?? null,
    email: textIn(given, "email") ?? null,
    metadata: textsIn(given, "metadata"),
  });
}

function listSubscriptions(account: StripeAccount, {query}: Asked): object {
  const customer = customerIn(account, query);
  const since = Number(textIn(formIn(query, "created"), "gte") ?? 0);
  const all = [...account.subscriptions.values()]
    .filter(one => customer === undefined || one.customer === customer)
    .filter(one => one.created >= since)
    .filter(one => textIn(query, "status") === "all" || one.status !== "canceled")
    .reverse();
  return listOf(all, query);
}

function listEntitlements(account: StripeAccount, {query}: Asked): object {
  const keys = account.entitlementsOf(textIn(query, "customer") ?? "");
  const all = keys.map(
    (key): Stripe.Entitlements.ActiveEntitlement => ({
      id: `ent_${key}`,
      object: "entitlements.active_entitlement",
      feature: `feat_${key}`,
      livemode: false,
      lookup_key: key,
    }),
  );
  return listOf(all, query);
}

function listInvoices(account: StripeAccount, {query}: Asked): object {
  const status = textIn(query, "status");
  const subscription = textIn(query, "subscription");
  const customer = customerIn(account, query) ?? account.subscriptions.get(subscription ?? "")?.customer;
  const all = account
    .invoicesOf(String(customer))
    .filter(one => status === undefined || one.status === status)
    .filter(
      ({parent}) => subscription === undefined || parent?.subscription_details?.subscription === subscription,
    )
    .reverse();
  return listOf(all, query);
}

function expandPrice(account: StripeAccount, product: Stripe.Product): Stripe.Product {
  const price =
    typeof product.default_price === "string" ? account.prices.get(product.default_price) : undefined;
  return price ? {...product, default_price: price} : product;
}

function listPrices(account: StripeAccount, {query}: Asked): object {
  const product = textIn(query, "product");
  return listOf(
    [...account.prices.values()].filter(one => one.product === product && one.active),
    query,
  );
}

function takeMeterEvent(account: StripeAccount, {given}: Asked): Stripe.Billing.MeterEvent {
  const payload = textsIn(given, "payload");
  const customer = payload["stripe_customer_id"] ?? "";
  const taken = account.takeMeterEvent({
    identifier: textIn(given, "identifier") ?? account.newId("mtrevt"),
    eventName: textIn(given, "event_name") ?? "",
    customer,
    value: Number(payload["value"]),
    timestamp: Number(textIn(given, "timestamp") ?? account.now(customer)),
  });
  return {
    object: "billing.meter_event",
    created: account.now(customer),
    event_name: taken.eventName,
    identifier: taken.identifier,
    livemode: false,
    payload,
    timestamp: taken.timestamp,
  };
}

function listSummaries(
  account: StripeAccount,
  {query}: Asked,
  id: string,
): Stripe.ApiList<Stripe.Billing.MeterEventSummary> {
  const meter = account.meters.get(id) ?? missing("meter", id);
  const start = Number(textIn(query, "start_time"));
  const end = Number(textIn(query, "end_time"));
  if (start % 60 !== 0 || end % 60 !== 0)
    throw new Refusal(400, {
      type: "invalid_request_error",
      message: "start_time and end_time must be aligned with minute boundaries.",
    });
  const value = account.metered(customerIn(account, query) ?? "", meter.event_name, start, end);
  const summary: Stripe.Billing.MeterEventSummary = {
    id: `mtrusg_${id}`,
    object: "billing.meter_event_summary",
    aggregated_value: value,
    end_time: end,
    livemode: false,
    meter: id,
    start_time: start,
  };
  return {object: "list", data: [summary], has_more: false, url: "/v1/list"};
}

function createCheckout(account: StripeAccount, {given}: Asked): object {
  const session = checkoutSession(account.newId("cs_test"), {
    customer: customerIn(account, given) ?? null,
    client_reference_id: textIn(given, "client_reference_id") ?? null,
    success_url: textIn(given, "success_url") ?? null,
    cancel_url: textIn(given, "cancel_url") ?? null,
    metadata: textsIn(given, "metadata"),
  });
  const items = formsIn(given, "line_items").map(item => {
    const price = textIn(item, "price") ?? "";
    if (!account.prices.has(price)) missing("price", price);
    const quantity = textIn(item, "quantity");
    return {price, ...(quantity === undefined ? {} : {quantity: Number(quantity)})};
  });
  account.checkouts.set(session.id, {session, items});
  return session;
}

function listCheckouts(account: StripeAccount, {query}: Asked): object {
  const customer = customerIn(account, query);
  const status = textIn(query, "status");
  const all = [...account.checkouts.values()]
    .map(({session}) => session)
    .filter(one => customer === undefined || one.customer === customer)
    .filter(one => status === undefined || one.status === status)
    .reverse();
  return listOf(all, query);
}

function createPortal(account: StripeAccount, {given}: Asked): object {
  const id = customerIn(account, given) ?? "";
  if (account.customer(id).deleted) missing("customer", id, "customer");
  return portalSession(account.newId("bps"), id, textIn(given, "return_url") ?? null);
}
