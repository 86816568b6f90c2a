import {sql} from "../../shared/core/db.ts";
import {METERS, type Meter} from "../../shared/tenancy/billing/meters.ts";
import {plainFault} from "../../shared/tenancy/billing/stripe.ts";
import {usedSince} from "../../shared/tenancy/billing/usage.ts";
import {reportUsage} from "../../worker/billing/report-usage.ts";
import {countUsage} from "./count-usage.ts";
import {expectedBilling, toldBilling} from "./expected.ts";
import {Random} from "./random.ts";
import type {BillingService} from "./service.ts";
import type {SnapshotEvent} from "./stripe/account.ts";
import * as life from "./stripe/life.ts";

const PRICES = ["price_Small", "price_Team", "price_Large", "price_Odd"];
const DAYS = 365;
/** Stripe accepts usage that is at most 35 days old. */
const REPORT_DAYS = 20;

/** A year of one organization: actions of people and of Stripe, with unreliable delivery of events. */
export class Year {
  readonly #random: Random;
  readonly #steps: string[] = [];
  readonly #used = new Map<Meter, number>();
  #waiting: SnapshotEvent[] = [];
  #lost = 0;
  #customer = "";
  #token = "";
  #orgId = "";
  #customers: string[] = [];

  constructor(
    private readonly t: BillingService,
    private readonly seed: number,
  ) {
    this.#random = new Random(seed);
  }

  async run(): Promise<void> {
    try {
      await this.#live();
    } catch (error) {
      throw new Error(`seed ${this.seed}, after ${this.#steps.join("; ")}`, {cause: error});
    }
  }

  /** Whether an event is about this organization, so that it is delivered at some time. */
  take(event: SnapshotEvent): boolean {
    const {object} = event.data;
    const customer = "customer" in object ? object.customer : "id" in object ? object.id : undefined;
    const isOurs =
      customer === this.#customer ||
      ("charge" in object &&
        this.t.stripe.account.charges.get(String(object.charge))?.customer === this.#customer);
    if (isOurs) this.#waiting.push(event);
    return isOurs;
  }

  async #live(): Promise<void> {
    const {t} = this;
    const org = await t.addOrg(`Year ${this.seed}`);
    this.#orgId = org.id;
    this.#token = org.admin.token;
    await this.#newCustomer();
    let sinceReport = 0;
    let sinceCheck = 0;
    for (let day = 0; day < DAYS; ) {
      for (let n = this.#random.below(3); n > 0; n--) this.#act();
      await this.#use();
      await this.#sendSome();
      const days = 1 + this.#random.below(12);
      sinceReport += days;
      if (sinceReport > REPORT_DAYS || this.#random.chance(0.2)) {
        await this.#report();
        sinceReport = 0;
      }
      this.#step(`${days} days`);
      life.advance(t.stripe.account, this.#customer, days);
      day += days;
      if (++sinceCheck > 8 && this.#random.chance(0.3)) {
        await this.#check();
        sinceCheck = 0;
      }
    }
    await this.#report();
    await this.#check();
  }

  #step(what: string): void {
    this.#steps.push(what);
  }

  /** A checkout creates the customer, whether or not it is paid. */
  async #newCustomer(): Promise<void> {
    const {t} = this;
    const body = {plan: "prod_Team", seats: 3};
    for (let tries = 0; ; tries++) {
      const answer = await t.call("POST", `/api/orgs/${this.#orgId}/billing/checkout`, {
        token: this.#token,
        body,
      });
      if (answer.status === 201) break;
      if (answer.status !== 502 || tries > 50) throw new Error(`${answer.status} ${answer.text}`);
    }
    const {rows} = await sql<{id: string}>`
      select customer_id as id from billing_accounts where org_id = ${this.#orgId}`.execute(t.db);
    this.#customer = rows[0]?.id ?? "";
    this.#customers.push(this.#customer);
    this.#step(`customer ${this.#customer}`);
  }

  #act(): void {
    const random = this.#random;
    const {account} = this.t.stripe;
    const customer = this.#customer;
    const all = account.subscriptionsOf(customer);
    const live = all.filter(({status}) => !/^(canceled|incomplete_expired)$/.test(status));
    const subscription = live.length > 0 ? random.one(live) : undefined;
    const quantity = 1 + random.below(9);
    const priceId = random.one(PRICES);
    const running = subscription && /^(active|trialing|past_due|unpaid)$/.test(subscription.status);
    const open = account.invoicesOf(customer).filter(({status}) => status === "open");
    const charges = [...account.charges.values()].filter(one => one.customer === customer);
    const acts: [string, boolean, () => void][] = [
      [
        "subscribe",
        live.length === 0,
        () => life.subscribe(account, customer, priceId, {quantity, meters: ["price_Tokens"]}),
      ],
      [
        "try",
        live.length === 0,
        () =>
          life.subscribe(account, customer, priceId, {
            quantity,
            trialDays: 14,
            endOfTrial: random.one(["create_invoice", "pause"]),
          }),
      ],
      [
        "subscribe twice",
        live.length === 1 && random.chance(0.2),
        () => life.subscribe(account, customer, priceId, {quantity}),
      ],
      [
        "another plan",
        Boolean(running),
        () => life.change(account, subscription!, {priceId, anew: random.chance(0.2)}),
      ],
      ["other seats", Boolean(running), () => life.change(account, subscription!, {quantity})],
      ["cancel", Boolean(running) && random.chance(0.3), () => life.cancel(account, subscription!, "now")],
      [
        "cancel later",
        Boolean(running) && random.chance(0.5),
        () => life.cancel(account, subscription!, "later"),
      ],
      ["stay", subscription?.cancel_at_period_end === true, () => life.keep(account, subscription!)],
      ["resume", subscription?.status === "paused", () => life.resume(account, subscription!)],
      ["break the card", true, () => void account.badCards.add(customer)],
      ["mend the card", true, () => void account.badCards.delete(customer)],
      ["pay", open.length > 0, () => void life.pay(account, random.one(open))],
      ["give up", open.length > 0 && random.chance(0.4), () => life.giveUp(account, random.one(open))],
      ["refund", charges.length > 0, () => life.refund(account, random.one(charges), 100 * quantity)],
      ["dispute", charges.length > 0 && random.chance(0.2), () => life.dispute(account, random.one(charges))],
    ];
    const [name, , act] = random.one(acts.filter(([, isPossible]) => isPossible));
    this.#step(name);
    act();
  }

  /** Uses something at the customer's current time, in several concurrent transactions. */
  async #use(): Promise<void> {
    const {
      t,
      t: {
        stripe: {account},
      },
    } = this;
    const at = new Date(account.now(this.#customer) * 1000);
    const billing = t.worker.worker.billing;
    await Promise.all(
      Array.from({length: this.#random.below(4)}, async () => {
        const meter = this.#random.one(METERS);
        const amount = 1 + this.#random.below(10_000);
        const isKept = this.#random.chance(0.8);
        if (isKept) this.#used.set(meter, (this.#used.get(meter) ?? 0) + amount);
        const counted = t.db.transaction().execute(async tx => {
          await countUsage(tx, billing, [{orgId: this.#orgId, meter, amount}], at);
          if (!isKept) throw new Rollback();
        });
        await counted.catch(error => {
          if (!(error instanceof Rollback)) throw error;
        });
      }),
    );
  }

  /** Delivers some of the waiting events: in any order, several at once, twice, or never. */
  async #sendSome(): Promise<void> {
    const random = this.#random;
    const mixed = random.shuffled(this.#waiting);
    const now = mixed.slice(0, random.below(mixed.length + 1));
    this.#waiting = this.#waiting.filter(event => !now.includes(event));
    const sent = now.filter(() => !random.chance(0.05));
    this.#lost += now.length - sent.length;
    const twice = sent.filter(() => random.chance(0.2));
    await this.#send([...sent, ...twice]);
    // Some are delivered again much later.
    this.#waiting.push(...twice.filter(() => random.chance(0.3)));
  }

  async #send(events: readonly SnapshotEvent[]): Promise<void> {
    const answers = await Promise.all(events.map(event => this.t.deliver(event)));
    const bad = answers.find(status => status !== 200);
    if (bad !== undefined) throw new Error(`an event was answered with ${bad}`);
  }

  async #report(): Promise<void> {
    const {db, log, billing} = this.t.worker.worker;
    if (!billing) throw new Error("no Stripe is configured");
    // A counter that another year's turn is just reporting is reported the second time.
    for (let tries = 0, done = 0; done < 2; tries++) {
      try {
        // The whole year is reported, whatever today's date is.
        await reportUsage({db, log, billing}, new Date(0));
        done++;
      } catch (error) {
        if (tries > 50) throw error;
        if (!/Stripe(API|Connection|RateLimit)/.test(String(plainFault(error)))) throw error;
      }
    }
  }

  /** Delivers everything and empties the queue, after which the service's state equals Stripe's. */
  async #check(): Promise<void> {
    const {t} = this;
    this.#step("check");
    const waiting = this.#random.shuffled(this.#waiting);
    this.#waiting = [];
    await this.#send(waiting);
    // The nightly fetch makes up for events that never arrived.
    if (this.#lost > 0) {
      this.#lost = 0;
      await sql`select graphile_worker.add_job('sync_customer', json_build_object('customerId', customer_id))
        from billing_accounts where org_id = ${this.#orgId}`.execute(t.db);
    }
    await t.drain();
    const told = toldBilling(await t.billing(this.#orgId, this.#token));
    const expected = expectedBilling(t.stripe.account, this.#customer);
    same("what is told", told, expected);
    await this.#checkUsage(expected.period);
  }

  async #checkUsage(period: [number, number] | number[] | null): Promise<void> {
    const {t} = this;
    const billing = t.worker.worker.billing!;
    const {account} = t.stripe;
    await this.#report();
    const ours = await usedSince(t.db, billing, this.#orgId, new Date(0));
    for (const meter of METERS) {
      const used = this.#used.get(meter) ?? 0;
      same(`${meter}, counted`, ours.get(meter) ?? 0, used);
      const atStripe = this.#customers.reduce((sum, id) => sum + account.metered(id, meter), 0);
      same(`${meter}, at Stripe`, atStripe, used);
    }
    const start = period?.[0];
    if (start === undefined) return;
    const inPeriod = await usedSince(t.db, billing, this.#orgId, new Date(start * 1000));
    for (const meter of METERS)
      same(
        `${meter}, in the period`,
        inPeriod.get(meter) ?? 0,
        account.metered(this.#customer, meter, start),
      );
  }
}

class Rollback extends Error {}

function same(what: string, found: unknown, expected: unknown): void {
  if (!Bun.deepEquals(found, expected))
    throw new Error(`${what} is ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`);
}
