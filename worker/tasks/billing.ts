import {plainFault} from "../../shared/tenancy/billing/stripe.ts";
import {readThinEvent} from "../billing/read-thin-event.ts";
import {reconcileBilling} from "../billing/reconcile.ts";
import {recordCharge} from "../billing/record-charge.ts";
import {reportUsage} from "../billing/report-usage.ts";
import {type SyncDeps, syncCustomer} from "../billing/sync-customer.ts";
import {syncPlans} from "../billing/sync-plans.ts";
import type {JobHandlers} from "../queue.ts";
import type {Worker} from "../worker.ts";

type BillingJob =
  | "sync_customer"
  | "sync_plans"
  | "record_charge"
  | "read_thin_event"
  | "report_usage"
  | "reconcile_billing";

/**
 * Jobs that call Stripe. Each writes the state that it fetched, so it can run twice. A failed job is retried for days,
 * with growing pauses. Without a configured Stripe they do nothing.
 */
export const billingJobs: Pick<JobHandlers, BillingJob> = {
  sync_customer: (worker, {customerId}) => withStripe(worker, deps => syncCustomer(deps, customerId)),
  sync_plans: worker => withStripe(worker, syncPlans),
  record_charge: (worker, {chargeId}) => withStripe(worker, deps => recordCharge(deps, chargeId)),
  read_thin_event: (worker, {eventId}) => withStripe(worker, deps => readThinEvent(deps, eventId)),
  report_usage: worker => withStripe(worker, reportUsage),
  reconcile_billing: worker => withStripe(worker, reconcileBilling),
};

async function withStripe(
  {db, log, billing}: Pick<Worker, "db" | "log" | "billing">,
  work: (deps: SyncDeps) => Promise<void>,
): Promise<void> {
  if (!billing) return;
  try {
    await work({db, log, billing});
  } catch (error) {
    throw plainFault(error);
  }
}
