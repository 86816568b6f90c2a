import {afterAll, beforeAll, beforeEach, describe, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import type {Meter} from "../../shared/tenancy/billing/meters.ts";
import {standingSql} from "../../shared/tenancy/billing/plan-status.ts";
import {usedSince} from "../../shared/tenancy/billing/usage.ts";
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

  test("that ends while something runs gives later usage to the next one, before the service knows it", async () => {
    const subscription = await subscribed();
    const [start, end] = [startOf(subscription), endOf(subscription)];
    // On the day of the change of periods.
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

  test("that has just begun does not include earlier usage", async () => {
    const subscription = await subscribed();
    const start = startOf(subscription);
    await use(7, moment(start - 1));
    await use(8, moment(start - 40 * 3600));
    await use(5, moment(start));
    expect(await inPeriod(start)).toBe(5);
  });

  test("whose plan changes in the middle continues to count, against the new limit", async () => {
    const subscription = await subscribed();
    await use(900);
    life.change(t.stripe.account, subscription, {priceId: "price_Large"});
    await settle();
    const {
      usage: [tokens],
    } = await t.billing(org.id, org.admin.token);
    expect(tokens).toEqual({meter: "llm_tokens", used: 900, limit: 9000});
  });

  test("without a subscription is the calendar month", async () => {
    const now = new Date();
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
    await use(3, new Date(month.getTime() - 1000));
    await use(4, month);
    expect(await shown()).toBe(4);
  });

  const day = (text: string) => new Date(`${text}T09:30:00.000Z`);
  const found = async (at: Date, zone = "UTC") =>
    t.db.transaction().execute(async tx => {
      await sql`select set_config('timezone', ${zone}, true)`.execute(tx);
      const billing = t.web.config.billing!;
      const {rows} = await sql<{start: Date; end: Date}>`
        select s.period_start as start, s.period_end as "end"
        from ${standingSql(billing, org.id, `'${at.toISOString()}'::timestamptz`)} s`.execute(tx);
      return [rows[0]?.start.toISOString(), rows[0]?.end.toISOString()];
    });

  // A limit is for a month: a yearly plan has it twelve times.
  test.each([
    ["of a month", "2027-01-31", "2027-02-28", "2027-02-27", "2027-01-31", "2027-02-28"],
    [
      "of a month that ends on a later day",
      "2027-02-28",
      "2027-03-31",
      "2027-03-30",
      "2027-02-28",
      "2027-03-31",
    ],
    ["of a week", "2027-03-01", "2027-03-08", "2027-03-07", "2027-03-01", "2027-03-08"],
    ["of a year, in its first month", "2027-01-31", "2028-01-31", "2027-02-27", "2027-01-31", "2027-02-28"],
    [
      "of a year, at the end of a month",
      "2027-01-31",
      "2028-01-31",
      "2027-02-28",
      "2027-02-28",
      "2027-03-31",
    ],
    ["of a year, in its third month", "2027-01-31", "2028-01-31", "2027-04-29", "2027-03-31", "2027-04-30"],
    ["of a year, in its last month", "2027-01-31", "2028-01-31", "2028-01-30", "2027-12-31", "2028-01-31"],
    ["of a quarter", "2027-02-05", "2027-05-05", "2027-04-01", "2027-03-05", "2027-04-05"],
    [
      "that ended, and we have not heard",
      "2027-01-05",
      "2027-02-05",
      "2027-02-05",
      "2027-02-05",
      "2027-03-05",
    ],
    ["that ended months ago", "2027-01-05", "2027-02-05", "2027-04-20", "2027-04-05", "2027-05-05"],
  ])("%s is counted by month", async (_, start, end, at, first, next) => {
    await subscribed();
    await sql`
      update billing_accounts set period_start = ${day(start)}, period_end = ${day(end)}
      where org_id = ${org.id}`.execute(t.db);
    const told = [day(first), day(next)].map(one => one.toISOString());
    for (const zone of ["UTC", "America/New_York", "Pacific/Auckland"])
      expect({zone, found: await found(day(at), zone)}).toEqual({zone, found: told});
  });

  test("without a subscription is a month in UTC, whatever the database's timezone is", async () => {
    for (const zone of ["UTC", "America/New_York", "Pacific/Auckland"])
      expect({zone, found: await found(day("2027-03-10"), zone)}).toEqual({
        zone,
        found: ["2027-03-01T00:00:00.000Z", "2027-04-01T00:00:00.000Z"],
      });
  });

  test("of a year is one of Stripe's, and earlier usage of its first month is not included", async () => {
    t.stripe.account.clocks.set(customer, Math.floor(Date.now() / 1000) - 33 * DAY);
    const subscription = life.subscribe(t.stripe.account, customer, "price_Team");
    const start = startOf(subscription);
    subscription.items.data[0]!.current_period_end = start + 365 * DAY;
    await settle();
    t.stripe.account.clocks.set(customer, Math.floor(Date.now() / 1000));
    await use(900, moment(start + DAY));
    await use(5);
    const body = await t.billing(org.id, org.admin.token);
    expect(body.usage[0]).toEqual({meter: "llm_tokens", used: 5, limit: 1000});
    expect(body.currentPeriod.end).toBe(moment(start + 365 * DAY).toISOString());
    await report();
    expect(t.stripe.account.metered(customer, "llm_tokens", start, start + 365 * DAY)).toBe(905);
    await sql`select graphile_worker.add_job('reconcile_billing', job_key => 'reconcile_billing')`.execute(
      t.db,
    );
    await t.drain();
    const {body: usage} = await t.call("GET", `/api/orgs/${org.id}/billing/usage`, {token: org.admin.token});
    expect(usage.meters[0].confirmed).toMatchObject({atStripe: 905, reported: 905});
  });
});
