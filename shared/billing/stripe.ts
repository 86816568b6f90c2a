import Stripe from "stripe";
import type {Config} from "../config.ts";
import {ServiceError} from "../errors.ts";
import type {BillingConfig} from "../process/billing-config.ts";

/** The version whose shapes this service reads and writes. It changes together with the package. */
const API_VERSION = "2026-10-28.endive";
const TIMEOUT_MS = 15_000;

/** Stripe as it is configured. */
export interface Billing extends BillingConfig {
  readonly stripe: Stripe;
}

/**
 * `undefined` where no Stripe is configured. Nothing is tried again here: a job is repeated as a whole, and whoever waits
 * is told.
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

/** Whether Stripe says that there is no such object (any more): of all that it was asked by, or of what `param` named. */
export function isMissing(error: unknown, param?: string): boolean {
  if (!isRefused(error) || error.code !== "resource_missing") return false;
  return param === undefined || error.param === param;
}

/** Whether Stripe refuses a request that it would refuse again. */
export function isRefused(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}

/**
 * Whether Stripe repeats a fault of its own: it keeps the first answer that an idempotency key had for a day, whatever it
 * was, and says so.
 */
export function isKeptFault(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeAPIError && error.headers?.["idempotent-replayed"] === "true";
}

/**
 * An error of Stripe without what it carries beside its message: the request with its headers. Other errors are returned
 * as they are.
 */
export function plainFault(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const {type, code, statusCode, requestId, message} = error;
  const marks = [statusCode, code, requestId].filter(Boolean).join(", ");
  return new Error(`${type}: ${message}${marks ? ` (${marks})` : ""}`);
}

/**
 * Asks Stripe while somebody waits: a failure is an `upstream_error`, and a `conflict` where Stripe does not know the
 * organization's customer: it was deleted, or belongs to another account.
 */
export async function askStripe<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    if (isMissing(error, "customer")) throw unknownCustomer(error);
    throw new ServiceError("upstream_error", "Stripe did not do what was asked. Try again in a moment.", {
      adminDetail: `Stripe said: ${error.message}`,
      cause: plainFault(error),
    });
  }
}

function unknownCustomer(error: Error): ServiceError {
  return new ServiceError(
    "conflict",
    "Stripe does not know this organization as a customer: it was deleted there, or the service was moved to another Stripe account. Without a subscription, begin with POST …/billing/checkout; with one, ask who runs the service.",
    {
      adminDetail: `Stripe said: ${error.message}`,
      cause: plainFault(error),
    },
  );
}
