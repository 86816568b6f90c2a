import Stripe from "stripe";
import {atRate} from "../../at-rate.ts";
import {type Ask, askOf} from "../../client.ts";
import {say} from "../../progress.ts";
import {inRounds, percentile, quotient} from "../../rounds.ts";
import {type Row, rowOf} from "../../scenario.ts";
import {type BillingStage, SECRET} from "./service.ts";

const PER_SECOND = 200;
let count = 0;

/** An event of a customer, signed, as a request to the service or to the bare route. */
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
export async function receiver(stage: BillingStage, quick: boolean): Promise<Row> {
  say("two hundred events a second");
  const seconds = quick ? 2 : 10;
  const p99 = async (address: string, path: string) => {
    const asks = await Promise.all(
      Array.from({length: PER_SECOND * seconds}, (_, n) => eventAsk(address, path, `cus_unknown${n % 100}`)),
    );
    return percentile(await atRate(asks, PER_SECOND), 0.99);
  };
  const anchor = () => p99(stage.bareAddress, "/events");
  const subject = () => p99(stage.address, "/api/billing/webhook");
  await anchor();
  await subject();
  const subjects: number[] = [];
  const summary = await inRounds({
    anchor,
    subject: async () => {
      subjects.push(await subject());
      return subjects.at(-1)!;
    },
    compare: quotient,
    wanted: quick ? 2 : 5,
  });
  const note = `${percentile(subjects, 0.5).toFixed(1)} ms`;
  return rowOf(`events, ${PER_SECOND} a second: p99 ÷ bare route`, {atMost: 2}, summary, note);
}
