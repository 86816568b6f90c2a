import {Type} from "@sinclair/typebox";
import {type Db, sql, type Tx} from "../../core/db.ts";
import {rowReaderOf} from "../../core/validate.ts";
import type {SubscriptionStatus} from "./plan-status.ts";
import {Notice, PaymentProblem} from "./schemas.ts";
import type {Billing} from "./stripe.ts";

/** The state of an organization's subscription at Stripe. */
export interface AccountState {
  isDeleted: boolean;
  subscriptionId: string | null;
  status: SubscriptionStatus;
  /** The subscribed product, whether it is a plan or not. */
  planId: string | null;
  quantity: number;
  features: string[];
  currency: string | null;
  periodStart: Date | null;
  periodEnd: Date | null;
  cancelAt: Date | null;
  trialEnd: Date | null;
  unpaidSince: Date | null;
  paymentProblem: PaymentProblem | null;
  notices: Notice[];
}

export interface Account extends AccountState {
  customerId: string;
}

const stored = Type.Object({
  payment_problem: Type.Union([PaymentProblem, Type.Null()]),
  notices: Type.Array(Notice),
});
const read = rowReaderOf(stored, "the account of");

interface AccountRow {
  id: string;
  customer_id: string;
  customer_deleted: boolean;
  subscription_id: string | null;
  status: SubscriptionStatus;
  plan_id: string | null;
  quantity: number;
  features: string[];
  currency: string | null;
  period_start: Date | null;
  period_end: Date | null;
  cancel_at: Date | null;
  trial_end: Date | null;
  unpaid_since: Date | null;
  payment_problem: unknown;
  notices: unknown;
}

const columns = sql.raw(
  "org_id as id, customer_id, customer_deleted, subscription_id, status, plan_id, quantity, features, currency, period_start, period_end, cancel_at, trial_end, unpaid_since, payment_problem, notices",
);

/** The state that Stripe last reported for the organization; `undefined` before it has a customer. */
export async function findAccount(
  db: Db | Tx,
  {livemode}: Pick<Billing, "livemode">,
  orgId: string,
): Promise<Account | undefined> {
  const {rows} = await sql<AccountRow>`
    select ${columns} from billing_accounts where org_id = ${orgId} and livemode = ${livemode}`.execute(db);
  return rows[0] && accountIn(rows[0]);
}

/**
 * The account of a customer, with an advisory lock until the transaction ends. The row itself stays unlocked, because
 * fetching from Stripe can take long.
 */
export async function lockAccount(
  tx: Tx,
  {livemode}: Pick<Billing, "livemode">,
  customerId: string,
): Promise<(Account & {orgId: string}) | undefined> {
  await lockForStripe(tx, customerId);
  const {rows} = await sql<AccountRow>`
    select ${columns} from billing_accounts where customer_id = ${customerId} and livemode = ${livemode}`.execute(
    tx,
  );
  return rows[0] && {...accountIn(rows[0]), orgId: rows[0].id};
}

/**
 * Takes an advisory lock, so that only one transaction at a time talks to Stripe about the customer or organization.
 */
export async function lockForStripe(tx: Tx, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`stripe ${id}`}, 0))`.execute(tx);
}

/** Stores Stripe's current state of the account, unless the organization has another customer by now. */
export async function writeAccount(
  tx: Tx,
  {livemode}: Pick<Billing, "livemode">,
  {orgId, customerId}: {orgId: string; customerId: string},
  state: AccountState,
): Promise<void> {
  await sql`
    update billing_accounts set customer_deleted = ${state.isDeleted}, subscription_id = ${state.subscriptionId},
      status = ${state.status}, plan_id = ${state.planId}, quantity = ${state.quantity}, features = ${state.features},
      currency = ${state.currency}, period_start = ${time(state.periodStart)}, period_end = ${time(state.periodEnd)},
      cancel_at = ${time(state.cancelAt)}, trial_end = ${time(state.trialEnd)},
      unpaid_since = ${time(state.unpaidSince)},
      payment_problem = ${state.paymentProblem && JSON.stringify(state.paymentProblem)}::json,
      notices = ${JSON.stringify(state.notices)}::json, synced_at = now()
    where org_id = ${orgId} and livemode = ${livemode} and customer_id = ${customerId}`.execute(tx);
}

/**
 * Stores the organization's customer, unless the organization has one that is not deleted, or the customer belongs to
 * another organization. Returns the customer that the organization has afterwards.
 */
export async function storeCustomer(
  db: Db | Tx,
  {livemode}: Pick<Billing, "livemode">,
  orgId: string,
  customerId: string,
): Promise<string | undefined> {
  const {rows} = await sql<{customer_id: string}>`
    insert into billing_accounts as a (org_id, livemode, customer_id)
    select o.id, ${livemode}, ${customerId} from orgs o
    where o.id = ${orgId} and not exists (
      select from billing_accounts k where k.customer_id = ${customerId} and k.org_id <> o.id)
    on conflict (org_id, livemode) do update set customer_id = excluded.customer_id, customer_deleted = false
      where a.customer_deleted
    returning customer_id`.execute(db);
  return rows[0]?.customer_id ?? (await findAccount(db, {livemode}, orgId))?.customerId;
}

/**
 * Marks the organization's customer as deleted, so that the organization can get another one. Has no effect if the
 * organization has another customer already.
 */
export async function markCustomerDeleted(
  db: Db,
  {livemode}: Pick<Billing, "livemode">,
  orgId: string,
  customerId: string,
): Promise<void> {
  await sql`
    update billing_accounts set customer_deleted = true
    where org_id = ${orgId} and livemode = ${livemode} and customer_id = ${customerId}`.execute(db);
}

function accountIn(row: AccountRow): Account {
  const {payment_problem, notices, ...rest} = read(row);
  return {
    customerId: rest.customer_id,
    isDeleted: rest.customer_deleted,
    subscriptionId: rest.subscription_id,
    status: rest.status,
    planId: rest.plan_id,
    quantity: rest.quantity,
    features: rest.features,
    currency: rest.currency,
    periodStart: rest.period_start,
    periodEnd: rest.period_end,
    cancelAt: rest.cancel_at,
    trialEnd: rest.trial_end,
    unpaidSince: rest.unpaid_since,
    paymentProblem: payment_problem,
    notices,
  };
}

function time(date: Date | null) {
  return sql`${date?.toISOString() ?? null}::timestamptz`;
}
