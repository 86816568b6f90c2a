import {type Static, Type} from "@sinclair/typebox";
import {type Db, sql} from "../db.ts";
import {jobSql} from "../jobs.ts";
import {isReadable} from "../validate.ts";
import type {Billing} from "./stripe.ts";

const lenient = {additionalProperties: true} as const;

const EventId = Type.String({pattern: "^\\w{1,255}$"});
const EventType = Type.String({pattern: "^[\\w.]{1,255}$"});

/** What is read of an event: which one it is, and whom it is about. Its content is not: the state is fetched. */
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

/** What became of an event. */
export type Reception = "accepted" | "repeated" | "other_mode" | "other_account" | "ignored";

/**
 * Writes down an event and adds the job that it causes, in one statement, so that both are there before it is
 * acknowledged. Events of the other mode or of another account are not written down.
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

/** Events of one customer that come within this time cause one fetch. */
const BURST_SECONDS = 1;
/** Of the job that reads which plans there are. */
export const SYNC_PLANS = {key: "stripe plans", afterSeconds: BURST_SECONDS, keepStart: true};
/** So many customers are fetched at once in all workers, so that Stripe's slowness holds up nothing else. */
const LANES = 2;
/** The queue of what is not about one customer. */
const QUEUE = sql`${"stripe"}`;

/** Fetches the state of a customer, once for all events that wait for it. Part of another statement. */
export function syncCustomerSql(customerId: string) {
  return syncJob(customerId, `stripe ${customerId}`, BURST_SECONDS);
}

/** Fetches it at its turn of the night, which puts off no event that comes until then. */
export function syncAtNightSql(customerId: string, afterSeconds: number) {
  return syncJob(customerId, `stripe night ${customerId}`, afterSeconds);
}

function syncJob(customerId: string, key: string, afterSeconds: number) {
  const queue = sql`${`stripe ${Number(Bun.hash.wyhash(customerId) % BigInt(LANES))}`}`;
  return jobSql("sync_customer", {customerId}, {key, queue, afterSeconds, keepStart: true});
}

function jobOf(event: StripeEvent) {
  const {id, type} = event;
  if (event.object === "v2.core.event")
    return jobSql("read_thin_event", {eventId: id}, {key: `stripe ${id}`, queue: QUEUE});
  return jobAbout(type, event.data.object);
}

/** The job that an event of this type about this object causes; `undefined` for one that changes nothing of ours. */
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

/** The id of an object, which may be expanded. */
function idOf(value: unknown): string | undefined {
  const id = isNamed(value) ? value.id : value;
  return typeof id === "string" && /^\w{1,255}$/.test(id) ? id : undefined;
}
