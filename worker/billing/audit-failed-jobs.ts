import {type Db, sql} from "../../shared/core/db.ts";
import type {Logger} from "../../shared/core/log.ts";
import {auditBilling} from "../../shared/tenancy/billing/audit.ts";

const TASKS = ["sync_customer", "record_charge"];

interface FailedJob {
  id: string;
  org_id: string;
  customer_id: string;
  last_error: string | null;
}

/**
 * Records once, in the organization's audit log, that the state of a customer could not be fetched for days. The failed
 * job stays, so that the metrics count it, until another event of the customer starts it anew. Failed jobs that were
 * replaced while they ran are removed, because their successors have done the work.
 */
export async function auditFailedJobs({db, log}: {db: Db; log: Logger}): Promise<void> {
  await sql`
    select graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where task_identifier = any (${TASKS}) and key is null and attempts >= max_attempts and locked_at is null))`.execute(
    db,
  );
  const {rows} = await sql<FailedJob>`
    select j.id::text, a.org_id, a.customer_id, j.last_error
    from graphile_worker.jobs j
      join billing_accounts a on j.key in ('stripe ' || a.customer_id, 'stripe night ' || a.customer_id)
    where j.task_identifier = 'sync_customer' and j.attempts >= j.max_attempts and j.locked_at is null
      and not exists (
        select from audit_log l
        where l.org_id = a.org_id and l.action = 'billing.sync_failed' and l.details ->> 'job' = j.id::text
          and l.created_at >= j.updated_at)`.execute(db);
  for (const {id, org_id: orgId, customer_id: customerId, last_error} of rows) {
    const message = last_error?.slice(0, 500) ?? "";
    log.error({orgId, customerId, message}, "the state of a customer could not be fetched for days");
    await auditBilling(
      db,
      orgId,
      "billing.sync_failed",
      {type: "customer", id: customerId},
      {job: id, message},
    );
  }
}
