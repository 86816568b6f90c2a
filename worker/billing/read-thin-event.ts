import type Stripe from "stripe";
import {auditBilling} from "../../shared/billing/audit.ts";
import {isMissing} from "../../shared/billing/stripe.ts";
import {sql} from "../../shared/db.ts";
import type {SyncDeps} from "./sync-customer.ts";

const METER_ERRORS = "v1.billing.meter.error_report_triggered";

/**
 * Fetches a thin event, which says nothing but its kind. Stripe reports so that it could not count usage: the reports
 * that it names are marked, and told to the organizations. Others are only noted. It can run twice.
 */
export async function readThinEvent(deps: SyncDeps, eventId: string): Promise<void> {
  const {log, billing} = deps;
  const event = await billing.stripe.v2.core.events.retrieve(eventId).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (event?.type !== METER_ERRORS) {
    log.info({eventId, type: event?.type}, "a thin event of Stripe needs nothing to be done");
    return;
  }
  await markRefused(deps, event.data);
}

async function markRefused(
  {db, log, billing: {livemode}}: SyncDeps,
  {
    reason,
    developer_message_summary: summary,
  }: Stripe.V2.Core.Events.V1BillingMeterErrorReportTriggeredEvent.Data,
): Promise<void> {
  log.error({summary, errors: reason.error_count}, "Stripe could not count some usage");
  for (const {code, sample_errors} of reason.error_types) {
    for (const {error_message, request} of sample_errors) {
      await db.transaction().execute(async tx => {
        const {rows} = await sql<{org_id: string; meter: string; amount: number}>`
          update usage_reports set error = ${`${code}: ${error_message}`.slice(0, 1000)}
          where id = ${request.identifier} and livemode = ${livemode} and error is null
          returning org_id, meter, amount`.execute(tx);
        const refused = rows[0];
        if (!refused) return;
        const details = {code, message: error_message, amount: refused.amount};
        const meter = {type: "meter", id: refused.meter};
        await auditBilling(tx, refused.org_id, "billing.usage_refused", meter, details);
      });
    }
  }
}
