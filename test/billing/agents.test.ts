import {afterAll, beforeAll, expect, test} from "bun:test";
import {release, releaseCall, reserve} from "../../shared/automation/agents/budget/reservations.ts";
import {sql} from "../../shared/core/db.ts";
import {type AgentService, agentService, answer, GOOD, PAID} from "../agents/service.ts";
import {until} from "../support/until.ts";
import {type BillingService, withStripe} from "./service.ts";
import * as life from "./stripe/life.ts";

let t: AgentService & BillingService;
let customer: string;

beforeAll(async () => {
  t = await withStripe(environment => agentService({environment, provider: {bytesPerToken: 3}}));
  const {account} = t.stripe;
  account.addProduct("prod_Tokens", {llm_tokens_per_month: "200000"});
  account.addProduct("prod_More", {llm_tokens_per_month: "900000"});
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

/** A running run of some agent, whose reservations are not released like those of an ended run. */
async function addRunUnderWay(id: string): Promise<void> {
  await sql`
    insert into agent_runs
    select (jsonb_populate_record(r, jsonb_build_object('id', ${id}::text, 'status', 'running', 'created_at', now()))).*
    from agent_runs r
    where not exists (
      select from agent_runs u where u.agent_id = r.agent_id and u.status in ('queued', 'running'))
    order by r.created_at limit 1`.execute(t.db);
}

const usage = async () =>
  (await t.billing()).usage.find(({meter}: {meter: string}) => meter === "llm_tokens").used;

test("tokens of concurrent agents never exceed the plan, and add up exactly", async () => {
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
  expect(await usage()).toBeLessThanOrEqual(200_000);
  expect(ended.filter(({status}) => status === "succeeded").length).toBeGreaterThan(2);
  expect(ended.filter(({status}) => status === "stopped").length + refused.length).toBeGreaterThan(0);
  expect(await t.budget()).toMatchObject({
    tokensPerMonth: null,
    reserved: 0,
    plan: {tokens: 200_000, used: await usage()},
  });
});

test("tokens reserved by runs of last month are not given twice", async () => {
  await subscribed("price_Tokens");
  const left = 200_000 - (await usage());
  const {db} = t;
  const {billing} = t.web.config;
  const run = (runId: string, tokens: number) =>
    reserve(db, billing, {
      orgId: t.org.id,
      runId,
      agentId: "a",
      model: "m",
      callTokens: tokens,
      retainedTokens: 0,
    });
  for (const id of ["run_of_before", "run_of_now"]) await addRunUnderWay(id);
  expect(await run("run_of_before", 1000)).toBe(true);
  await sql`
    with r as (
      update llm_reservations set month = month - interval '1 month' where run_id = 'run_of_before' returning org_id, month
    ), now as (
      update llm_months m set reserved = m.reserved - 1000 from r where m.org_id = r.org_id and m.month > r.month)
    insert into llm_months (org_id, month, reserved) select org_id, month, 1000 from r`.execute(db);
  expect(await run("run_of_now", left - 999)).toBe(false);
  expect(await run("run_of_now", left - 1000)).toBe(true);
  expect(await run("run_of_before", 1001)).toBe(false);
  expect(await run("run_of_before", 900)).toBe(true);
  for (const id of ["run_of_before", "run_of_now"])
    await db
      .transaction()
      .execute(tx => releaseCall(tx, t.org.id, id).then(() => release(tx, billing, t.org.id, id)));
});

test("a run waits for tokens of the plan that other runs have only reserved", async () => {
  await subscribed("price_More");
  const {db} = t;
  const {billing} = t.web.config;
  const held = {orgId: t.org.id, runId: "run_holding", agentId: "a", model: "m"};
  const left = 900_000 - (await usage());
  await addRunUnderWay(held.runId);
  expect(await reserve(db, billing, {...held, callTokens: left - 1000, retainedTokens: 0})).toBe(true);
  const {id} = await t.agent([answer(PAID)]);
  const {body} = await t.call("POST", `/api/agents/${id}/run`);
  await Bun.sleep(600);
  await releaseCall(db, t.org.id, held.runId);
  await db.transaction().execute(tx => release(tx, billing, t.org.id, held.runId));
  expect(await t.runEnded(id, body.runId)).toMatchObject({status: "succeeded"});
});

test("a mail of an action counts as one of the plan's deliveries", async () => {
  await subscribed("price_Mails");
  const effects = [
    {type: "email", recipients: ["plan@example.com"], subject: "One", message: "m", onFailure: "continue"},
    {type: "email", recipients: ["plan@example.com"], subject: "Two", message: "m"},
  ];
  const {id} = await t.made("/api/actions", {name: "Mails", trigger: {type: "manual"}, effects});
  const run = await t.made(`/api/actions/${id}/runs`, {});
  const ended = await until(async () => {
    const {body} = await t.call("GET", `/api/actions/${id}/runs/${run.id}`);
    return body.finishedAt ? body : undefined;
  });
  expect(ended).toMatchObject({
    status: "failed",
    effects: [
      {status: "succeeded"},
      {status: "failed", error: expect.stringContaining("allows 1 deliveries")},
    ],
  });
});

test("a running run can be cancelled by an organization with read access only", async () => {
  await subscribed("price_More");
  const {id} = await t.agent([{...answer(PAID), delayMs: 500_000}]);
  const {asked} = t.provider;
  const before = asked.length;
  const {body} = await t.call("POST", `/api/agents/${id}/run`);
  // A run that has not called its model yet would stop by itself, for lack of tokens.
  await until(() => asked.length !== before);
  const {account} = t.stripe;
  for (const one of account.subscriptionsOf(customer))
    if (one.status === "active") life.cancel(account, one, "now");
  await t.deliverAll();
  await t.drain();
  expect(await t.billing()).toMatchObject({readOnly: true});
  expect((await t.call("POST", `/api/agents/${id}/run`)).status).toBe(402);
  expect((await t.call("DELETE", `/api/agents/${id}/runs/${body.runId}`)).status).toBe(204);
  expect(await t.runEnded(id, body.runId)).toMatchObject({status: "cancelled"});
});
