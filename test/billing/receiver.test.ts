import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import {type TestApp, testApp} from "../support/app.ts";
import {type BillingService, billingService, OLD_SECRET, signed, WEBHOOK_SECRET} from "./service.ts";
import {subscribe} from "./stripe/life.ts";

const PATH = "/api/billing/webhook";

let t: BillingService;

beforeAll(async () => {
  t = await billingService();
  t.stripe.account.addProduct("prod_Team", {seats: "1"});
});
afterAll(async () => t?.stop());

let count = 0;
const event = (more: object = {}) => ({
  id: `evt_test${++count}`,
  object: "event",
  api_version: "2026-10-28.endive",
  created: 1_767_000_000,
  data: {object: {id: "cus_other", object: "customer"}},
  livemode: false,
  pending_webhooks: 1,
  request: null,
  type: "customer.updated",
  ...more,
});

async function post(body: string | Uint8Array, headers: Record<string, string>) {
  return t.call("POST", PATH, {token: null, body, headers});
}

async function isKept(id: string): Promise<boolean> {
  const {rows} = await sql`select from billing_events where id = ${id}`.execute(t.db);
  return rows.length > 0;
}

const jobs = async () =>
  (
    await sql<{
      n: number;
    }>`select count(*)::int as n from graphile_worker.jobs where task_identifier = 'sync_customer'`.execute(
      t.db,
    )
  ).rows[0]!.n;

describe("an unsigned or unreadable event is refused with 400:", () => {
  test.each([
    ["no signature", async () => ({body: JSON.stringify(event()), headers: {}})],
    ["another secret", () => signed(JSON.stringify(event()), "whsec_theirs")],
    [
      "a signature of six minutes ago",
      () => signed(JSON.stringify(event()), WEBHOOK_SECRET, Math.floor(Date.now() / 1000) - 360),
    ],
    ["a body that is no JSON", () => signed("{", WEBHOOK_SECRET)],
    ["an empty body", async () => ({body: "", headers: (await signed("{}", WEBHOOK_SECRET)).headers})],
    ["a body that is no event", () => signed(JSON.stringify({object: "event"}), WEBHOOK_SECRET)],
    ["a list", () => signed("[]", WEBHOOK_SECRET)],
    ["an id with U+0000", () => signed(JSON.stringify(event({id: "evt_\0"})), WEBHOOK_SECRET)],
    ["a deep body", () => signed("[".repeat(100_000), WEBHOOK_SECRET)],
    ["a header of nonsense", async () => ({body: "{}", headers: {"stripe-signature": "t=,v1=,=,,"}})],
  ])("%s", async (_, make) => {
    const {body, headers} = await make();
    const answer = await post(body, headers);
    expect({status: answer.status, text: answer.text}).toMatchObject({status: 400});
    expect(answer.text).not.toContain("whsec");
  });

  test("bytes changed on the way, even without a change of meaning", async () => {
    const text = JSON.stringify(event());
    const {headers} = await signed(text, WEBHOOK_SECRET);
    expect((await post(text.replace(":", ": "), headers)).status).toBe(400);
    expect((await post(text, headers)).status).toBe(200);
  });
});

test("bytes beyond ASCII are verified as they arrived", async () => {
  const text = JSON.stringify(event({data: {object: {id: "cus_other", object: "customer", name: "Zoë 🦉"}}}));
  expect(
    (await post(new TextEncoder().encode(text), (await signed(text, WEBHOOK_SECRET)).headers)).status,
  ).toBe(200);
});

test("the old secret is accepted during a rotation", async () => {
  expect(await t.deliver(event(), OLD_SECRET)).toBe(200);
});

test("a body larger than any event is refused before it is read", async () => {
  const answer = await post("x".repeat(2 * 1024 * 1024), {"stripe-signature": `t=1,v1=${"0".repeat(64)}`});
  expect(answer.status).toBe(413);
});

test("an event that arrives twice is handled once", async () => {
  const customer = await t.customerOf((await t.addOrg("Twice")).id);
  subscribe(t.stripe.account, customer, "price_Team");
  await t.deliverAll();
  await t.drain();
  const fetches = () => t.stripe.requests.filter(name => name === `GET /v1/customers/${customer}`).length;
  const before = fetches();
  await Promise.all(t.events.map(one => t.deliver(one)));
  expect(await jobs()).toBe(0);
  expect(fetches()).toBe(before);
});

test("a burst of events of one customer causes one fetch", async () => {
  const customer = await t.customerOf((await t.addOrg("Burst")).id);
  subscribe(t.stripe.account, customer, "price_Team");
  await t.deliverAll();
  await t.drain();
  t.stripe.requests.length = 0;
  // A running worker may take the job before a slow burst ends.
  await t.worker.stop();
  const statuses = await Promise.all(
    Array.from({length: 30}, () =>
      t.deliver(event({data: {object: {id: "sub_1", object: "subscription", customer}}})),
    ),
  );
  expect(statuses).toEqual(Array.from({length: 30}, () => 200));
  expect(await jobs()).toBe(1);
  await t.addWorker();
  await t.drain();
  expect(t.stripe.requests.filter(name => name === "GET /v1/subscriptions")).toHaveLength(1);
});

describe("events that are acknowledged and not handled", () => {
  test.each([
    ["of live mode", {livemode: true}],
    ["of a connected account", {account: "acct_connected"}],
    ["of another account's context", {context: "acct_elsewhere"}],
  ])("an event %s", async (_, more) => {
    const one = event(more);
    expect(await t.deliver(one)).toBe(200);
    expect(await isKept(one.id)).toBe(false);
  });

  test("an event without a customer is stored, and has no effect", async () => {
    const one = event({type: "balance.available", data: {object: {object: "balance"}}});
    const before = await jobs();
    expect(await t.deliver(one)).toBe(200);
    expect(await isKept(one.id)).toBe(true);
    expect(await jobs()).toBe(before);
  });

  test("each event is counted by its outcome", async () => {
    const {text} = await t.call("GET", "/metrics");
    for (const reception of ["accepted", "repeated", "other_mode", "other_account", "ignored"])
      expect(text).toMatch(new RegExp(`billing_events_total{reception="${reception}"} [1-9]`));
  });
});

test("an event of the configured account may name it", async () => {
  const one = event({account: "acct_1Standin"});
  expect(await t.deliver(one)).toBe(200);
  expect(await isKept(one.id)).toBe(true);
});

describe("a thin event", () => {
  const thinOf = (id: string, type: string, related: object | null) => ({
    id,
    object: "v2.core.event",
    type,
    created: "2026-01-01T00:00:00.000Z",
    livemode: false,
    context: null,
    related_object: related,
  });

  test("is fetched together with its subject", async () => {
    const org = await t.addOrg("Thin");
    const customer = await t.customerOf(org.id);
    const {id: subscription} = subscribe(t.stripe.account, customer, "price_Team", {quantity: 7});
    const related = {id: subscription, type: "subscription", url: `/v1/subscriptions/${subscription}`};
    const thin = thinOf("evt_thin1", "v1.customer.subscription.updated", related);
    t.stripe.account.thinEvents.set(thin.id, thin);
    expect(await t.deliver({...thin, related_object: null})).toBe(200);
    await t.drain();
    expect((await t.billing(org.id, org.admin.token)).seats.limit).toBe(7);
  });

  test("about another system, or a missing object, is ignored", async () => {
    const thin = thinOf("evt_thin2", "v2.core.event_destination.ping", null);
    t.stripe.account.thinEvents.set(thin.id, thin);
    for (const id of [thin.id, "evt_gone"]) expect(await t.deliver({...thin, id})).toBe(200);
    await t.drain();
    expect(t.stripe.requests).toContain("GET /v2/core/events/evt_gone");
  });
});

describe("without Stripe", () => {
  let plain: TestApp;
  beforeAll(async () => {
    plain = await testApp();
  });
  afterAll(async () => plain?.stop());

  test("there is no webhook address", async () => {
    const {body, headers} = await signed(JSON.stringify(event()), WEBHOOK_SECRET);
    expect((await plain.call("POST", PATH, {token: null, body, headers})).status).toBe(404);
  });

  test("the billing endpoints say so, and nothing is limited", async () => {
    const path = `/api/orgs/${plain.org.id}/billing`;
    expect((await plain.call("GET", path)).body).toMatchObject({
      configured: false,
      plan: null,
      status: "none",
      readOnly: false,
      usage: [],
    });
    for (const [method, rest, body] of [
      ["GET", "/usage", undefined],
      ["GET", "/invoices", undefined],
      ["POST", "/checkout", {plan: "prod_Team"}],
      ["POST", "/portal", {}],
    ] as const) {
      const answer = await plain.call(method, path + rest, body ? {body} : {});
      expect({rest, status: answer.status, code: answer.body.code}).toEqual({
        rest,
        status: 409,
        code: "conflict",
      });
      expect(answer.body.detail).toContain("not configured");
    }
    expect((await plain.call("GET", "/api/whoami")).body).not.toHaveProperty("plan");
  });
});
