import {afterAll, beforeAll, beforeEach, describe, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import type {TestOrg} from "../support/app.ts";
import {type BillingService, billingService} from "./service.ts";
import {priceObject} from "./stripe/catalog-objects.ts";
import {completeCheckout} from "./stripe/checkouts.ts";
import * as life from "./stripe/life.ts";

let t: BillingService;
let org: TestOrg;

beforeAll(async () => {
  t = await billingService({BASE_URL: "https://analytics.example/app"});
  const {account} = t.stripe;
  account.addProduct("prod_Team", {seats: "2", public: "true"});
  account.addProduct("prod_Flat", {llm_tokens_per_month: "5", public: "true"});
  account.addProduct("prod_Secret", {seats: "2"});
  account.addProduct("prod_Old", {seats: "2", public: "true"}).active = false;
  account.addProduct("prod_World", {seats: "1", public: "true"});
  const meter = account.addMeter("llm_tokens");
  account.prices.set(
    "price_Tokens",
    priceObject("price_Tokens", "prod_Team", {unitAmount: 1, meter: meter.id}),
  );
  await sql`select graphile_worker.add_job('sync_plans')`.execute(t.db);
  await t.drain();
});
afterAll(async () => t?.stop());

beforeEach(async () => {
  org = await t.addOrg("Buyer");
});

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  t.call("POST", `/api/orgs/${org.id}/billing/${path}`, {token: org.admin.token, body, headers});

const idOf = (url: string) => url.slice(url.lastIndexOf("/") + 1);

describe("a checkout", () => {
  test("is one of Stripe's for the plan with its seats and meters, and the customer is known before it is paid", async () => {
    const answer = await post("checkout", {plan: "prod_Team", seats: 5});
    expect(answer.status).toBe(201);
    const [{session, items}] = [...t.stripe.account.checkouts.values()].slice(-1) as [
      NonNullable<ReturnType<typeof t.stripe.account.checkouts.get>>,
    ];
    expect(answer.body).toEqual({url: session.url});
    // Two seats in each unit.
    expect(items).toEqual([{price: "price_Team", quantity: 3}, {price: "price_Tokens"}]);
    expect(session).toMatchObject({
      client_reference_id: org.id,
      success_url: "https://analytics.example/app/",
    });
    const customer = String(session.customer);
    expect(t.stripe.account.customer(customer)).toMatchObject({name: "Buyer", metadata: {org_id: org.id}});
    life.subscribe(t.stripe.account, customer, "price_Team", {quantity: 3});
    await t.deliverAll();
    await t.drain();
    expect(await t.billing(org.id, org.admin.token)).toMatchObject({status: "active", seats: {limit: 6}});
    expect(await post("checkout", {plan: "prod_Team"})).toMatchObject({
      status: 409,
      body: {code: "conflict"},
    });
  });

  test("has one price for each meter, in the plan's currency and interval", async () => {
    const {account} = t.stripe;
    const add = (id: string, currency: string, interval: "month" | "year", meter: string) => {
      const price = priceObject(id, "prod_World", {unitAmount: 1, currency, meter});
      account.prices.set(id, {...price, recurring: {...price.recurring!, interval}});
    };
    add("price_RowsInEuros", "eur", "month", "mtr_rows");
    add("price_YearlyRows", "usd", "year", "mtr_rows");
    add("price_Rows", "usd", "month", "mtr_rows");
    add("price_RowsBefore", "usd", "month", "mtr_rows");
    add("price_Mails", "usd", "month", "mtr_mails");
    expect((await post("checkout", {plan: "prod_World"})).status).toBe(201);
    const {items} = [...account.checkouts.values()].at(-1)!;
    expect(items.map(({price}) => price)).toEqual(["price_World", "price_Rows", "price_Mails"]);
  });

  test("creates one customer, however often it is begun", async () => {
    const answers = await Promise.all(Array.from({length: 4}, () => post("checkout", {plan: "prod_Flat"})));
    expect(answers.map(({status}) => status)).toEqual([201, 201, 201, 201]);
    await post("checkout", {plan: "prod_Team"});
    const customers = [...t.stripe.account.customers.values()].filter(
      one => !one.deleted && one.metadata["org_id"] === org.id,
    );
    expect(customers).toHaveLength(1);
  });

  test("closes the last one, so that nobody pays twice", async () => {
    const answers = await Promise.all(Array.from({length: 3}, () => post("checkout", {plan: "prod_Flat"})));
    expect(answers.map(({status}) => status)).toEqual([201, 201, 201]);
    const {account} = t.stripe;
    const ids = answers.map(({body}) => idOf(body.url));
    const open = ids.filter(id => account.checkouts.get(id)?.session.status === "open");
    expect(open).toHaveLength(1);
    // Another organization's checkout closes only its own.
    org = await t.addOrg("Other");
    await post("checkout", {plan: "prod_Flat"});
    expect(account.checkouts.get(open[0]!)?.session.status).toBe("open");
  });

  test("that was paid is known before any event of it arrives", async () => {
    const {body} = await post("checkout", {plan: "prod_Flat"});
    completeCheckout(t.stripe.account, idOf(body.url));
    const before = t.stripe.account.checkouts.size;
    expect(await post("checkout", {plan: "prod_Flat"})).toMatchObject({
      status: 409,
      body: {code: "conflict"},
    });
    expect(t.stripe.account.checkouts.size).toBe(before);
    // It counts without any event.
    await t.drain();
    expect(await t.billing(org.id, org.admin.token)).toMatchObject({status: "active"});
  });

  test("is the same for all requests with one key", async () => {
    const before = t.stripe.account.checkouts.size;
    const first = await post("checkout", {plan: "prod_Flat"}, {"idempotency-key": "once"});
    const again = await post("checkout", {plan: "prod_Flat"}, {"idempotency-key": "once"});
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(t.stripe.account.checkouts.size).toBe(before + 1);
  });

  test.each([
    ["a plan that is not offered", {plan: "prod_Secret"}, "/plan"],
    ["a plan that is no longer sold", {plan: "prod_Old"}, "/plan"],
    ["an unknown plan", {plan: "prod_None"}, "/plan"],
    ["seats of a plan without seats", {plan: "prod_Flat", seats: 3}, "/seats"],
    ["another site", {plan: "prod_Team", successUrl: "https://evil.example/"}, "/successUrl"],
    [
      "a site that begins with ours",
      {plan: "prod_Team", successUrl: "https://analytics.example.evil.example/app/"},
      "/successUrl",
    ],
    [
      "ours as a user's name",
      {plan: "prod_Team", cancelUrl: "https://analytics.example@evil.example/app/"},
      "/cancelUrl",
    ],
    [
      "our host with a user",
      {plan: "prod_Team", cancelUrl: "https://a:b@analytics.example/app/"},
      "/cancelUrl",
    ],
    [
      "our host beside the service",
      {plan: "prod_Team", cancelUrl: "https://analytics.example/other"},
      "/cancelUrl",
    ],
    [
      "a way out of the service",
      {plan: "prod_Team", cancelUrl: "https://analytics.example/app/../other"},
      "/cancelUrl",
    ],
    ["another scheme", {plan: "prod_Team", cancelUrl: "javascript:alert(1)"}, "/cancelUrl"],
    ["no address", {plan: "prod_Team", cancelUrl: "app/"}, "/cancelUrl"],
  ])("for %s is refused", async (_, body, path) => {
    const before = t.stripe.requests.length;
    const answer = await post("checkout", body);
    expect(answer).toMatchObject({status: 422, body: {code: "invalid_request", errors: [{path}]}});
    expect(t.stripe.requests.length).toBe(before);
  });

  test("lists the plans that exist", async () => {
    const {body} = await post("checkout", {plan: "prod_None"});
    expect(body.errors[0].allowed).toEqual(["prod_Flat", "prod_Team", "prod_World"]);
  });

  test("returns to the right page", async () => {
    await post("checkout", {
      plan: "prod_Flat",
      successUrl: "https://analytics.example/app/done?x=1",
      cancelUrl: "https://analytics.example/app",
    });
    expect([...t.stripe.account.checkouts.values()].at(-1)!.session).toMatchObject({
      success_url: "https://analytics.example/app/done?x=1",
      cancel_url: "https://analytics.example/app",
    });
  });

  test("that Stripe refuses is an upstream error, which shows no secret", async () => {
    t.stripe.fault = name => (name.includes("checkout") ? 500 : undefined);
    const answer = await post("checkout", {plan: "prod_Flat"});
    t.stripe.fault = () => undefined;
    expect(answer).toMatchObject({status: 502, body: {code: "upstream_error"}});
    expect(answer.text).not.toContain("sk_test");
  });

  test("that Stripe refuses is in the audit log, with an Idempotency-Key and without", async () => {
    t.stripe.fault = name => (name === "POST /v1/checkout/sessions" ? 500 : undefined);
    const keyed = await post("checkout", {plan: "prod_Team", seats: 3}, {"idempotency-key": "refused"});
    const plain = await post("checkout", {plan: "prod_Flat"});
    t.stripe.fault = () => undefined;
    expect([keyed.status, plain.status]).toEqual([502, 502]);
    const {rows} = await sql<{resource_id: string; details: unknown}>`
      select resource_id, details from audit_log
      where org_id = ${org.id} and action = 'billing.checkout' order by id`.execute(t.db);
    expect(rows).toEqual([
      {resource_id: "prod_Team", details: {quantity: 2}},
      {resource_id: "prod_Flat", details: {quantity: 1}},
    ]);
  });

  test("can be begun again at once if Stripe failed to create the customer", async () => {
    t.stripe.fault = name => (name === "POST /v1/customers" ? 500 : undefined);
    expect((await post("checkout", {plan: "prod_Flat"})).status).toBe(502);
    t.stripe.fault = () => undefined;
    expect((await post("checkout", {plan: "prod_Flat"})).status).toBe(201);
  });
});

test("the portal is Stripe's, if there is a customer", async () => {
  expect((await post("portal", {})).status).toBe(409);
  await post("checkout", {plan: "prod_Flat"});
  expect(await post("portal", {})).toMatchObject({
    status: 201,
    body: {url: expect.stringContaining("https://billing.stripe.example/")},
  });
  expect((await post("portal", {returnUrl: "https://evil.example/"})).status).toBe(422);
});

describe("after a move to another Stripe account", () => {
  const move = (customer: string) => t.stripe.account.customers.delete(customer);

  test("a checkout creates the organization's customer there", async () => {
    const customerNow = () => String([...t.stripe.account.checkouts.values()].at(-1)?.session.customer);
    await post("checkout", {plan: "prod_Flat"});
    const former = customerNow();
    move(former);
    expect((await post("checkout", {plan: "prod_Flat"})).status).toBe(201);
    expect(customerNow()).not.toBe(former);
    expect(t.stripe.account.customer(customerNow())).toMatchObject({metadata: {org_id: org.id}});
    expect((await post("portal", {})).status).toBe(201);
  });

  test("a subscription is unchanged, and an error about it says how to continue", async () => {
    const customer = await t.customerOf(org.id);
    life.subscribe(t.stripe.account, customer, "price_Team", {quantity: 2});
    await t.deliverAll();
    await t.drain();
    move(customer);
    const list = await t.call("GET", `/api/orgs/${org.id}/billing/invoices`, {token: org.admin.token});
    for (const answer of [await post("portal", {}), list]) {
      expect(answer).toMatchObject({status: 409, body: {code: "conflict"}});
      expect(answer.text).toContain("another Stripe account");
    }
    expect((await post("checkout", {plan: "prod_Flat"})).status).toBe(409);
    expect(await t.billing(org.id, org.admin.token)).toMatchObject({status: "active"});
  });
});

test("invoices are Stripe's, newest first, page by page", async () => {
  const list = (query = "") =>
    t.call("GET", `/api/orgs/${org.id}/billing/invoices${query}`, {token: org.admin.token});
  expect((await list()).body).toEqual([]);
  const customer = await t.customerOf(org.id);
  life.subscribe(t.stripe.account, customer, "price_Team", {quantity: 2});
  life.advance(t.stripe.account, customer, 100);
  await t.deliverAll();
  await t.drain();
  const all = await list();
  const expected = t.stripe.account
    .invoicesOf(customer)
    .map(({id}) => id)
    .reverse();
  expect(expected).toHaveLength(4);
  expect(all.body.map(({id}: {id: string}) => id)).toEqual(expected);
  expect(all.body[0]).toMatchObject({status: "paid", amountDue: 2000, amountPaid: 2000, currency: "usd"});
  const first = await list("?limit=3");
  expect(first.body).toHaveLength(3);
  const next = /cursor=([\w-]+)/.exec(first.headers.get("link") ?? "")?.[1];
  expect((await list(`?limit=3&cursor=${next}`)).body.map(({id}: {id: string}) => id)).toEqual(
    expected.slice(3),
  );
  const unknown = await list(`?cursor=${Buffer.from("in_unknown").toString("base64url")}`);
  expect(unknown).toMatchObject({status: 422, body: {code: "invalid_request"}});
});
