import {Elysia} from "elysia";
import Stripe from "stripe";
import {ServiceError} from "../../shared/core/errors.ts";
import {
  isStripeEvent,
  type Reception,
  receiveEvent,
  type StripeEvent,
} from "../../shared/tenancy/billing/receive-stripe-event.ts";
import type {Billing} from "../../shared/tenancy/billing/stripe.ts";
import type {Web} from "../dependencies.ts";
import {readUnverified} from "../http/body.ts";
import {describeWebhook} from "../openapi/webhook-docs.ts";
import {handleRequest} from "../server/handle-request.ts";

const PATH = "/api/billing/webhook";
const TOLERANCE_SECONDS = 300;
/** The header `Stripe-Signature`: a time and at least one `v1` signature, in any order, among other schemes. */
const SIGNATURE = /^(?=.*\bt=\d+)(?=.*\bv1=[0-9a-f]{64}\b).{1,2000}$/;

const description = describeWebhook({
  tag: "Billing",
  summary: "Receive an event of Stripe",
  description:
    "Only for Stripe. The signature in `Stripe-Signature` is checked over the bytes of the body: 400 if the signature does not fit or is older than five minutes, or if the body is not an event; 404 where Stripe is not configured. An event only starts a job that fetches the customer's current state, so order and repetition do not matter. An event of another mode or account is answered with 200 and not processed.",
  body: "An event of Stripe, in snapshot or thin form.",
  example: {
    id: "evt_1QkTeam",
    object: "event",
    type: "customer.subscription.updated",
    livemode: true,
    data: {object: {id: "sub_1QkTeam", object: "subscription", customer: "cus_RkTeam"}},
  },
  status: 200,
  taken: "The event is stored.",
  errors: [],
});

/**
 * Takes Stripe's events. Answers 200 once the event and its job are committed, so that Stripe repeats an event that was
 * not stored. Answers 404 if Stripe is not configured.
 */
export function stripeWebhookRoutes(web: Web) {
  return new Elysia().post(
    PATH,
    ({request, server, route}) =>
      handleRequest(web, {request, server, route}, async ({requestId}) => {
        const {billing, config, db, log, metrics} = web;
        if (!billing) throw new ServiceError("not_found", `There is nothing at ${PATH}.`);
        const signature = request.headers.get("stripe-signature") ?? "";
        if (!SIGNATURE.test(signature)) throw unsigned();
        const bytes = (await readUnverified(request, config.bodyLimitBytes)).whole();
        const event = await readEvent(billing, bytes, signature);
        const reception: Reception = await receiveEvent(db, billing, event);
        metrics.billingEvents.inc({reception});
        if (reception !== "accepted")
          log.info(
            {eventId: event.id, type: event.type, reception, requestId},
            "an event of Stripe was ignored",
          );
        return Response.json({received: true});
      }),
    {parse: "none", ...description},
  );
}

/** The event, if one of the secrets has signed these bytes. Throws `malformed_request` or `malformed_json` (both 400). */
async function readEvent(billing: Billing, bytes: Uint8Array, signature: string): Promise<StripeEvent> {
  if (!(await isSigned(billing, bytes, signature))) throw unsigned();
  let event: unknown;
  try {
    event = JSON.parse(new TextDecoder("utf-8", {fatal: true}).decode(bytes));
  } catch (error) {
    throw new ServiceError("malformed_json", "The body is not JSON.", {cause: error});
  }
  if (isStripeEvent(event)) return event;
  throw new ServiceError("malformed_json", "The body is not an event of Stripe.");
}

/** Snapshot and thin events are signed in the same way. */
async function isSigned({webhookSecrets}: Billing, bytes: Uint8Array, signature: string): Promise<boolean> {
  const {signature: verifier} = Stripe.webhooks;
  if (!verifier) throw new Error("The stripe package has nothing to verify signatures with");
  for (const secret of webhookSecrets) {
    try {
      if (await verifier.verifyHeaderAsync(bytes, signature, secret, TOLERANCE_SECONDS)) return true;
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
    }
  }
  return false;
}

function unsigned(): ServiceError {
  return new ServiceError(
    "malformed_request",
    "The signature in Stripe-Signature does not match the body, or is too old.",
  );
}
