import {afterAll, beforeAll, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import {endAbandonedDeliveries} from "../../worker/delivery-runs/end-abandoned.ts";
import {until} from "../support/until.ts";
import {BY_STATUS, type MailService, mailService} from "../worker/deliveries/service.ts";
import {type BillingService, withStripe} from "./service.ts";
import {subscribe} from "./stripe/life.ts";

let t: MailService & BillingService;
let customer: string;
let deliveryId: string;

beforeAll(async () => {
  t = await withStripe(environment => mailService({environment}));
  customer = await t.customerOf(t.org.id);
  t.stripe.account.clocks.set(customer, Math.floor(Date.now() / 1000) - 5 * 24 * 3600);
  await allow(1);
  subscribe(t.stripe.account, customer, "price_Mails");
  await settle();
  const {projectId} = t.shops.duckdb;
  const chart = await t.made("/api/charts", {name: "c", type: "table", projectId, query: BY_STATUS});
  const {id} = await t.made("/api/schedules", {
    resourceType: "chart",
    resourceId: chart.id,
    cron: "0 8 * * *",
    recipients: ["ada@example.com"],
  });
  deliveryId = (await t.sent(id)).id;
});
afterAll(async () => t?.stop());

async function settle() {
  await t.deliverAll();
  await t.drain();
}

async function allow(deliveries: number) {
  const {account} = t.stripe;
  const product = account.products.get("prod_Mails") ?? account.addProduct("prod_Mails", {});
  product.metadata = {deliveries_per_month: String(deliveries)};
  account.emit("product.updated", product, customer);
  await settle();
}

const used = async () =>
  (await t.billing()).usage.find(({meter}: {meter: string}) => meter === "deliveries").used;

/** The state after each worker of the delivery was killed, with its recipient in this state. */
async function breakOff(recipient: "sent" | "sending") {
  await sql`delete from usage_counters where org_id = ${t.org.id} and meter = 'deliveries'`.execute(t.db);
  await sql`
    with d as (
      update deliveries set status = 'running', usage_counted = false, created_at = now() - interval '1 hour'
      where org_id = ${t.org.id} and id = ${deliveryId} returning org_id, id)
    update delivery_recipients r set status = ${recipient}, attempts = 25
    from d where r.org_id = d.org_id and r.delivery_id = d.id`.execute(t.db);
  await endAbandonedDeliveries(t.worker.worker);
}

test("an interrupted delivery that somebody has received is counted", async () => {
  expect(await used()).toBe(1);
  await breakOff("sent");
  expect(await used()).toBe(1);
});

test("an interrupted delivery that nobody has received is not counted, and is sent again only if the plan has one left", async () => {
  await breakOff("sending");
  expect(await used()).toBe(0);
  const retry = () => t.call("POST", `/api/deliveries/${deliveryId}/retry`);
  await allow(0);
  expect(await retry()).toMatchObject({status: 402, body: {code: "plan_limit"}});
  await allow(1);
  expect((await retry()).status).toBe(202);
  await until(async () => (await used()) > 0);
});

test("an interrupted delivery that was counted is sent to the others without being counted again", async () => {
  await sql`
    update delivery_recipients set status = 'failed' where org_id = ${t.org.id} and delivery_id = ${deliveryId}`.execute(
    t.db,
  );
  await sql`
    update deliveries set status = 'failed', usage_counted = true
    where org_id = ${t.org.id} and id = ${deliveryId}`.execute(t.db);
  await allow(0);
  expect((await t.call("POST", `/api/deliveries/${deliveryId}/retry`)).status).toBe(202);
});
