import type Stripe from "stripe";

export interface ItemGiven {
  id: string;
  subscription: string;
  price: Stripe.Price;
  quantity?: number;
  start: number;
  end: number;
}

function itemObject({id, subscription, price, quantity, start, end}: ItemGiven): Stripe.SubscriptionItem {
  return {
    id,
    object: "subscription_item",
    billing_thresholds: null,
    created: start,
    current_period_end: end,
    current_period_start: start,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: {
      id: price.id,
      object: "plan",
      active: true,
      amount: price.unit_amount,
      amount_decimal: price.unit_amount_decimal,
      billing_scheme: "per_unit",
      created: price.created,
      currency: price.currency,
      interval: "month",
      interval_count: 1,
      livemode: false,
      metadata: {},
      meter: price.recurring?.meter ?? null,
      nickname: null,
      product: price.product,
      tiers_mode: null,
      transform_usage: null,
      trial_period_days: null,
      usage_type: price.recurring?.usage_type ?? "licensed",
    },
    price,
    ...(quantity === undefined ? {} : {quantity}),
    subscription,
    tax_rates: [],
  };
}

export function subscriptionObject(
  id: string,
  customer: string,
  items: Omit<ItemGiven, "subscription">[],
  given: Partial<Stripe.Subscription>,
): Stripe.Subscription {
  const start = items[0]!.start;
  return {
    id,
    object: "subscription",
    application: null,
    application_fee_percent: null,
    automatic_tax: {disabled_reason: null, enabled: false, liability: null},
    billing_cycle_anchor: start,
    billing_cycle_anchor_config: null,
    billing_mode: {flexible: {proration_discounts: "included"}, type: "flexible"},
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: {comment: null, feedback: null, feedback_option: null, reason: null},
    collection_method: "charge_automatically",
    created: start,
    currency: items[0]!.price.currency,
    customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: {type: "self"},
    },
    items: {
      object: "list",
      data: items.map(item => itemObject({...item, subscription: id})),
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: null,
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: start,
    status: "active",
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: {
      end_behavior: {billing_cycle_anchor: null, missing_payment_method: "create_invoice"},
    },
    trial_start: null,
    ...given,
  };
}
