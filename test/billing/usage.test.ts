import {afterAll, beforeAll, beforeEach, describe, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import type {Meter} from "../../shared/tenancy/billing/meters.ts";
import {mergeUsage} from "../../worker/billing/merge-usage.ts";
import type {TestOrg} from "../support/app.ts";
import {countUsage} from "./count-usage.ts";
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

/** The job that runs every ten minutes. */
async function report() {
  await sql`select graphile_worker.add_job('report_usage', job_key => 'report_usage')`.execute(t.db);
  await t.drain();
}

async function reconcile() {
  await sql`select graphile_worker.add_job('reconcile_billing', job_key => 'reconcile_billing')`.execute(
    t.db,
  );
  await t.drain();
}

const shown = async () =>
  (await t.billing(org.id, org.admin.token)).usage.find((one: {meter: string}) => one.meter === "llm_tokens")
    .used;
const usage = async (query = "") =>
  (await t.call("GET", `/api/orgs/${org.id}/billing/usage${query}`, {token: org.admin.token})).body;
const metered = (meter = "llm_tokens") => t.stripe.account.metered(customer, meter);

test("concurrent usage is counted completely, in several rows", async () => {
  await subscribed();
  await Promise.all(Array.from({length: 60}, () => use(7)));
  expect(await shown()).toBe(420);
  const {rows} = await sql`select from usage_counters where org_id = ${org.id}`.execute(t.db);
  expect(rows.length).toBeGreaterThan(1);
});

test("usage that is rolled back is not counted", async () => {
  await subscribed();
  const failing = t.db.transaction().execute(async tx => {
    await countUsage(tx, t.web.config.billing, [{orgId: org.id, meter: "llm_tokens", amount: 5}]);
    throw new Error("the work failed");
  });
  await expect(failing).rejects.toThrow("the work failed");
  expect(await shown()).toBe(0);
});

test("usage is reported to Stripe once, as the increase since the last report", async () => {
  await subscribed();
  await use(100);
  await use(11, undefined, "deliveries");
  await report();
  await report();
  expect([metered(), metered("deliveries")]).toEqual([100, 11]);
  await use(50);
  await report();
  expect(metered()).toBe(150);
  expect(new Set(t.stripe.account.meterEvents.map(({identifier}) => identifier)).size).toBe(
    t.stripe.account.meterEvents.length,
  );
  // There is no meter of the service for it.
  await use(9, undefined, "query_rows");
  await report();
  const {meters} = await usage();
  expect(meters).toMatchObject([
    {meter: "llm_tokens", used: 150, reported: 150},
    {meter: "deliveries", used: 11, reported: 11},
    {meter: "query_rows", used: 9, reported: 0},
  ]);
});

test("a report whose answer was lost is sent again, and counts once", async () => {
  await subscribed();
  await use(100);
  let lost = 3;
  t.stripe.fault = name => (name.includes("meter_events") && lost-- > 0 ? "lost" : undefined);
  await report();
  t.stripe.fault = () => undefined;
  expect(metered()).toBe(100);
  await use(1);
  await report();
  expect(metered()).toBe(101);
});

test("a report that failed inside Stripe is sent again and counts, although Stripe keeps its answers for a day", async () => {
  await subscribed();
  await use(100);
  let failing = 1;
  t.stripe.fault = name => (name.includes("meter_events") && failing-- > 0 ? 500 : undefined);
  const {reportUsage} = await import("../../worker/billing/report-usage.ts");
  const {db, log, billing} = t.worker.worker;
  await expect(reportUsage({db, log, billing: billing!})).rejects.toThrow("unknown error");
  t.stripe.fault = () => undefined;
  await reportUsage({db, log, billing: billing!});
  expect(metered()).toBe(100);
});

describe("a report whose outcome was unknown for a day", () => {
  const forgotten = async (fault: "lost" | 500) => {
    await subscribed();
    await use(100);
    t.stripe.fault = name => (name.includes("meter_events") ? fault : undefined);
    const {reportUsage} = await import("../../worker/billing/report-usage.ts");
    const {db, log, billing} = t.worker.worker;
    await expect(reportUsage({db, log, billing: billing!})).rejects.toThrow();
    t.stripe.fault = () => undefined;
    await sql`update usage_reports set tried_at = now() - interval '25 hours' where org_id = ${org.id}`.execute(
      t.db,
    );
    t.stripe.account.skewMs += 25 * 3_600_000;
    await report();
  };

  test("is not sent again if Stripe's sum includes it", async () => {
    await forgotten("lost");
    expect(metered()).toBe(100);
    await reconcile();
    await report();
    expect(metered()).toBe(100);
    expect((await usage()).meters[0]).toMatchObject({used: 100, reported: 100});
  });

  test("is sent as a new one if Stripe's sum does not include it", async () => {
    await forgotten(500);
    expect(metered()).toBe(0);
    await reconcile();
    await report();
    expect(metered()).toBe(100);
  });
});

test("usage that Stripe refuses is logged, and tried again the next night", async () => {
  await subscribed();
  const meter = [...t.stripe.account.meters.values()].find(one => one.event_name === "llm_tokens")!;
  await use(100);
  // The meter is removed after it was listed.
  t.stripe.fault = name => {
    if (name.includes("meter_events")) meter.status = "inactive";
    return undefined;
  };
  await report();
  t.stripe.fault = () => undefined;
  meter.status = "active";
  expect(metered()).toBe(0);
  const {body} = await t.call("GET", `/api/orgs/${org.id}/audit-log`, {token: org.admin.token});
  expect(body).toContainEqual(
    expect.objectContaining({
      action: "billing.usage_refused",
      details: expect.objectContaining({amount: 100}),
    }),
  );
  expect((await usage()).meters[0]).toMatchObject({used: 100, reported: 0});
  await reconcile();
  await report();
  expect(metered()).toBe(100);
});

test("usage that Stripe refuses later, in a thin event, is logged and sent as a new report", async () => {
  await subscribed();
  await use(64);
  await report();
  const taken = t.stripe.account.meterEvents.at(-1)!;
  t.stripe.account.meterEvents.pop();
  const id = "evt_meter_errors";
  const type = "v1.billing.meter.error_report_triggered";
  const sample = {error_message: "no such customer", request: {identifier: taken.identifier}};
  t.stripe.account.thinEvents.set(id, {
    id,
    object: "v2.core.event",
    type,
    created: "2026-01-01T00:00:00.000Z",
    livemode: false,
    related_object: {id: "mtr_1", type: "billing.meter", url: "/v1/billing/meters/mtr_1"},
    data: {
      developer_message_summary: "There is 1 invalid event",
      validation_start: "2026-01-01T00:00:00.000Z",
      validation_end: "2026-01-01T00:00:10.000Z",
      reason: {
        error_count: 1,
        error_types: [{code: "meter_event_customer_not_found", error_count: 1, sample_errors: [sample]}],
      },
    },
  });
  expect(
    await t.deliver({
      id,
      object: "v2.core.event",
      type,
      livemode: false,
      created: "2026-01-01T00:00:00.000Z",
    }),
  ).toBe(200);
  await t.drain();
  expect((await usage()).meters[0]).toMatchObject({used: 64, reported: 0});
  await reconcile();
  await report();
  expect(metered()).toBe(64);
});

test("the nightly job compares the service's usage with Stripe's, and shows the difference", async () => {
  await subscribed();
  await use(100);
  await report();
  await reconcile();
  expect((await usage()).meters[0].confirmed).toMatchObject({atStripe: 100, reported: 100, difference: 0});
  t.stripe.account.meterEvents.at(-1)!.value = 90;
  await reconcile();
  expect((await usage()).meters[0].confirmed).toMatchObject({atStripe: 90, reported: 100, difference: -10});
});

test("the usage of an organization whose customer Stripe does not know keeps no other from being compared", async () => {
  await subscribed();
  await use(100);
  await report();
  const [unknown, former] = [org, customer];
  org = await t.addOrg("Other");
  customer = await t.customerOf(org.id);
  t.stripe.account.clocks.set(customer, Math.floor(Date.now() / 1000) - 10 * DAY);
  await subscribed();
  await use(70);
  await report();
  // A report whose outcome is unknown, too.
  await sql`
    update usage_reports set sent_at = null, tried_at = now() - interval '25 hours' where org_id = ${unknown.id}`.execute(
    t.db,
  );
  await sql`
    insert into usage_reports (id, org_id, livemode, meter, period_start, day, amount, sent_at)
    select 'sent-before', org_id, livemode, meter, period_start, day - 1, 5, now() from usage_reports
    where org_id = ${unknown.id}`.execute(t.db);
  t.stripe.account.customers.delete(former);
  await reconcile();
  expect((await usage()).meters[0].confirmed).toMatchObject({atStripe: 70, reported: 70, difference: 0});
});

test("usage is shown by day and meter, and invalid days are refused", async () => {
  await subscribed();
  const day = (n: number) => new Date(Date.now() - n * DAY * 1000);
  const text = (n: number) => day(n).toISOString().slice(0, 10);
  await use(5, day(2));
  await use(6, day(1));
  await use(1, day(1), "deliveries");
  const {days} = await usage(`?from=${text(2)}&to=${text(1)}`);
  expect(days).toEqual([
    {day: text(1), meter: "deliveries", used: 1},
    {day: text(1), meter: "llm_tokens", used: 6},
    {day: text(2), meter: "llm_tokens", used: 5},
  ]);
  for (const query of ["?from=2026-02-30", "?to=yesterday", "?from=2020-01-01", "?since=2026-01-01"])
    expect((await usage(query)).status).toBe(422);
});

test("rows of usage whose day is long over become one for each day, and what is shown and reported stays the same", async () => {
  await subscribed();
  const old = new Date(Date.now() - 45 * DAY * 1000);
  const text = (date: Date) => date.toISOString().slice(0, 10);
  // Counted by several connections, in two periods, and reported every ten minutes.
  await sql`
    insert into usage_counters (org_id, livemode, meter, period_start, day, shard, amount)
    select ${org.id}, false, 'llm_tokens', p, day, shard, shard + 1
    from unnest(array[${old}::timestamptz, ${old}::timestamptz - interval '20 days']) p,
      unnest(array[${text(old)}::date, now()::date]) day, generate_series(1, 15) shard`.execute(t.db);
  await sql`
    insert into usage_reports (id, org_id, livemode, meter, period_start, day, amount, tried_at, sent_at, error)
    select ${org.id} || day || n, ${org.id}, false, 'llm_tokens', ${old}, day, n, now(), now(), case when n = 9 then 'refused' end
    from unnest(array[${text(old)}::date, now()::date]) day, generate_series(1, 9) n`.execute(t.db);
  const shownAll = () => usage(`?from=${text(old)}&to=${text(new Date())}`);
  const rowsOf = async (table: "usage_counters" | "usage_reports") => {
    const {rows} = await sql<{rows: number; amount: number}>`
      select count(*)::int as rows, sum(amount)::int as amount from ${sql.table(table)}
      where org_id = ${org.id} group by day order by day`.execute(t.db);
    return rows;
  };
  const before = await shownAll();
  expect(before.days.map(({used}: {used: number}) => used)).toEqual([270, 270]);
  // Both at once, as where a worker is taken for dead and is not.
  await Promise.all([mergeUsage(t.db), mergeUsage(t.db)]);
  expect(await shownAll()).toEqual(before);
  expect(await rowsOf("usage_counters")).toEqual([
    {rows: 2, amount: 270},
    {rows: 30, amount: 270},
  ]);
  expect(await rowsOf("usage_reports")).toEqual([
    // The refused report stays, to be made anew at night.
    {rows: 2, amount: 45},
    {rows: 9, amount: 45},
  ]);
  await mergeUsage(t.db);
  expect(await shownAll()).toEqual(before);
});

test("usage of a day that was merged is still counted", async () => {
  await subscribed();
  const old = new Date(Date.now() - 45 * DAY * 1000);
  for (let i = 0; i < 3; i++) {
    await use(5, old);
    await reconcile();
  }
  const {rows} = await sql<{shard: number; amount: number}>`
    select shard, amount from usage_counters where org_id = ${org.id}`.execute(t.db);
  expect(rows).toEqual([{shard: 0, amount: 15}]);
});
