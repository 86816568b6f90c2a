import type Stripe from "stripe";
import {customerObject, meterObject, priceObject, productObject} from "./catalog-objects.ts";

export const ACCOUNT_ID = "acct_1Standin";
const DAY = 24 * 3600;
const START = Math.floor(Date.UTC(2026, 0, 5, 9, 30) / 1000);

export interface MeterEventReceived {
  identifier: string;
  eventName: string;
  customer: string;
  value: number;
  timestamp: number;
  /** The time on the stand-in's own clock, in milliseconds. */
  receivedAt: number;
}

export interface SnapshotEvent {
  id: string;
  object: "event";
  api_version: string;
  created: number;
  data: {object: object};
  livemode: boolean;
  pending_webhooks: number;
  request: {id: string | null; idempotency_key: string | null};
  type: string;
  account?: string;
}

/** A refusal of Stripe's, with the status and body of the answer. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly body: {type: string; code?: string; message: string; param?: string},
  ) {
    super(body.message);
  }
}

/** The state of one Stripe account in test mode. Each customer has a clock of their own, like Stripe's test clocks. */
export class StripeAccount {
  readonly customers = new Map<string, Stripe.Customer | Stripe.DeletedCustomer>();
  readonly products = new Map<string, Stripe.Product>();
  readonly prices = new Map<string, Stripe.Price>();
  readonly meters = new Map<string, Stripe.Billing.Meter>();
  readonly subscriptions = new Map<string, Stripe.Subscription>();
  readonly charges = new Map<string, Stripe.Charge>();
  readonly checkouts = new Map<
    string,
    {session: Stripe.Checkout.Session; items: {price: string; quantity?: number}[]}
  >();
  readonly meterEvents: MeterEventReceived[] = [];
  readonly thinEvents = new Map<string, object>();
  /** The lookup keys of the features of each product. */
  readonly featuresOf = new Map<string, string[]>();
  /** Customers whose card is refused. */
  readonly badCards = new Set<string>();
  readonly clocks = new Map<string, number>();
  /** The offset added to the stand-in's clock. */
  skewMs = 0;
  /** All events, in order. */
  onEvent: (event: SnapshotEvent) => void = () => undefined;
  #count = 0;
  readonly #invoicesOf = new Map<string, Stripe.Invoice[]>();

  newId(prefix: string): string {
    return `${prefix}_${String(++this.#count).padStart(8, "0")}`;
  }

  now(customerId: string): number {
    return this.clocks.get(customerId) ?? START;
  }

  addProduct(
    id: string,
    metadata: Record<string, string>,
    unitAmount = 1000,
    currency = "usd",
  ): Stripe.Product {
    const product = productObject(id, id.replace("prod_", ""), metadata);
    const price = priceObject(`price_${id.slice(5)}`, id, {unitAmount, currency});
    product.default_price = price.id;
    this.products.set(id, product);
    this.prices.set(price.id, price);
    return product;
  }

  addMeter(eventName: string): Stripe.Billing.Meter {
    const meter = meterObject(this.newId("mtr"), eventName);
    this.meters.set(meter.id, meter);
    return meter;
  }

  createCustomer(given: Partial<Stripe.Customer>): Stripe.Customer {
    const id = this.newId("cus");
    const customer = customerObject(id, START, given);
    this.customers.set(id, customer);
    this.clocks.set(id, START);
    this.emit("customer.created", customer, id);
    return customer;
  }

  deleteCustomer(id: string): void {
    const customer = this.customers.get(id);
    for (const subscription of this.subscriptionsOf(id)) {
      if (subscription.status === "canceled" || subscription.status === "incomplete_expired") continue;
      subscription.status = "canceled";
      subscription.ended_at = this.now(id);
      subscription.canceled_at = this.now(id);
      this.emit("customer.subscription.deleted", subscription, id);
    }
    this.customers.set(id, {id, object: "customer", deleted: true});
    if (customer) this.emit("customer.deleted", customer, id);
  }

  customer(id: string): Stripe.Customer | Stripe.DeletedCustomer {
    return this.customers.get(id) ?? missing("customer", id);
  }

  subscriptionsOf(customerId: string): Stripe.Subscription[] {
    return [...this.subscriptions.values()].filter(one => one.customer === customerId);
  }

  invoicesOf(customerId: string): Stripe.Invoice[] {
    return this.#invoicesOf.get(customerId) ?? [];
  }

  addInvoice(invoice: Stripe.Invoice): void {
    const customerId = String(invoice.customer);
    this.#invoicesOf.set(customerId, [...this.invoicesOf(customerId), invoice]);
  }

  /** The lookup keys of the features that the customer's subscriptions include. */
  entitlementsOf(customerId: string): string[] {
    const live = this.subscriptionsOf(customerId).filter(({status}) =>
      /^(active|trialing|past_due)$/.test(status),
    );
    const products = live.flatMap(({items}) => items.data.map(({price}) => String(price.product)));
    return [...new Set(products.flatMap(product => this.featuresOf.get(product) ?? []))].sort();
  }

  takeMeterEvent(given: Omit<MeterEventReceived, "receivedAt">): MeterEventReceived {
    const {customer, eventName, identifier, timestamp} = given;
    const now = this.now(customer);
    if (![...this.meters.values()].some(meter => meter.event_name === eventName && meter.status === "active"))
      throw new Refusal(400, {
        type: "invalid_request_error",
        code: "no_meter",
        message: `No active meter found for event name ${eventName}.`,
      });
    if (timestamp < now - 35 * DAY || timestamp > now + 300)
      throw new Refusal(400, {
        type: "invalid_request_error",
        message: "The timestamp must be within the past 35 days or up to 5 minutes in the future.",
        param: "timestamp",
      });
    const receivedAt = Date.now() + this.skewMs;
    const known = this.meterEvents.find(
      one => one.identifier === identifier && receivedAt - one.receivedAt < DAY * 1000,
    );
    if (known)
      throw new Refusal(400, {
        type: "invalid_request_error",
        code: "duplicate_meter_event",
        message: `An event already exists with identifier ${identifier}.`,
        param: "identifier",
      });
    const event = {...given, receivedAt};
    this.meterEvents.push(event);
    return event;
  }

  metered(customerId: string, eventName: string, start = 0, end = Number.POSITIVE_INFINITY): number {
    return this.meterEvents
      .filter(one => one.customer === customerId && one.eventName === eventName)
      .filter(({timestamp}) => timestamp >= start && timestamp < end)
      .reduce((sum, {value}) => sum + value, 0);
  }

  /** Creates an event with the current state of an object. */
  emit(type: string, object: object, customerId: string): void {
    this.onEvent({
      id: this.newId("evt"),
      object: "event",
      api_version: "2026-10-28.endive",
      created: this.now(customerId),
      data: {object: JSON.parse(JSON.stringify(object))},
      livemode: false,
      pending_webhooks: 1,
      request: {id: null, idempotency_key: null},
      type,
    });
  }
}

/** A missing object is 404 if the path names it, and 400 if a parameter does. */
export function missing(what: string, id: string, param = "id"): never {
  throw new Refusal(param === "id" ? 404 : 400, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${what}: '${id}'`,
    param,
  });
}
