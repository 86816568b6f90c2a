import Stripe from "stripe";
import type {Config} from "../../core/config.ts";
import {ServiceError} from "../../core/errors.ts";
import type {BillingConfig} from "../../core/process/billing-config.ts";

/** The API version that this service is written for. Change it together with the package. */
const API_VERSION = "2026-10-28.endive";
const TIMEOUT_MS = 15_000;

/** The Stripe client with its configuration. */
export interface Billing extends BillingConfig {
  readonly stripe: Stripe;
}

/**
 * Opens the client; `undefined` without a configured Stripe. The client retries no requests: jobs are retried as a
 * whole, and a waiting user gets the error.
 */
export function openBilling({billing}: Config): Billing | undefined {
  if (!billing) return undefined;
  const {protocol, hostname, port} = billing.apiUrl;
  const stripe = new Stripe(billing.secretKey, {
    apiVersion: API_VERSION,
    protocol: protocol === "http:" ? "http" : "https",
    host: hostname,
    port: port || (protocol === "http:" ? "80" : "443"),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 0,
    telemetry: false,
  });
  return {...billing, stripe};
}

/** Whether Stripe reports that an object does not exist: any object of the request, or the one in `param`. */
export function isMissing(error: unknown, param?: string): boolean {
  if (!isRefused(error) || error.code !== "resource_missing") return false;
  return param === undefined || error.param === param;
}

/** Whether Stripe refused the request, so that a retry would be refused too. */
export function isRefused(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}

/**
 * Whether the error is a replay of an earlier one: Stripe stores the first response to an idempotency key for a day,
 * errors included, and marks replays.
 */
export function isReplayedError(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeAPIError && error.headers?.["idempotent-replayed"] === "true";
}

/**
 * A Stripe error reduced to its message and codes, without the request and its headers. Other errors are returned as
 * they are.
 */
export function plainFault(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const {type, code, statusCode, requestId, message} = error;
  const marks = [statusCode, code, requestId].filter(Boolean).join(", ");
  return new Error(`${type}: ${message}${marks ? ` (${marks})` : ""}`);
}

/**
 * Calls Stripe while a user waits. A failure becomes an `upstream_error`, or a `conflict` if Stripe does not know the
 * organization's customer, because it was deleted or belongs to another account.
 */
export async function askStripe<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    if (isMissing(error, "customer")) throw unknownCustomer(error);
    throw new ServiceError(
      "upstream_error",
      "Stripe refused the request or did not answer. Try again in a moment.",
      {
        adminDetail: `Stripe said: ${error.message}`,
        cause: plainFault(error),
      },
    );
  }
}

function unknownCustomer(error: Error): ServiceError {
  return new ServiceError(
    "conflict",
    "Stripe does not know this organization as a customer: it was deleted there, or the service was moved to another Stripe account. Without a subscription, begin with POST …/billing/checkout; with one, ask whoever runs the service.",
    {
      adminDetail: `Stripe said: ${error.message}`,
      cause: plainFault(error),
    },
  );
}
