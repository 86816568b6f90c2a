import {afterAll, beforeAll, beforeEach, describe, expect, test} from "bun:test";
import type {Meter} from "../../shared/billing/plans.ts";
import {countUsage, usedSince} from "../../shared/billing/usage.ts";
import {sql} from "../../shared/db.ts";
import type {TestOrg} from "../support/app.ts";
import {type BillingService, billingService} from "./service.ts";
import * as life from "./stripe/life.ts";

const DAY = 24 * 3600;

let t: BillingService;
let org: TestOrg;
let customer: string;

beforeAll(async () => {
  t = await billingService();
  const {account} = t.stripe;
  account.addProduct("prod_Team", {seats: "1", llm_tokens_per_month: "1000"});
  account.addProduct("prod_Large", {seats: "1", llm_tokens_per_month: "9000"});
  for (const meter of ["llm_tokens", "deliveries"]) account.addMeter(meter);
});
afterAll(async () => t?.stop());

beforeEach(async () => {
  org = await t.addOrg("User");
  customer = await t.customerOf(org.id);
  // A period that began ten days ago.
  t.stripe.account.clocks.set(customer, Math.floor(Date.now() / 1000) - 10 * DAY);
});

async function settle() {
  await t.deliverAll();
  await t.drain();
}

async function subscribed(price = "price_Team") {
  const subscription = life.subscribe(t.stripe.account, customer, price);
  await settle();
  t.stripe.account.clocks.set(customer, Math.floor(Date.now() / 1000));
  return subscription;
}

const use = (amount: number, at?: Date, meter: Meter = "llm_tokens") =>
  t.db
    .transaction()
    .execute(tx => countUsage(tx, t.web.config.billing, [{orgId: org.id, meter, amount}], at));

/** As every ten minutes. */
async function report() {
  await sql`select graphile_worker.add_job('report_usage', job_key => 'report_usage')`.execute(t.db);
  await t.drain();
}

const shown = async () =>
  (await t.billing(org.id, org.admin.token)).usage.find((one: {meter: string}) => one.meter === "llm_tokens")
    .used;
describe("a period", () => {
  const startOf = (subscription: ReturnType<typeof life.subscribe>) =>
    subscription.items.data[0]!.current_period_start;
  const endOf = (subscription: ReturnType<typeof life.subscribe>) =>
    subscription.items.data[0]!.current_period_end;
  const moment = (seconds: number) => new Date(seconds * 1000);
  const inPeriod = async (start: number) =>
    (await usedSince(t.db, t.web.config.billing!, org.id, moment(start))).get("llm_tokens") ?? 0;

  test("that ends while something runs: what is settled afterwards belongs to the next one, before we hear of it", async () => {
    const subscription = await subscribed();
    const [start, end] = [startOf(subscription), endOf(subscription)];
    // On the day on which one follows the other.
    await use(100, moment(end - 1));
    await use(30, moment(end));
    await use(4, moment(end + 1));
    expect(await inPeriod(start)).toBe(134);
    expect(await inPeriod(end)).toBe(34);
    t.stripe.account.clocks.set(customer, end - 100);
    life.advance(t.stripe.account, customer, 1);
    await settle();
    await use(2, moment(end + 2));
    expect(await inPeriod(end)).toBe(36);
    await report();
    const at = (from: number, to: number) => t.stripe.account.metered(customer, "llm_tokens", from, to);
    expect([at(start, end), at(end, endOf(subscription))]).toEqual([100, 36]);
  });

  test("that began is not given what was used before it", async () => {
    const subscription = await subscribed();
    const start = startOf(subscription);
    await use(7, moment(start - 1));
    await use(8, moment(start - 40 * 3600));
    await use(5, moment(start));
    expect(await inPeriod(start)).toBe(5);
  });

  test("whose plan changes in its middle goes on counting, against the new limit", async () => {
    const subscription = await subscribed();
    await use(900);
    life.change(t.stripe.account, subscription, {priceId: "price_Large"});
    await settle();
    const {
      usage: [tokens],
    } = await t.billing(org.id, org.admin.token);
    expect(tokens).toEqual({meter: "llm_tokens", used: 900, limit: 9000});
  });

  test("without a subscription is the month of the calendar", async () => {
    const now = new Date();
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
    await use(3, new Date(month.getTime() - 1000));
    await use(4, month);
    expect(await shown()).toBe(4);
  });
});
