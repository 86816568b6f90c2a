import {type Static, Type} from "@sinclair/typebox";
import {type Db, sql} from "../../core/db.ts";
import {jobSql} from "../../core/jobs.ts";
import {isReadable} from "../../core/validate.ts";
import type {Billing} from "./stripe.ts";

const lenient = {additionalProperties: true} as const;

const EventId = Type.String({pattern: "^\\w{1,255}$"});
const EventType = Type.String({pattern: "^[\\w.]{1,255}$"});

/**
 * The fields of an event that identify the event and its object. The other fields are not used: the current state is
 * fetched from Stripe.
 */
const SnapshotEvent = Type.Object(
  {
    id: EventId,
    object: Type.Literal("event"),
    type: EventType,
    livemode: Type.Boolean(),
    account: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    context: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    data: Type.Object({object: Type.Record(Type.String(), Type.Unknown())}, lenient),
  },
  lenient,
);

const ThinEvent = Type.Object(
  {
    id: EventId,
    object: Type.Literal("v2.core.event"),
    type: EventType,
    livemode: Type.Boolean(),
    context: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  },
  lenient,
);

export const StripeEvent = Type.Union([SnapshotEvent, ThinEvent]);
export type StripeEvent = Static<typeof StripeEvent>;
export const isStripeEvent = isReadable(StripeEvent);

/** The outcome of receiving an event. */
export type Reception = "accepted" | "repeated" | "other_mode" | "other_account" | "ignored";

/**
 * Stores an event and adds its job in one statement, so that both exist before the event is acknowledged. Events of the
 * other mode or of another account are not stored.
 */
export async function receiveEvent(db: Db, billing: Billing, event: StripeEvent): Promise<Reception> {
  const {livemode, account: own} = billing;
  if (event.livemode !== livemode) return "other_mode";
  const accounts = [event.object === "event" ? event.account : undefined, event.context];
  if (accounts.some(account => account && account !== own)) return "other_account";
  const job = jobOf(event);
  const {rows} = await sql`
    with received as (
      insert into billing_events (id, livemode, type) values (${event.id}, ${livemode}, ${event.type})
      on conflict do nothing returning id)
    select ${job ?? sql`null`} from received`.execute(db);
  if (rows.length === 0) return "repeated";
  return job ? "accepted" : "ignored";
}

/** Debounce: events of one customer within this time cause one fetch. */
const BURST_SECONDS = 1;
/** Options of the job that fetches all plans. */
export const SYNC_PLANS = {key: "stripe plans", afterSeconds: BURST_SECONDS, keepStart: true};
/**
 * Limit of the customers that all workers together fetch at once, so that a slow Stripe does not hold up other jobs.
 */
const MAX_CONCURRENT_SYNCS = 2;
/** The queue of jobs that are not about a customer. */
const QUEUE = sql`${"stripe"}`;

/**
 * Adds the job that fetches a customer's state, one for all waiting events. It is an expression for another statement.
 */
export function syncCustomerSql(customerId: string) {
  return syncJob(customerId, `stripe ${customerId}`, BURST_SECONDS);
}

/**
 * Adds the nightly job that fetches a customer's state. It has a key of its own, so that it does not delay the jobs of
 * events.
 */
export function syncAtNightSql(customerId: string, afterSeconds: number) {
  return syncJob(customerId, `stripe night ${customerId}`, afterSeconds);
}

function syncJob(customerId: string, key: string, afterSeconds: number) {
  const queue = sql`${`stripe ${Number(Bun.hash.wyhash(customerId) % BigInt(MAX_CONCURRENT_SYNCS))}`}`;
  return jobSql("sync_customer", {customerId}, {key, queue, afterSeconds, keepStart: true});
}

function jobOf(event: StripeEvent) {
  const {id, type} = event;
  if (event.object === "v2.core.event")
    return jobSql("read_thin_event", {eventId: id}, {key: `stripe ${id}`, queue: QUEUE});
  return jobAbout(type, event.data.object);
}

/** The job that processes an event of this type about this object; `undefined` for an event without effect here. */
export function jobAbout(type: string, object: Readonly<Record<string, unknown>>) {
  if (/^(product|price)\./.test(type)) return jobSql("sync_plans", {}, SYNC_PLANS);
  if (/^charge\.(refund|dispute)/.test(type)) {
    const chargeId = object["object"] === "charge" ? idOf(object["id"]) : idOf(object["charge"]);
    if (chargeId)
      return jobSql("record_charge", {chargeId}, {key: `stripe ${chargeId}`, queue: QUEUE, keepStart: true});
  }
  const customerId = object["object"] === "customer" ? idOf(object["id"]) : idOf(object["customer"]);
  return customerId === undefined ? undefined : syncCustomerSql(customerId);
}

const isNamed = isReadable(Type.Object({id: Type.String()}, lenient));

/** The id of an object, which Stripe may have expanded. */
function idOf(value: unknown): string | undefined {
  const id = isNamed(value) ? value.id : value;
  return typeof id === "string" && /^\w{1,255}$/.test(id) ? id : undefined;
}
