import {afterAll, beforeAll, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import {inLongRun, longTimeoutMs} from "../support/long.ts";
import {Random} from "./random.ts";
import {type BillingService, billingService} from "./service.ts";
import {priceObject} from "./stripe/catalog-objects.ts";
import {Year} from "./year.ts";

const SEQUENCES = inLongRun(6, 3000);
const AT_ONCE = 6;

let t: BillingService;

beforeAll(async () => {
  t = await billingService();
  const {account} = t.stripe;
  account.addProduct("prod_Small", {seats: "3", llm_tokens_per_month: "1000", features: "mail"}, 900);
  account.addProduct("prod_Team", {seats: "1", deliveries_per_month: "200", public: "true"}, 1500);
  account.addProduct("prod_Large", {seats: "10", features: "mail,sso"}, 9900);
  // Another product that is no plan.
  account.addProduct("prod_Odd", {}, 100);
  account.featuresOf.set("prod_Team", ["exports"]);
  account.featuresOf.set("prod_Large", ["exports", "support"]);
  await sql`select graphile_worker.add_job('sync_plans')`.execute(t.db);
  await t.drain();
  for (const meter of ["llm_tokens", "deliveries", "query_rows"]) account.addMeter(meter);
  const [tokens] = [...account.meters.keys()];
  account.prices.set(
    "price_Tokens",
    priceObject("price_Tokens", "prod_Tokens", {unitAmount: 0, meter: tokens ?? ""}),
  );
});
afterAll(async () => t?.stop());

test(
  "after a random year with any deliveries of events, the state equals Stripe's and usage adds up",
  async () => {
    const faults = new Random(1);
    t.stripe.fault = () => (faults.chance(0.04) ? faults.one([429, 500, "lost"] as const) : undefined);
    let seed = Number(process.env["SEED"] ?? 1);
    const last = seed + SEQUENCES;
    const running = new Set<Year>();
    t.stripe.account.onEvent = event => {
      for (const year of running) if (year.take(event)) return;
    };
    const lane = async () => {
      while (seed < last) {
        const year = new Year(t, seed++);
        running.add(year);
        await year.run();
        running.delete(year);
      }
    };
    await Promise.all(Array.from({length: AT_ONCE}, lane));
    const {rows} =
      await sql`select from graphile_worker.jobs where attempts >= max_attempts and key is not null`.execute(
        t.db,
      );
    expect(rows).toHaveLength(0);
  },
  longTimeoutMs(),
);
