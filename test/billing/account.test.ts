import {afterAll, beforeAll, beforeEach, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import {syncCustomer} from "../../worker/billing/sync-customer.ts";
import type {TestOrg} from "../support/app.ts";
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

test("each change is in the audit log, as made by Stripe", async () => {
  const subscription = life.subscribe(t.stripe.account, customer, "price_Team", {quantity: 2});
  await settled();
  life.change(t.stripe.account, subscription, {quantity: 5});
  await settled();
  const [last, first] = await audited("billing.change");
  expect(first).toMatchObject({
    actorId: "stripe",
    resourceType: "customer",
    resourceId: customer,
    details: {status: "active", plan: "prod_Team"},
  });
  expect(last.details).toMatchObject({changed: ["quantity"], quantity: 5});
});

test("a second subscription is reported, and the paid one counts", async () => {
  const {account} = t.stripe;
  const first = life.subscribe(account, customer, "price_Team", {quantity: 2, trialDays: 14});
  const second = life.subscribe(account, customer, "price_Large");
  const body = await settled();
  expect(body).toMatchObject({
    status: "active",
    plan: {id: "prod_Large"},
    notices: [{code: "second_subscription"}],
  });
  expect(body.notices[0].message).toContain(first.id);
  expect(await audited("billing.second_subscription")).toHaveLength(1);
  life.cancel(account, second, "now");
  expect(await settled()).toMatchObject({status: "trialing", plan: {id: "prod_Team"}, notices: []});
});

test("a product that is no plan limits nothing, and is reported", async () => {
  life.subscribe(t.stripe.account, customer, "price_Shirt");
  const body = await settled();
  expect(body).toMatchObject({status: "active", plan: null, readOnly: false, seats: {limit: null}});
  expect(body.notices).toMatchObject([
    {code: "unknown_product", message: expect.stringContaining("prod_Shirt")},
  ]);
});

test("a deleted customer has nothing any more, and can begin again", async () => {
  life.subscribe(t.stripe.account, customer, "price_Team");
  await settled();
  t.stripe.account.deleteCustomer(customer);
  expect(await settled()).toMatchObject({status: "none", plan: null, notices: [{code: "customer_deleted"}]});
  customer = await t.customerOf(org.id);
  life.subscribe(t.stripe.account, customer, "price_Large");
  expect(await settled()).toMatchObject({status: "active", plan: {id: "prod_Large"}, notices: []});
});

test("a customer that Stripe does not know is a configuration error, and changes nothing", async () => {
  life.subscribe(t.stripe.account, customer, "price_Team", {quantity: 3});
  await settled();
  const known = t.stripe.account.customers.get(customer)!;
  t.stripe.account.customers.delete(customer);
  const {db, log, billing} = t.worker.worker;
  await expect(syncCustomer({db, log, billing: billing!}, customer)).rejects.toThrow("No such customer");
  t.stripe.account.customers.set(customer, known);
  expect(await t.billing(org.id, org.admin.token)).toMatchObject({status: "active", seats: {limit: 3}});
});

test("a customer who has stopped paying gets nothing by beginning an unpaid checkout", async () => {
  const {account} = t.stripe;
  life.cancel(account, life.subscribe(account, customer, "price_Team"), "now");
  account.badCards.add(customer);
  life.subscribe(account, customer, "price_Large");
  expect(await settled()).toMatchObject({
    status: "canceled",
    readOnly: true,
    paymentProblem: {currency: "usd"},
  });
});

test("a customer who returns in another currency has that currency", async () => {
  life.cancel(t.stripe.account, life.subscribe(t.stripe.account, customer, "price_Team"), "now");
  await settled();
  life.subscribe(t.stripe.account, customer, "price_Euro");
  expect(await settled()).toMatchObject({status: "active", plan: {id: "prod_Euro"}});
  expect((await audited("billing.change"))[0].details).toMatchObject({currency: "eur"});
});

test("a failed first payment gives no plan yet, and a link to pay", async () => {
  const {account} = t.stripe;
  account.badCards.add(customer);
  life.subscribe(account, customer, "price_Team");
  expect(await settled()).toMatchObject({
    status: "none",
    plan: null,
    readOnly: false,
    paymentProblem: {
      amountDue: 1000,
      currency: "usd",
      url: expect.stringContaining("https://invoice.stripe.example/"),
    },
  });
  account.badCards.delete(customer);
  life.pay(account, account.invoicesOf(customer)[0]!);
  expect(await settled()).toMatchObject({status: "active", plan: {id: "prod_Team"}, paymentProblem: null});
});

test("an unpaid renewal is past due, with a grace period from the day of its invoice", async () => {
  const {account} = t.stripe;
  life.subscribe(account, customer, "price_Team");
  account.badCards.add(customer);
  life.advance(account, customer, 32);
  const invoice = account.invoicesOf(customer).at(-1)!;
  const body = await settled();
  const grace = new Date((invoice.created + 14 * 24 * 3600) * 1000).toISOString();
  expect(body).toMatchObject({
    status: "past_due",
    graceUntil: grace,
    paymentProblem: {invoiceId: invoice.id},
  });
  // The invoice is from January.
  expect(body).toMatchObject({readOnly: true, plan: null});
});

test("the grace period does not restart each month if Stripe has given up an invoice, which can still be paid", async () => {
  const {account} = t.stripe;
  const subscription = life.subscribe(account, customer, "price_Team");
  account.badCards.add(customer);
  life.advance(account, customer, 60);
  const invoices = account.invoicesOf(customer).filter(({status}) => status === "open");
  expect(invoices.length).toBeGreaterThan(1);
  const [first] = invoices;
  for (const invoice of invoices) life.giveUp(account, invoice);
  // A new period whose invoice remains a draft.
  subscription.status = "unpaid";
  subscription.items.data[0]!.current_period_start = Math.floor(Date.now() / 1000) - 24 * 3600;
  subscription.items.data[0]!.current_period_end = Math.floor(Date.now() / 1000) + 24 * 3600;
  const grace = new Date((first!.status_transitions.finalized_at! + 14 * 24 * 3600) * 1000).toISOString();
  expect(await settled()).toMatchObject({
    status: "unpaid",
    graceUntil: grace,
    readOnly: true,
    paymentProblem: {url: first!.hosted_invoice_url},
  });
  // Invoices given up before the last payment are forgiven.
  const paid = structuredClone(first!);
  Object.assign(paid, {id: account.newId("in"), status: "paid", created: first!.created + 1});
  account.addInvoice(paid);
  account.emit("invoice.paid", paid, customer);
  expect(await settled()).toMatchObject({readOnly: false, paymentProblem: null});
});

test("a trial that ends without a payment method pauses", async () => {
  const {account} = t.stripe;
  account.badCards.add(customer);
  const subscription = life.subscribe(account, customer, "price_Team", {trialDays: 7, endOfTrial: "pause"});
  const trial = new Date(subscription.trial_end! * 1000).toISOString();
  expect(await settled()).toMatchObject({status: "trialing", trialEnd: trial, readOnly: false});
  life.advance(account, customer, 8);
  expect(await settled()).toMatchObject({status: "paused", trialEnd: null, readOnly: true});
});

test("a cancellation has a date, and can be revoked", async () => {
  const {account} = t.stripe;
  const subscription = life.subscribe(account, customer, "price_Team");
  life.cancel(account, subscription, "later");
  const end = new Date(subscription.items.data[0]!.current_period_end * 1000).toISOString();
  expect(await settled()).toMatchObject({status: "active", cancelAt: end});
  life.keep(account, subscription);
  expect(await settled()).toMatchObject({status: "active", cancelAt: null});
});

test("the default plan applies without a subscription, or when payment has stopped", async () => {
  const {account} = t.stripe;
  account.addProduct("prod_Free", {seats: "2", default: "true"});
  await sql`select graphile_worker.add_job('sync_plans')`.execute(t.db);
  await t.drain();
  try {
    expect(await settled()).toMatchObject({status: "none", plan: {id: "prod_Free"}, seats: {limit: 2}});
    const subscription = life.subscribe(account, customer, "price_Team", {quantity: 9});
    expect(await settled()).toMatchObject({status: "active", plan: {id: "prod_Team"}, seats: {limit: 9}});
    account.badCards.add(customer);
    life.advance(account, customer, 40);
    // Unpaid for longer than the grace period: the seats are those of the default plan, not nine times as many.
    expect(await settled()).toMatchObject({status: "unpaid", plan: {id: "prod_Free"}, seats: {limit: 2}});
    life.cancel(account, subscription, "now");
    expect(await settled()).toMatchObject({
      status: "canceled",
      plan: {id: "prod_Free"},
      seats: {limit: 2},
      readOnly: false,
    });
  } finally {
    account.products.delete("prod_Free");
    await sql`select graphile_worker.add_job('sync_plans')`.execute(t.db);
    await t.drain();
  }
});

test("a changed limit in a plan's metadata applies at once, and a limit that is no number limits nothing", async () => {
  const {account} = t.stripe;
  const product = account.addProduct("prod_Moving", {seats: "2"});
  life.subscribe(account, customer, "price_Moving", {quantity: 3});
  expect((await settled()).seats.limit).toBe(6);
  product.metadata = {seats: "4"};
  account.emit("product.updated", product, customer);
  expect((await settled()).seats.limit).toBe(12);
  product.metadata = {seats: "many"};
  account.emit("product.updated", product, customer);
  expect(await settled()).toMatchObject({seats: {limit: null}, plan: {id: "prod_Moving"}});
});

test("refunds and disputes are recorded once, as Stripe reports them", async () => {
  const {account} = t.stripe;
  life.subscribe(account, customer, "price_Team", {quantity: 3});
  await settled();
  const charge = [...account.charges.values()].find(one => one.customer === customer)!;
  life.refund(account, charge, 500);
  life.dispute(account, charge);
  const from = t.events.length - 2;
  await settled();
  for (const event of t.events.slice(from)) await t.deliver({...event, id: `${event.id}again`});
  await settled();
  const entries = await audited("billing.charge");
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({
    resourceId: charge.id,
    details: {amount: 3000, refunded: 500, disputed: true},
  });
});
