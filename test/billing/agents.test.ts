import {afterAll, beforeAll, expect, test} from "bun:test";
import {type AgentService, agentService, answer, GOOD, PAID} from "../agents/service.ts";
import {type BillingService, withStripe} from "./service.ts";
import * as life from "./stripe/life.ts";

let t: AgentService & BillingService;
let customer: string;

beforeAll(async () => {
  t = await withStripe(environment => agentService({environment, provider: {bytesPerToken: 1}}));
  const {account} = t.stripe;
  account.addProduct("prod_Tokens", {llm_tokens_per_month: "400000"});
  account.addProduct("prod_Mails", {deliveries_per_month: "1"});
  customer = await t.customerOf(t.org.id);
  account.clocks.set(customer, Math.floor(Date.now() / 1000) - 5 * 24 * 3600);
});

afterAll(() => t?.stop());

async function subscribed(priceId: string): Promise<void> {
  const {account} = t.stripe;
  for (const one of account.subscriptionsOf(customer))
    if (one.status !== "canceled") life.cancel(account, one, "now");
  life.subscribe(account, customer, priceId);
  await t.deliverAll();
  await t.drain();
}

const usage = async () =>
  (await t.billing()).usage.find(({meter}: {meter: string}) => meter === "llm_tokens").used;

test("what agents spend at once never passes the plan, and adds up to the token", async () => {
  await subscribed("price_Tokens");
  const agents = await Promise.all(
    Array.from({length: 40}, () =>
      t.agent([
        {...GOOD[0]!, delayMs: 20},
        {...answer(PAID), delayMs: 20},
      ]),
    ),
  );
  const before = t.provider.tokens();
  const started = await Promise.all(agents.map(({id}) => t.call("POST", `/api/agents/${id}/run`)));
  const refused = started.filter(({status}) => status === 402);
  for (const {body} of refused) expect(body.code).toBe("plan_limit");
  const ended = await Promise.all(
    started.flatMap(({status, body}, i) => (status === 202 ? [t.runEnded(agents[i]!.id, body.runId)] : [])),
  );
  expect(await usage()).toBe(t.provider.tokens() - before);
  expect(await usage()).toBeLessThanOrEqual(400_000);
  expect(ended.filter(({status}) => status === "succeeded").length).toBeGreaterThan(2);
  expect(ended.filter(({status}) => status === "stopped").length + refused.length).toBeGreaterThan(0);
  expect(await t.budget()).toMatchObject({
    tokensPerMonth: null,
    reserved: 0,
    plan: {tokens: 400_000, used: await usage()},
  });
}, 120_000);

test("a mail of an action is one of the plan's deliveries", async () => {
  await subscribed("price_Mails");
  const effects = [
    {type: "email", recipients: ["plan@example.com"], subject: "One", message: "m", onFailure: "continue"},
    {type: "email", recipients: ["plan@example.com"], subject: "Two", message: "m"},
  ];
  const {id} = await t.made("/api/actions", {name: "Mails", trigger: {type: "manual"}, effects});
  const run = await t.made(`/api/actions/${id}/runs`, {});
  for (let i = 0; i < 500; i++) {
    const {body} = await t.call("GET", `/api/actions/${id}/runs/${run.id}`);
    if (!body.finishedAt) {
      await Bun.sleep(20);
      continue;
    }
    expect(body).toMatchObject({
      status: "failed",
      effects: [
        {status: "succeeded"},
        {status: "failed", error: expect.stringContaining("allows 1 deliveries")},
      ],
    });
    return;
  }
  throw new Error("the run has not ended");
}, 30_000);
