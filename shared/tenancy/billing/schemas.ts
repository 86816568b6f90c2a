import {type Static, Type} from "@sinclair/typebox";
import {METERS, PlanLimits} from "./meters.ts";

const open = {additionalProperties: true} as const;
const closed = {additionalProperties: false} as const;
const Timestamp = Type.String({format: "date-time"});
const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const Count = Type.Integer({minimum: 0});
const MeterName = Type.Union(
  METERS.map(meter => Type.Literal(meter)),
  {
    description:
      "`llm_tokens`: tokens of language models; `deliveries`: deliveries that were sent; `query_rows`: rows that queries returned.",
  },
);
const Day = Type.String({format: "date"});
const day = (description: string) =>
  Type.Optional(
    Type.String({
      pattern: "^\\d{4}-\\d{2}-\\d{2}$",
      description,
      means: {type: "string", format: "date"},
    }),
  );

export const PlanView = Type.Object(
  {id: Type.String(), name: Type.String(), limits: PlanLimits, features: Type.Array(Type.String())},
  {...open, $id: "Plan"},
);

/** A notice about the subscription for org-admins. */
export const Notice = Type.Object(
  {code: Type.String({examples: ["second_subscription"]}), message: Type.String()},
  {$id: "BillingNotice"},
);
export type Notice = Static<typeof Notice>;

export const PaymentProblem = Type.Object(
  {
    message: Type.String(),
    invoiceId: Type.String(),
    amountDue: Type.Integer({description: "In the currency's smallest unit, such as cents."}),
    currency: Type.String({description: "ISO 4217, in lower case."}),
    url: Type.Union([Type.String(), Type.Null()], {description: "The page on which the invoice is paid."}),
  },
  {$id: "PaymentProblem"},
);
export type PaymentProblem = Static<typeof PaymentProblem>;

export const BillingView = Type.Object(
  {
    configured: Type.Boolean({
      description: "`false`: the service has no Stripe, so that no plan limits anything.",
    }),
    plan: orNull(PlanView),
    status: Type.Union(
      (["none", "trialing", "active", "past_due", "unpaid", "paused", "canceled"] as const).map(status =>
        Type.Literal(status),
      ),
    ),
    seats: Type.Object(
      {used: Count, limit: orNull(Count)},
      {...open, description: "Editors' seats; `limit` null: unlimited."},
    ),
    currentPeriod: orNull(Type.Object({start: Timestamp, end: Timestamp}, open)),
    cancelAt: Type.Union([Timestamp, Type.Null()], {
      description: "When the subscription ends; null: it is not cancelled.",
    }),
    trialEnd: Type.Union([Timestamp, Type.Null()], {
      description: "When the trial ends; null: there is none.",
    }),
    graceUntil: Type.Union([Timestamp, Type.Null()], {
      description: "For an unpaid subscription: until then everything works as before.",
    }),
    readOnly: Type.Boolean({
      description:
        "`true`: the subscription is not paid for, and the organization can only read, delete and pay.",
    }),
    paymentProblem: orNull(PaymentProblem),
    notices: Type.Array(Notice, {
      description: "Irregularities of the subscription, and what to do about them.",
    }),
    offers: Type.Array(PlanView, {
      description: "The plans that a checkout can start with. Empty if there is a subscription.",
    }),
    usage: Type.Array(Type.Object({meter: MeterName, used: Count, limit: orNull(Count)}, open), {
      description: "The usage in the current period; `limit` null: unlimited.",
    }),
  },
  {...open, $id: "Billing"},
);
export type BillingView = Static<typeof BillingView>;

export const CheckoutInput = Type.Object(
  {
    plan: Type.String({minLength: 1, maxLength: 255, description: "The id of a plan in `offers`."}),
    seats: Type.Optional(Type.Integer({minimum: 1, maximum: 100_000, description: "Editors' seats."})),
    successUrl: Type.Optional(
      Type.String({
        maxLength: 2000,
        description: "Where the browser goes after the payment: an address of this service.",
      }),
    ),
    cancelUrl: Type.Optional(
      Type.String({
        maxLength: 2000,
        description: "Where the browser goes without a payment: an address of this service.",
      }),
    ),
  },
  {...closed, $id: "Checkout"},
);
export type CheckoutInput = Static<typeof CheckoutInput>;

export const PortalInput = Type.Object(
  {
    returnUrl: Type.Optional(
      Type.String({
        maxLength: 2000,
        description: "Where the browser goes afterwards: an address of this service.",
      }),
    ),
  },
  {...closed, $id: "BillingPortal"},
);
export type PortalInput = Static<typeof PortalInput>;

export const BillingLink = Type.Object(
  {
    url: Type.Union([Type.String(), Type.Null()], {
      description: "The page at Stripe; null in a replay with the same `Idempotency-Key`.",
    }),
  },
  {...open, $id: "BillingLink"},
);

export const UsageQuery = Type.Object(
  {
    from: day("The first day (UTC), `YYYY-MM-DD`. Default: the first day of the current period."),
    to: day("The last day (UTC), `YYYY-MM-DD`. Default: today."),
  },
  closed,
);

export const UsageView = Type.Object(
  {
    from: Day,
    to: Day,
    days: Type.Array(Type.Object({day: Day, meter: MeterName, used: Count}, open), {
      description: "Newest first; days without usage are left out.",
    }),
    meters: Type.Array(
      Type.Object(
        {
          meter: MeterName,
          used: Count,
          reported: Type.Integer({minimum: 0, description: "How much of it was reported to Stripe."}),
          confirmed: Type.Union(
            [
              Type.Object(
                {atStripe: Count, reported: Count, difference: Type.Integer(), checkedAt: Timestamp},
                open,
              ),
              Type.Null(),
            ],
            {
              description:
                "What Stripe had counted in the current period when it was last asked; null: it was not asked yet.",
            },
          ),
        },
        open,
      ),
    ),
  },
  {...open, $id: "BillingUsage"},
);
export type UsageView = Static<typeof UsageView>;

export const InvoiceView = Type.Object(
  {
    id: Type.String(),
    number: orNull(Type.String()),
    status: Type.String({examples: ["paid"]}),
    amountDue: Type.Integer({description: "In the currency's smallest unit, such as cents."}),
    amountPaid: Type.Integer({description: "In the same unit."}),
    currency: Type.String({description: "ISO 4217, in lower case."}),
    periodStart: Timestamp,
    periodEnd: Timestamp,
    createdAt: Timestamp,
    url: Type.Union([Type.String(), Type.Null()], {description: "The page on which it is shown and paid."}),
    pdf: orNull(Type.String()),
  },
  {...open, $id: "Invoice"},
);
export type InvoiceView = Static<typeof InvoiceView>;
