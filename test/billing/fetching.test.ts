import {afterAll, beforeAll, beforeEach, describe, expect, test} from "bun:test";
import pino from "pino";
import {sql} from "../../shared/core/db.ts";
import {syncCustomer} from "../../worker/billing/sync-customer.ts";
import {syncPlans} from "../../worker/billing/sync-plans.ts";
import {startWorker} from "../../worker/start.ts";
import type {TestOrg} from "../support/app.ts";
import {until} from "../support/until.ts";
import {type BillingService, billingService} from "./service.ts";
import * as life from "./stripe/life.ts";

let t: BillingService;
let org: TestOrg;
let customer: string;

beforeAll(async () => {
  t = await billingService();
  const {account} = t.stripe;
  account.addProduct("prod_Team", {seats: "1", features: "mail"});
  account.addProduct("prod_Large", {seats: "10"});
  account.addProduct("prod_Euro", {seats: "1"}, 1000, "eur");
  account.addProduct("prod_Shirt", {});
});
afterAll(async () => t?.stop());

beforeEach(async () => {
  org = await t.addOrg("Org");
  customer = await t.customerOf(org.id);
});

async function settled() {
  await t.deliverAll();
  await t.drain();
  return t.billing(org.id, org.admin.token);
}

const audited = async (action: string) => {
  const {body} = await t.call("GET", `/api/orgs/${org.id}/audit-log`, {token: org.admin.token});
  return body.filter((entry: {action: string}) => entry.action === action);
};

describe("Stripe customers of other systems", () => {
  test("are ignored", async () => {
    const {id} = t.stripe.account.createCustomer({metadata: {}});
    life.subscribe(t.stripe.account, id, "price_Team");
    await settled();
    const {rows} = await sql`select from billing_accounts where customer_id = ${id}`.execute(t.db);
    expect(rows).toHaveLength(0);
  });

  test("cannot take over an organization that has a customer", async () => {
    life.subscribe(t.stripe.account, customer, "price_Team");
    await settled();
    const second = await t.customerOf(org.id);
    life.subscribe(t.stripe.account, second, "price_Large");
    expect(await settled()).toMatchObject({plan: {id: "prod_Team"}});
    expect(await audited("billing.second_customer")).not.toHaveLength(0);
  });
});

test("plans that existed before the service are known once it starts", async () => {
  t.stripe.account.addProduct("prod_Before", {seats: "1", public: "true"});
  const {config, log} = t.worker.worker;
  const another = await startWorker(config, log);
  try {
    await until(async () => {
      const {rows} = await sql`select from billing_plans where id = 'prod_Before'`.execute(t.db);
      return rows.length > 0;
    });
  } finally {
    await another.stop();
  }
});

test("unreadable metadata of plans are logged, and readable ones are not", async () => {
  const {db, billing} = t.worker.worker;
  const lines: string[] = [];
  const log = pino({level: "warn"}, {write: line => lines.push(line)});
  await syncPlans({db, log, billing: billing!});
  expect(lines).toEqual([]);
  t.stripe.account.addProduct("prod_Unreadable", {seats: "many", public: "true"});
  await syncPlans({db, log, billing: billing!});
  expect(lines).toEqual([expect.stringContaining("prod_Unreadable: ")]);
  t.stripe.account.products.delete("prod_Unreadable");
});

test("plans are not read with a key of another account than the configured one", async () => {
  const {db, log, billing} = t.worker.worker;
  const {account} = t.stripe;
  account.addProduct("prod_Elsewhere", {seats: "1"});
  const read = (configured: string | undefined) =>
    syncPlans({db, log, billing: {...billing!, account: configured}});
  const isKnown = async () =>
    (await sql`select from billing_plans where id = 'prod_Elsewhere'`.execute(db)).rows.length > 0;
  await expect(read("acct_1Another")).rejects.toThrow("acct_1Standin");
  expect(await isKnown()).toBe(false);
  await read(undefined);
  expect(await isKnown()).toBe(true);
  await read("acct_1Standin");
});

test("of two concurrent fetches, the later one is stored", async () => {
  const subscription = life.subscribe(t.stripe.account, customer, "price_Team", {quantity: 2});
  await settled();
  const {db, log, billing} = t.worker.worker;
  const deps = {db, log, billing: billing!};
  const held = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  t.stripe.hold = request => {
    if (request !== "GET /v1/subscriptions") return undefined;
    t.stripe.hold = () => undefined;
    isHeld.resolve();
    return held.promise;
  };
  // The first fetch has its answer, of two seats, but has not received it yet.
  const first = syncCustomer(deps, customer);
  await isHeld.promise;
  life.change(t.stripe.account, subscription, {quantity: 9});
  const second = syncCustomer(deps, customer);
  await Bun.sleep(200);
  held.resolve();
  await Promise.all([first, second]);
  expect((await t.billing(org.id, org.admin.token)).seats.limit).toBe(9);
});

test("an event that never arrived is made up for at night", async () => {
  const {account} = t.stripe;
  const subscription = life.subscribe(account, customer, "price_Team");
  await settled();
  const told = t.events.length;
  life.change(account, subscription, {priceId: "price_Large"});
  // A recent subscription, whose customer is still unknown.
  const other = await t.addOrg("Unheard");
  const unheard = await t.customerOf(other.id);
  account.clocks.set(unheard, Math.floor(Date.now() / 1000));
  life.subscribe(account, unheard, "price_Team", {quantity: 4});
  t.events.length = told;
  expect(await settled()).toMatchObject({plan: {id: "prod_Team"}});
  await sql`select graphile_worker.add_job('reconcile_billing')`.execute(t.db);
  expect(await settled()).toMatchObject({plan: {id: "prod_Large"}});
  expect(await t.billing(other.id, other.admin.token)).toMatchObject({
    plan: {id: "prod_Team"},
    seats: {limit: 4},
  });
});

test("an event is handled at once, even if the night has postponed its customer", async () => {
  await settled();
  await t.customerOf((await t.addOrg("Another")).id);
  await settled();
  await sql`select graphile_worker.add_job('reconcile_billing', job_key => 'night')`.execute(t.db);
  await until(async () => {
    const {rows} = await sql`select from graphile_worker.jobs where key = 'night'`.execute(t.db);
    return rows.length === 0;
  });
  const waiting = sql<{customer: string; seconds: number}>`
    select payload ->> 'customerId' as customer, extract(epoch from min(run_at) - now())::int as seconds
    from graphile_worker._private_jobs where payload ->> 'customerId' is not null
    group by 1 order by 2 desc`;
  const [last] = (await waiting.execute(t.db)).rows;
  expect(last?.seconds).toBeGreaterThan(60);
  const data = {object: {id: last?.customer, object: "customer"}};
  await t.deliver({...t.events.at(-1)!, id: "evt_by_night", type: "customer.updated", data});
  const {rows} = await waiting.execute(t.db);
  // The job may have run already.
  expect(rows.find(({customer}) => customer === last?.customer)?.seconds ?? 0).toBeLessThan(3);
  await t.drain();
});

test("a fetch that fails for days is in the metrics and in the audit log, and the next event starts again", async () => {
  const subscription = life.subscribe(t.stripe.account, customer, "price_Team");
  await settled();
  life.change(t.stripe.account, subscription, {quantity: 8});
  t.stripe.fault = () => 500;
  await t.deliverAll();
  await until(async () => {
    const {rows} = await sql<{error: string}>`
      select last_error as error from graphile_worker.jobs where key = ${`stripe ${customer}`} and last_error is not null and locked_at is null`.execute(
      t.db,
    );
    return rows.length > 0;
  });
  await sql`update graphile_worker._private_jobs set attempts = max_attempts where key = ${`stripe ${customer}`}`.execute(
    t.db,
  );
  t.stripe.fault = () => undefined;
  expect((await t.call("GET", "/metrics")).text).toMatch(
    /queue_jobs\{task="sync_customer",state="failed"\} 1/,
  );
  for (let n = 0; n < 2; n++) {
    await sql`select graphile_worker.add_job('collect_garbage', job_key => 'collected')`.execute(t.db);
    await until(async () => {
      const {rows} = await sql`select from graphile_worker.jobs where key = 'collected'`.execute(t.db);
      return rows.length === 0;
    });
  }
  const entries = await audited("billing.sync_failed");
  expect(entries).toHaveLength(1);
  expect(JSON.stringify(entries)).not.toMatch(/sk_test|whsec/);
  await t.deliver({...t.events.at(-1)!, id: "evt_anew"});
  expect((await settled()).seats.limit).toBe(8);
});
