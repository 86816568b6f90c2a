import {afterAll, beforeAll, expect, test} from "bun:test";
import {type BillingService, billingService} from "./service.ts";
import {subscribe} from "./stripe/life.ts";

let t: BillingService;

beforeAll(async () => {
  t = await billingService();
  t.stripe.account.addProduct("prod_Team", {seats: "1", llm_tokens_per_month: "5000", features: "agents"});
});
afterAll(async () => t?.stop());

test("a signed event brings the subscription as Stripe has it", async () => {
  expect((await t.billing()).status).toBe("none");
  const customer = await t.customerOf(t.org.id);
  const {items} = subscribe(t.stripe.account, customer, "price_Team", {quantity: 4});
  await t.deliverAll();
  await t.drain();
  const start = items.data[0]!.current_period_start * 1000;
  expect(await t.billing()).toMatchObject({
    configured: true,
    plan: {id: "prod_Team", name: "Team", limits: {seats: 4, llmTokens: 5000}, features: ["agents"]},
    status: "active",
    seats: {used: 1, limit: 4},
    currentPeriod: {start: new Date(start).toISOString()},
    paymentProblem: null,
    notices: [],
  });
});
