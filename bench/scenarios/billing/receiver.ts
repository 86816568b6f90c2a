import Stripe from "stripe";
import {type Ask, askOf} from "../../client.ts";
import {say} from "../../progress.ts";
import {receiverRow} from "../../receiver.ts";
import type {Row} from "../../scenario.ts";
import {type BillingStage, SECRET} from "./service.ts";

let count = 0;

/** A signed event of a customer, as a request to the service or to `bench/raw-events.ts`. */
export async function eventAsk(address: string, path: string, customer: string): Promise<Ask> {
  const event = {
    id: `evt_bench${++count}`,
    object: "event",
    type: "customer.subscription.updated",
    livemode: false,
    created: 1_767_000_000,
    data: {object: {id: "sub_1", object: "subscription", customer, padding: "x".repeat(3000)}},
  };
  const payload = JSON.stringify(event);
  const signature = await Stripe.webhooks.generateTestHeaderStringAsync({payload, secret: SECRET});
  return askOf(address, {path, headers: {"stripe-signature": signature}, body: event});
}

/** The receiver's p99 at a fixed rate, against a route that writes the same and checks nothing. */
export function receiver({address, bareAddress}: BillingStage, quick: boolean): Promise<Row> {
  say("two hundred events a second");
  const event = (to: string, path: string) => (n: number) => eventAsk(to, path, `cus_unknown${n % 100}`);
  const sides = {anchor: event(bareAddress, "/events"), subject: event(address, "/api/billing/webhook")};
  return receiverRow("events", sides, quick);
}
