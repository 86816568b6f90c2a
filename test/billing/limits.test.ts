import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import {planLeftSql} from "../../shared/tenancy/billing/limits.ts";
import {postMcp} from "../support/mcp.ts";
import {until} from "../support/until.ts";
import {BY_STATUS, type MailService, mailService} from "../worker/deliveries/service.ts";
import {countUsage} from "./count-usage.ts";
import {type BillingService, withStripe} from "./service.ts";
import * as life from "./stripe/life.ts";

let t: MailService & BillingService;
let customer: string;

beforeAll(async () => {
  t = await withStripe(environment => mailService({environment}));
  const {account} = t.stripe;
  account.addProduct("prod_Two", {seats: "2"});
  account.addProduct("prod_Three", {deliveries_per_month: "3", llm_tokens_per_month: "1000"});
  customer = await t.customerOf(t.org.id);
  account.clocks.set(customer, Math.floor(Date.now() / 1000) - 5 * 24 * 3600);
});
afterAll(async () => t?.stop());

async function subscribed(priceId: string) {
  const {account} = t.stripe;
  for (const one of account.subscriptionsOf(customer))
    if (one.status !== "canceled") life.cancel(account, one, "now");
  const subscription = life.subscribe(account, customer, priceId);
  await settle();
  return subscription;
}

async function settle() {
  await t.deliverAll();
  await t.drain();
}

const members = `/api/orgs/`;
let count = 0;
const addMember = (more: object = {}) =>
  t.call("POST", `${members}${t.org.id}/members`, {
    body: {name: "M", email: `m${++count}@example.com`, ...more},
  });

describe("seats", () => {
  test("are limited for editors, and not for viewers", async () => {
    await subscribed("price_Two");
    // The organization has one person who edits.
    const second = await addMember();
    expect(second.status).toBe(201);
    const third = await addMember();
    expect(third).toMatchObject({status: 402, body: {code: "plan_limit"}});
    expect(third.body.detail).toContain("2 seats");
    const viewer = await addMember({seat: "viewer"});
    expect(viewer.status).toBe(201);
    const path = `${members}${t.org.id}/members/${viewer.body.id}`;
    expect((await t.call("PATCH", path, {body: {seat: "editor"}})).status).toBe(402);
    expect((await t.call("PATCH", path, {body: {name: "N"}})).status).toBe(200);
    const away = `${members}${t.org.id}/members/${second.body.id}`;
    expect((await t.call("PATCH", away, {body: {seat: "viewer"}})).status).toBe(200);
    expect((await t.call("PATCH", path, {body: {seat: "editor"}})).status).toBe(200);
    expect((await t.billing()).seats).toEqual({used: 2, limit: 2});
    expect((await t.call("DELETE", path)).status).toBe(204);
  });

  test("are given only up to the last one, however many requests there are", async () => {
    const answers = await Promise.all(Array.from({length: 6}, () => addMember()));
    expect(answers.map(({status}) => status).sort()).toEqual([201, 402, 402, 402, 402, 402]);
    expect((await t.billing()).seats).toEqual({used: 2, limit: 2});
  });

  test("are taken from nobody if the plan has fewer than there are editors", async () => {
    t.stripe.account.products.get("prod_Two")!.metadata = {seats: "1"};
    t.stripe.account.emit("product.updated", t.stripe.account.products.get("prod_Two")!, customer);
    await settle();
    expect((await t.billing()).seats).toEqual({used: 2, limit: 1});
    expect((await t.call("GET", "/api/whoami", {token: t.org.adminUser.token})).body.plan).toMatchObject({
      id: "prod_Two",
      limits: {seats: 1},
    });
  });
});

async function schedule(): Promise<string> {
  const chart = await t.made("/api/charts", {
    name: "c",
    type: "table",
    projectId: t.shops.duckdb.projectId,
    query: BY_STATUS,
  });
  const {id} = await t.made("/api/schedules", {
    resourceType: "chart",
    resourceId: chart.id,
    cron: "0 8 * * *",
    recipients: ["ada@example.com"],
  });
  return id;
}

describe("deliveries", () => {
  test("beyond the plan's number are skipped at their slot, and refused by hand, with the limit and when it ends", async () => {
    const subscription = await subscribed("price_Three");
    const end = new Date(subscription.items.data[0]!.current_period_end * 1000).toISOString();
    const ids = [await schedule(), await schedule()];
    for (const id of [ids[0]!, ids[1]!, ids[0]!])
      expect(await t.sent(id)).toMatchObject({status: "succeeded"});
    expect((await t.billing()).usage).toContainEqual({meter: "deliveries", used: 3, limit: 3});
    const skipped = await t.due(ids[0]!);
    expect(skipped).toMatchObject({status: "skipped", recipients: [{status: "skipped"}]});
    expect(skipped.error).toBe(
      `The plan "Three" allows 3 deliveries a period, and they are used up until ${end}.`,
    );
    const refused = await t.call("POST", `/api/schedules/${ids[0]}/run`);
    expect(refused).toMatchObject({status: 402, body: {code: "plan_limit", detail: skipped.error}});
    // A skipped delivery is not counted, and stored ones remain readable.
    expect((await t.billing()).usage).toContainEqual({meter: "deliveries", used: 3, limit: 3});
    expect(
      (await t.call("POST", "/api/query", {body: {...BY_STATUS, projectId: t.shops.duckdb.projectId}}))
        .status,
    ).toBe(200);
  });

  test("that come due at once are sent as far as the plan allows", async () => {
    t.stripe.account.products.get("prod_Three")!.metadata = {
      deliveries_per_month: "5",
      llm_tokens_per_month: "1000",
    };
    t.stripe.account.emit("product.updated", t.stripe.account.products.get("prod_Three")!, customer);
    await settle();
    const ids = await Promise.all(Array.from({length: 6}, schedule));
    await sql`update cadences set next_at = date_trunc('minute', now()) where id = any (${ids})`.execute(
      t.db,
    );
    await sql`select graphile_worker.add_job('take_due')`.execute(t.db);
    const ended = await until(async () => {
      const {rows} = await sql<{
        status: string;
      }>`select status from deliveries where source_id = any (${ids})`.execute(t.db);
      return rows.length === 6 && !rows.some(({status}) => /queued|running/.test(status)) && rows;
    });
    expect(ended.map(({status}) => status).sort()).toEqual([
      "skipped",
      "skipped",
      "skipped",
      "skipped",
      "succeeded",
      "succeeded",
    ]);
    expect((await t.billing()).usage).toContainEqual({meter: "deliveries", used: 5, limit: 5});
  });
});

test("rows of queries are counted, including those that are fetched later and those from the cache", async () => {
  const rows = async () =>
    (await t.billing()).usage.find((one: {meter: string}) => one.meter === "query_rows").used;
  for (const {runLog} of [t.web, t.worker.executor]) await runLog.flush();
  const before = await rows();
  const body = {...BY_STATUS, projectId: t.shops.duckdb.projectId};
  const {body: answer} = await t.call("POST", "/api/query", {body});
  await t.call("POST", "/api/query", {body});
  await t.call("POST", "/api/query", {body: {...body, measures: ["orders.nope"]}});
  const later = await t.call("POST", "/api/query", {body, headers: {prefer: "respond-async"}});
  expect(later.status).toBe(202);
  const expected = before + 3 * answer.rows.length;
  await until(async () => (await rows()) === expected);
});

test("the rest of a plan's tokens can be read in the statement that spends them", async () => {
  const {billing} = t.web.config;
  const left = async () =>
    (
      await sql<{
        left: number | null;
      }>`select ${planLeftSql(billing, t.org.id, "llm_tokens")} as left`.execute(t.db)
    ).rows[0]!.left;
  expect(await left()).toBe(1000);
  const use = (amount: number) =>
    t.db
      .transaction()
      .execute(tx => countUsage(tx, billing, [{orgId: t.org.id, meter: "llm_tokens", amount}]));
  await use(300);
  expect(await left()).toBe(700);
  await Promise.all(Array.from({length: 40}, () => use(10)));
  expect(await left()).toBe(300);
  await use(900);
  expect(await left()).toBe(0);
  const {rows} = await sql<{left: number | null}>`
    select ${planLeftSql(billing, t.org.id, "query_rows")} as left`.execute(t.db);
  expect(rows[0]!.left).toBeNull();
  const unlimited = await sql<{
    left: number | null;
  }>`select ${planLeftSql(undefined, t.org.id, "llm_tokens")} as left`.execute(t.db);
  expect(unlimited.rows[0]!.left).toBeNull();
});

describe("an unpaid subscription", () => {
  const write = () => t.call("POST", "/api/dashboards", {body: {name: "d"}});

  test("gives full service during the grace period", async () => {
    const {account} = t.stripe;
    await subscribed("price_Three");
    account.badCards.add(customer);
    account.clocks.set(customer, account.now(customer) - 36 * 24 * 3600);
    const [subscription] = account.subscriptionsOf(customer).filter(({status}) => status === "active");
    subscription!.items.data[0]!.current_period_end = account.now(customer) + 24 * 3600;
    life.advance(account, customer, 2);
    // The invoice is from yesterday.
    const invoice = account.invoicesOf(customer).at(-1)!;
    invoice.status_transitions.finalized_at = Math.floor(Date.now() / 1000) - 24 * 3600;
    await settle();
    expect(await t.billing()).toMatchObject({status: "past_due", readOnly: false, plan: {id: "prod_Three"}});
    expect((await write()).status).toBe(201);
  });

  test("then allows only reading, deleting and paying", async () => {
    const {account} = t.stripe;
    const id = await schedule();
    const {body: dashboard} = await write();
    const invoice = account.invoicesOf(customer).at(-1)!;
    invoice.status_transitions.finalized_at = Math.floor(Date.now() / 1000) - 15 * 24 * 3600;
    account.emit("invoice.updated", invoice, customer);
    await settle();
    expect(await t.billing()).toMatchObject({status: "past_due", readOnly: true, plan: null});
    const refused = await write();
    expect(refused).toMatchObject({status: 402, body: {code: "plan_limit"}});
    expect(refused.body.detail).toContain("not paid");
    const tool = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {name: "create_dashboard", arguments: {name: "d"}},
    };
    expect((await postMcp(t, tool)).body.result._meta.error.code).toBe("plan_limit");
    expect(await t.due(id)).toMatchObject({status: "skipped", error: expect.stringContaining("not paid")});
    expect(
      (await t.call("POST", "/api/query", {body: {...BY_STATUS, projectId: t.shops.duckdb.projectId}}))
        .status,
    ).toBe(200);
    expect((await t.call("GET", `/api/dashboards/${dashboard.id}`)).status).toBe(200);
    expect((await t.call("DELETE", `/api/dashboards/${dashboard.id}`)).status).toBe(204);
    expect((await t.call("DELETE", `/api/schedules/${id}`)).status).toBe(204);
    expect((await t.call("POST", `/api/orgs/${t.org.id}/billing/portal`)).status).toBe(201);
  });

  test("until it is paid", async () => {
    const {account} = t.stripe;
    account.badCards.delete(customer);
    for (const invoice of account.invoicesOf(customer))
      if (invoice.status === "open") life.pay(account, invoice);
    await settle();
    expect(await t.billing()).toMatchObject({status: "active", readOnly: false, paymentProblem: null});
    expect((await write()).status).toBe(201);
  });
});
