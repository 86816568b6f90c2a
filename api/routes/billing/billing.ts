import {Type} from "@sinclair/typebox";
import {requireOrgAdmin} from "../../../shared/core/access.ts";
import type {Db} from "../../../shared/core/db.ts";
import {openPortal, requireBilling, startCheckout} from "../../../shared/tenancy/billing/checkout.ts";
import {listInvoices} from "../../../shared/tenancy/billing/invoices.ts";
import {
  BillingLink,
  BillingView,
  CheckoutInput,
  InvoiceView,
  PortalInput,
  UsageQuery,
  UsageView,
} from "../../../shared/tenancy/billing/schemas.ts";
import {getUsage} from "../../../shared/tenancy/billing/usage-view.ts";
import {getBilling} from "../../../shared/tenancy/billing/view.ts";
import type {Web} from "../../dependencies.ts";
import {Operations} from "../../server/operations.ts";

const ADMINS = "Org-admins only.";
const NEEDS_STRIPE = "409 where Stripe is not configured.";

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

const REFUSALS = ["missing_privilege", "not_found", "conflict"] as const;
/** A call that returns a link to a page of Stripe. */
const LINK = {
  scope: "write",
  status: 201,
  response: BillingLink,
  errors: [...REFUSALS, "upstream_error"],
  idempotent: true,
  unpaid: true,
} as const;

/** An organization's subscription, invoices and usage. */
export function billingRoutes(web: Web) {
  const withStripe = (db: Db = web.db) => ({
    db,
    billing: requireBilling(web.billing),
    baseUrl: web.config.baseUrl,
  });
  return new Operations(web, "Billing")
    .add("GET", "/api/orgs/:orgId/billing", {
      scope: "read",
      summary: "Get the subscription",
      description: `Plan, status, period, seats, problems with the payment, the usage in this period against the plan's limits, and, for an organization without a subscription, the plans on offer. Where the service has no Stripe \`configured\` is false, and no plan limits anything. ${ADMINS}`,
      answer: view,
      response: BillingView,
      errors: ["missing_privilege", "not_found"],
      handle: ({actor}) => getBilling(web, actor),
    })
    .add("GET", "/api/orgs/:orgId/billing/usage", {
      scope: "read",
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
      query: UsageQuery,
      response: UsageView,
      errors: REFUSALS,
      handle: ({actor, query}) => {
        requireOrgAdmin(actor);
        return getUsage(withStripe(), actor, query());
      },
    })
    .addList("/api/orgs/:orgId/billing/invoices", {
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
      response: Type.Array(InvoiceView),
      errors: [...REFUSALS, "upstream_error"],
      list: async ({actor}, page) => {
        requireOrgAdmin(actor);
        return listInvoices(withStripe(), actor, page());
      },
    })
    .add("POST", "/api/orgs/:orgId/billing/checkout", {
      ...LINK,
      summary: "Subscribe to a plan",
      description: `Returns a link to Stripe's checkout, for a browser. Plans are Stripe products that are marked \`public\` (\`offers\` of the subscription); \`successUrl\` and \`cancelUrl\` must be addresses of this service. 409 if there is a subscription already, or Stripe is not configured. ${ADMINS}`,
      example: {plan: "prod_Team", seats: 5, successUrl: "https://analytics.example.com/?subscribed"},
      answer: {url: "https://checkout.stripe.com/c/pay/cs_live_a1"},
      body: CheckoutInput,
      handle: async ({actor, body, once}) => {
        requireOrgAdmin(actor);
        const input = await body();
        return once(db => startCheckout(withStripe(db), actor, input));
      },
    })
    .add("POST", "/api/orgs/:orgId/billing/portal", {
      ...LINK,
      summary: "Change the subscription",
      description: `Returns a link to Stripe's customer portal, for a browser: plan, seats, payment method, cancellation. 409 before the first checkout, or where Stripe is not configured. ${ADMINS}`,
      example: {returnUrl: "https://analytics.example.com/"},
      answer: {url: "https://billing.stripe.com/p/session/live_a1"},
      body: PortalInput,
      bodyOptional: true,
      handle: async ({actor, body, once}) => {
        requireOrgAdmin(actor);
        const input = await body();
        return once(db => openPortal(withStripe(db), actor, input));
      },
    }).app;
}
