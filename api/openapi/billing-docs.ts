import type {BillingView, InvoiceView, UsageView} from "../../shared/tenancy/billing/schemas.ts";
import {describeWebhook} from "./webhook-docs.ts";

const tag = "Billing";
const ADMINS = "Org-admins only.";

const view: BillingView = {
  configured: true,
  plan: {
    id: "prod_Team",
    name: "Team",
    limits: {seats: 5, llmTokens: 5_000_000, deliveries: 2000},
    features: ["row-access"],
  },
  status: "active",
  seats: {used: 3, limit: 5},
  currentPeriod: {start: "2026-01-12T08:30:00.000Z", end: "2026-02-12T08:30:00.000Z"},
  cancelAt: null,
  trialEnd: null,
  graceUntil: null,
  readOnly: false,
  paymentProblem: null,
  notices: [],
  offers: [],
  usage: [
    {meter: "llm_tokens", used: 1_204_332, limit: 5_000_000},
    {meter: "deliveries", used: 312, limit: 2000},
    {meter: "query_rows", used: 8_230_112, limit: null},
  ],
};

export const get = {
  tag,
  summary: "Get the subscription",
  description: `Plan, status, period, seats, problems with the payment, the usage in this period against the plan's limits, and, for an organization without a subscription, the plans on offer. Where the service has no Stripe \`configured\` is false, and no plan limits anything. ${ADMINS}`,
  answer: view,
};

const NEEDS_STRIPE = "409 where Stripe is not configured.";

export const usage = {
  tag,
  summary: "Get the usage by day",
  description: `The usage by day (UTC) and meter, how much of it was reported to Stripe, and what Stripe had counted when it was last asked. ${NEEDS_STRIPE} ${ADMINS}`,
  answer: {
    from: "2026-01-12",
    to: "2026-01-13",
    days: [
      {day: "2026-01-13", meter: "deliveries", used: 24},
      {day: "2026-01-12", meter: "deliveries", used: 18},
    ],
    meters: [
      {meter: "llm_tokens", used: 0, reported: 0, confirmed: null},
      {
        meter: "deliveries",
        used: 42,
        reported: 40,
        confirmed: {atStripe: 18, reported: 18, difference: 0, checkedAt: "2026-01-13T03:11:02.000Z"},
      },
      {meter: "query_rows", used: 0, reported: 0, confirmed: null},
    ],
  } satisfies UsageView,
};

export const invoices = {
  tag,
  summary: "List the invoices",
  description: `The invoices that Stripe has now, newest first. ${NEEDS_STRIPE} ${ADMINS}`,
  answer: [
    {
      id: "in_1QkTeam",
      number: "A1B2C3-0001",
      status: "paid",
      amountDue: 4500,
      amountPaid: 4500,
      currency: "usd",
      periodStart: "2026-01-12T08:30:00.000Z",
      periodEnd: "2026-02-12T08:30:00.000Z",
      createdAt: "2026-01-12T08:30:00.000Z",
      url: "https://invoice.stripe.com/i/acct_1/live_1",
      pdf: "https://pay.stripe.com/invoice/acct_1/live_1/pdf",
    },
  ] satisfies InvoiceView[],
};

export const checkout = {
  tag,
  summary: "Subscribe to a plan",
  description: `Returns a link to Stripe's checkout, for a browser. Plans are Stripe products that are marked \`public\` (\`offers\` of the subscription); \`successUrl\` and \`cancelUrl\` must be addresses of this service. 409 if there is a subscription already, or Stripe is not configured. ${ADMINS}`,
  example: {plan: "prod_Team", seats: 5, successUrl: "https://analytics.example.com/?subscribed"},
  answer: {url: "https://checkout.stripe.com/c/pay/cs_live_a1"},
};

export const portal = {
  tag,
  summary: "Change the subscription",
  description: `Returns a link to Stripe's customer portal, for a browser: plan, seats, payment method, cancellation. 409 before the first checkout, or where Stripe is not configured. ${ADMINS}`,
  example: {returnUrl: "https://analytics.example.com/"},
  answer: {url: "https://billing.stripe.com/p/session/live_a1"},
};

const event = {
  id: "evt_1QkTeam",
  object: "event",
  type: "customer.subscription.updated",
  livemode: true,
  data: {object: {id: "sub_1QkTeam", object: "subscription", customer: "cus_RkTeam"}},
};

/** Where Stripe sends its events. */
export const describeStripeWebhook = describeWebhook({
  tag,
  summary: "Receive an event of Stripe",
  description:
    "Only for Stripe. The signature in `Stripe-Signature` is checked over the bytes of the body: 400 if the signature does not fit or is older than five minutes, or if the body is not an event; 404 where Stripe is not configured. An event only starts a job that fetches the customer's current state, so order and repetition do not matter. An event of another mode or account is answered with 200 and not processed.",
  body: "An event of Stripe, in snapshot or thin form.",
  example: event,
  status: 200,
  taken: "The event is stored.",
  errors: [],
});
