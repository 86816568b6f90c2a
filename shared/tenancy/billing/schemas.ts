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
  {description: "`llm_tokens` of agents, `deliveries` that were sent, `query_rows` that were answered."},
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
    amountDue: Type.Integer({description: "In the currency's smallest unit."}),
    currency: Type.String(),
    url: Type.Union([Type.String(), Type.Null()], {description: "Where the invoice is paid."}),
  },
  {$id: "PaymentProblem"},
);
export type PaymentProblem = Static<typeof PaymentProblem>;

export const BillingView = Type.Object(
  {
    configured: Type.Boolean({
      description: "false: the service has no Stripe, so no plan and no limits of one.",
    }),
    plan: orNull(PlanView),
    status: Type.Union(
      (["none", "trialing", "active", "past_due", "unpaid", "paused", "canceled"] as const).map(status =>
        Type.Literal(status),
      ),
    ),
    seats: Type.Object({used: Count, limit: orNull(Count)}, {...open, description: "Of editors."}),
    currentPeriod: orNull(Type.Object({start: Timestamp, end: Timestamp}, open)),
    cancelAt: orNull(Timestamp),
    trialEnd: orNull(Timestamp),
    graceUntil: Type.Union([Timestamp, Type.Null()], {
      description: "Of an unpaid subscription: until then everything works as before.",
    }),
    readOnly: Type.Boolean({description: "Nothing but reading and paying is left."}),
    paymentProblem: orNull(PaymentProblem),
    notices: Type.Array(Notice, {description: "What is odd about the subscription, and what to do."}),
    offers: Type.Array(PlanView, {
      description: "The plans that a checkout can begin with. None where there is a subscription.",
    }),
    usage: Type.Array(Type.Object({meter: MeterName, used: Count, limit: orNull(Count)}, open), {
      description: "Of the current period.",
    }),
  },
  {...open, $id: "Billing"},
);
export type BillingView = Static<typeof BillingView>;

export const CheckoutInput = Type.Object(
  {
    plan: Type.String({minLength: 1, maxLength: 255, description: "The id of a plan that is offered."}),
    seats: Type.Optional(Type.Integer({minimum: 1, maximum: 100_000})),
    successUrl: Type.Optional(Type.String({maxLength: 2000, description: "An address of this service."})),
    cancelUrl: Type.Optional(Type.String({maxLength: 2000, description: "An address of this service."})),
  },
  {...closed, $id: "Checkout"},
);
export type CheckoutInput = Static<typeof CheckoutInput>;

export const PortalInput = Type.Object(
  {returnUrl: Type.Optional(Type.String({maxLength: 2000, description: "An address of this service."}))},
  {...closed, $id: "BillingPortal"},
);
export type PortalInput = Static<typeof PortalInput>;

export const BillingLink = Type.Object(
  {
    url: Type.Union([Type.String(), Type.Null()], {
      description: "null in a replay of the same `Idempotency-Key`.",
    }),
  },
  {...open, $id: "BillingLink"},
);

export const UsageQuery = Type.Object(
  {
    from: day("First day (UTC). Default: that of the current period."),
    to: day("Last day (UTC). Default: today."),
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
          reported: Type.Integer({minimum: 0, description: "What of it was reported to Stripe."}),
          confirmed: Type.Union(
            [
              Type.Object(
                {atStripe: Count, reported: Count, difference: Type.Integer(), checkedAt: Timestamp},
                open,
              ),
              Type.Null(),
            ],
            {description: "What Stripe had counted in the current period when it was last asked."},
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
    amountDue: Type.Integer({description: "In the currency's smallest unit."}),
    amountPaid: Type.Integer(),
    currency: Type.String(),
    periodStart: Timestamp,
    periodEnd: Timestamp,
    createdAt: Timestamp,
    url: Type.Union([Type.String(), Type.Null()], {description: "Where it is shown, and paid."}),
    pdf: orNull(Type.String()),
  },
  {...open, $id: "Invoice"},
);
export type InvoiceView = Static<typeof InvoiceView>;
