import {type Static, Type} from "@sinclair/typebox";
import type Stripe from "stripe";
import {sql} from "../../shared/core/db.ts";
import {isReadable} from "../../shared/core/validate.ts";
import {auditBilling} from "../../shared/tenancy/billing/audit.ts";
import {jobAbout} from "../../shared/tenancy/billing/receive-stripe-event.ts";
import {isMissing} from "../../shared/tenancy/billing/stripe.ts";
import type {SyncDeps} from "./sync-customer.ts";

const METER_ERRORS = "v1.billing.meter.error_report_triggered";

const lenient = {additionalProperties: true} as const;
const Related = Type.Object(
  {
    type: Type.String(),
    related_object: Type.Object({id: Type.String(), type: Type.String(), url: Type.String()}, lenient),
  },
  lenient,
);
const isAboutObject = isReadable(Related);
const isObject = isReadable(Type.Record(Type.String(), Type.Unknown()));

/**
 * Fetches a thin event, which contains only its type, and the object that the event is about, and queues the same job as
 * for a snapshot event. Where the event reports that Stripe could not count usage, the usage reports that it names are
 * marked, and the audit logs of their organizations record the refusal. The job can run twice.
 */
export async function readThinEvent(deps: SyncDeps, eventId: string): Promise<void> {
  const {db, log, billing} = deps;
  const event = await billing.stripe.v2.core.events.retrieve(eventId).catch(orMissing);
  if (event?.type === METER_ERRORS) return markRefused(deps, event.data);
  const job = isAboutObject(event) ? await jobOf(billing.stripe, event) : undefined;
  if (job) await sql`select ${job}`.execute(db);
  else log.info({eventId, type: event?.type}, "a thin event of Stripe requires no action");
}

async function jobOf(stripe: Stripe, {type, related_object: {id, type: kind, url}}: Static<typeof Related>) {
  const object: unknown = await stripe.rawRequest("GET", url).catch(orMissing);
  // An object that is gone, such as a deleted customer, is still named by its id.
  const known = isObject(object) ? object : {};
  return jobAbout(type.replace(/^v1\./, ""), {...known, id, object: kind});
}

function orMissing(error: unknown): undefined {
  if (isMissing(error)) return undefined;
  throw error;
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
