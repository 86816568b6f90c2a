import Stripe from "stripe";
import {sql} from "../../shared/core/db.ts";
import {type TestService, testService} from "../support/worker.ts";
import type {SnapshotEvent} from "./stripe/account.ts";
import {ACCOUNT_ID, SECRET_KEY, type StripeStandIn, stripeStandIn} from "./stripe/server.ts";

export const WEBHOOK_SECRET = "whsec_present";
export const OLD_SECRET = "whsec_before";

interface WithStripe {
  stripe: StripeStandIn;
  /** Stripe's events, in order. */
  events: SnapshotEvent[];
  /** Sends an event as Stripe does, and returns the status. */
  deliver(event: object, secret?: string): Promise<number>;
  /** Sends all events since the last call. */
  deliverAll(): Promise<void>;
  /** Runs the billing jobs, even waiting ones, until none is left. */
  drain(): Promise<void>;
  /** Makes the organization a customer at Stripe. */
  customerOf(orgId: string): Promise<string>;
  billing(orgId?: string, token?: string): Promise<ReturnType<typeof JSON.parse>>;
}

export type BillingService = TestService & WithStripe;

/** The whole service with a stand-in for Stripe. */
export async function billingService(environment: Record<string, string> = {}): Promise<BillingService> {
  return withStripe(more => testService({...more, ...environment}));
}

/** The same over a service that `start` starts with this environment. */
export async function withStripe<T extends TestService>(
  start: (environment: Record<string, string>) => Promise<T>,
): Promise<T & WithStripe> {
  const stripe = stripeStandIn();
  const t = await start({
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: `${WEBHOOK_SECRET}, ${OLD_SECRET}`,
    STRIPE_ACCOUNT: ACCOUNT_ID,
    STRIPE_API_URL: stripe.url,
    BASE_URL: "https://analytics.example",
  });
  const events: SnapshotEvent[] = [];
  stripe.account.onEvent = event => void events.push(event);
  let sent = 0;
  const deliver = async (event: object, secret = WEBHOOK_SECRET) => {
    const {body, headers} = await signed(JSON.stringify(event), secret);
    return (await t.call("POST", "/api/billing/webhook", {token: null, body, headers})).status;
  };
  return {
    ...t,
    stripe,
    events,
    deliver,
    async deliverAll() {
      while (sent < events.length) {
        const event = events[sent++]!;
        const status = await deliver(event);
        if (status !== 200) throw new Error(`${event.type} was answered with ${status}`);
      }
    },
    drain: () => drain(t),
    async customerOf(orgId) {
      const {id} = stripe.account.createCustomer({metadata: {org_id: orgId}});
      return id;
    },
    async billing(orgId = t.org.id, token = t.org.admin.token) {
      const answer = await t.call("GET", `/api/orgs/${orgId}/billing`, {token});
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
      return answer.body;
    },
    async stop() {
      await t.stop();
      await stripe.stop();
    },
  };
}

/** A body with Stripe's signature header. */
export async function signed(body: string, secret: string, timestamp = Math.floor(Date.now() / 1000)) {
  const signature = await Stripe.webhooks.generateTestHeaderStringAsync({payload: body, secret, timestamp});
  return {body, headers: {"stripe-signature": signature}};
}

const TASKS = [
  "sync_customer",
  "sync_plans",
  "record_charge",
  "read_thin_event",
  "report_usage",
  "reconcile_billing",
];

async function drain({db}: TestService): Promise<void> {
  for (const until = Date.now() + 60_000; ; ) {
    const {rows} = await sql<{left: number; task: string; error: string | null}>`
      select task_identifier as task, last_error as error from graphile_worker.jobs
      where task_identifier = any (${TASKS}) and attempts < max_attempts`.execute(db);
    if (rows.length === 0) return;
    if (Date.now() > until) throw new Error(`jobs are left: ${JSON.stringify(rows)}`);
    // Waiting tests are notified, so that they need not wait for their next poll.
    await sql`
      with hurried as (
        select graphile_worker.reschedule_jobs(array(
          select id from graphile_worker.jobs
          where task_identifier = any (${TASKS}) and locked_at is null and run_at > now()
            and attempts < max_attempts), run_at => now()))
      select pg_notify('jobs:insert', json_build_object('r', random(), 'count', count(*))::text) from hurried
      having count(*) > 0`.execute(db);
    await Bun.sleep(10);
  }
}
