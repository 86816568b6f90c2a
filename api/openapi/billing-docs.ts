import type {DocumentDecoration} from "elysia";
import type {BillingView} from "../../shared/billing/schemas.ts";

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
  usage: [
    {meter: "llm_tokens", used: 1_204_332, limit: 5_000_000},
    {meter: "deliveries", used: 312, limit: 2000},
    {meter: "query_rows", used: 8_230_112, limit: null},
  ],
};

export const get = {
  tag,
  summary: "Read the subscription",
  description: `Plan, status, period, seats, what is wrong with the payment, and what was used of the plan's limits in this period. Without Stripe \`configured\` is false and there are no limits of a plan. ${ADMINS}`,
  answer: view,
};

const outcome = (description: string) => ({description});

/** Where Stripe sends its events. */
export const describeStripeWebhook: {detail: DocumentDecoration} = {
  detail: {
    tags: [tag],
    summary: "Take an event of Stripe",
    description:
      "For Stripe alone: the signature in `Stripe-Signature` is checked over the bytes of the body. An event makes a job that fetches the customer's state, so order and repetition do not matter.",
    security: [],
    requestBody: {
      required: true,
      content: {"application/json": {schema: {type: "object", description: "A snapshot or thin event."}}},
    },
    responses: {
      200: {
        description: "It is kept, or it is of another mode or account and is not processed.",
        content: {
          "application/json": {
            schema: {type: "object", properties: {received: {type: "boolean"}}, required: ["received"]},
            example: {received: true},
          },
        },
      },
      400: outcome("The signature does not fit or is older than five minutes, or the body is no event."),
      404: outcome("No Stripe is configured."),
      413: outcome("The body is too large."),
    },
  },
};
