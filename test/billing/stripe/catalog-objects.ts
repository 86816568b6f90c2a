import Stripe from "stripe";

/** Complete objects in the shapes of the pinned version: the compiler compares them with the package's types. */

const decimal = (amount: number) => Stripe.Decimal.from(String(amount));

export function customerObject(
  id: string,
  created: number,
  given: Partial<Stripe.Customer>,
): Stripe.Customer {
  return {
    id,
    object: "customer",
    address: null,
    balance: 0,
    created,
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: id.slice(-8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {},
    name: null,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
    ...given,
  };
}

export function productObject(id: string, name: string, metadata: Record<string, string>): Stripe.Product {
  return {
    id,
    object: "product",
    active: true,
    created: 1_700_000_000,
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata,
    name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: "service",
    unit_label: null,
    updated: 1_700_000_000,
    url: null,
  };
}

export function priceObject(
  id: string,
  product: string,
  {unitAmount, currency = "usd", meter}: {unitAmount: number; currency?: string; meter?: string},
): Stripe.Price {
  return {
    id,
    object: "price",
    active: true,
    billing_scheme: "per_unit",
    created: 1_700_000_000,
    currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product,
    recurring: {
      interval: "month",
      interval_count: 1,
      meter: meter ?? null,
      trial_period_days: null,
      usage_type: meter ? "metered" : "licensed",
    },
    tax_behavior: "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: "recurring",
    unit_amount: unitAmount,
    unit_amount_decimal: decimal(unitAmount),
  };
}

export function meterObject(id: string, eventName: string): Stripe.Billing.Meter {
  return {
    id,
    object: "billing.meter",
    created: 1_700_000_000,
    customer_mapping: {event_payload_key: "stripe_customer_id", type: "by_id"},
    default_aggregation: {formula: "sum"},
    display_name: eventName,
    event_name: eventName,
    event_time_window: null,
    livemode: false,
    status: "active",
    status_transitions: {deactivated_at: null},
    updated: 1_700_000_000,
    value_settings: {event_payload_key: "value"},
  };
}
