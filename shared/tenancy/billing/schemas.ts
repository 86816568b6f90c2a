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
  {
    id: Type.String({description: "The id of the plan: that of its product at Stripe."}),
    name: Type.String({description: "The name of the plan."}),
    limits: PlanLimits,
    features: Type.Array(Type.String(), {description: "What the plan includes, by name."}),
  },
  {...open, $id: "Plan"},
);

/** A notice about the subscription for org-admins. */
export const Notice = Type.Object(
  {
    code: Type.String({examples: ["second_subscription"], description: "A stable name of the notice."}),
    message: Type.String({description: "What is wrong, and what to do."}),
  },
  {$id: "BillingNotice"},
);
export type Notice = Static<typeof Notice>;

export const PaymentProblem = Type.Object(
  {
    message: Type.String({description: "What is wrong, and what to do."}),
    invoiceId: Type.String({description: "The invoice that is not paid."}),
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
    plan: {...orNull(PlanView), description: "The plan of the subscription; null: there is none."},
    status: Type.Union(
      (["none", "trialing", "active", "past_due", "unpaid", "paused", "canceled"] as const).map(status =>
        Type.Literal(status),
      ),
      {description: "The status of the subscription at Stripe; `none`: there is no subscription."},
    ),
    seats: Type.Object(
      {
        used: {...Count, description: "Seats that are taken."},
        limit: {...orNull(Count), description: "Seats that the plan allows; null: unlimited."},
      },
      {...open, description: "Editors' seats; `limit` null: unlimited."},
    ),
    currentPeriod: {
      ...orNull(
        Type.Object(
          {
            start: {...Timestamp, description: "When the period began."},
            end: {...Timestamp, description: "When the period ends."},
          },
          open,
        ),
      ),
      description: "The current period of the subscription; null: there is none.",
    },
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
    paymentProblem: {...orNull(PaymentProblem), description: "The payment that failed; null: none did."},
    notices: Type.Array(Notice, {
      description: "Irregularities of the subscription, and what to do about them.",
    }),
    offers: Type.Array(PlanView, {
      description: "The plans that a checkout can start with. Empty if there is a subscription.",
    }),
    usage: Type.Array(
      Type.Object(
        {
          meter: MeterName,
          used: {...Count, description: "What was used in the period."},
          limit: {...orNull(Count), description: "What the plan allows in the period; null: unlimited."},
        },
        open,
      ),
      {
        description: "The usage in the current period; `limit` null: unlimited.",
      },
    ),
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
    from: {...Day, description: "The first day."},
    to: {...Day, description: "The last day."},
    days: Type.Array(
      Type.Object(
        {
          day: {...Day, description: "The day (UTC)."},
          meter: MeterName,
          used: {...Count, description: "What was used on that day."},
        },
        open,
      ),
      {
        description: "Newest first; days without usage are left out.",
      },
    ),
    meters: Type.Array(
      Type.Object(
        {
          meter: MeterName,
          used: {...Count, description: "What was used on these days."},
          reported: Type.Integer({minimum: 0, description: "How much of it was reported to Stripe."}),
          confirmed: Type.Union(
            [
              Type.Object(
                {
                  atStripe: {...Count, description: "What Stripe had counted."},
                  reported: {...Count, description: "What had been reported to Stripe."},
                  difference: Type.Integer({description: "The difference of the two."}),
                  checkedAt: {...Timestamp, description: "When Stripe was asked."},
                },
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
      {description: "The sums of these days, by meter."},
    ),
  },
  {...open, $id: "BillingUsage"},
);
export type UsageView = Static<typeof UsageView>;

export const InvoiceView = Type.Object(
  {
    id: Type.String({description: "Stripe's id of the invoice."}),
    number: {...orNull(Type.String()), description: "The number of the invoice; null: it has none yet."},
    status: Type.String({examples: ["paid"], description: "The status of the invoice at Stripe."}),
    amountDue: Type.Integer({description: "In the currency's smallest unit, such as cents."}),
    amountPaid: Type.Integer({description: "In the same unit."}),
    currency: Type.String({description: "ISO 4217, in lower case."}),
    periodStart: {...Timestamp, description: "When the period of the invoice begins."},
    periodEnd: {...Timestamp, description: "When the period of the invoice ends."},
    createdAt: {...Timestamp, description: "When the invoice was made."},
    url: Type.Union([Type.String(), Type.Null()], {description: "The page on which it is shown and paid."}),
    pdf: {...orNull(Type.String()), description: "The invoice as PDF; null: there is none yet."},
  },
  {...open, $id: "Invoice"},
);
export type InvoiceView = Static<typeof InvoiceView>;
