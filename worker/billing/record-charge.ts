import {sql} from "../../shared/core/db.ts";
import {auditBilling} from "../../shared/tenancy/billing/audit.ts";
import {syncCustomerSql} from "../../shared/tenancy/billing/receive-stripe-event.ts";
import {isMissing} from "../../shared/tenancy/billing/stripe.ts";
import type {SyncDeps} from "./sync-customer.ts";

/**
 * Records a refunded or disputed charge, as Stripe has it now, in the organization's audit log. It can run twice: what
 * is recorded already is not recorded again.
 */
export async function recordCharge({db, billing}: SyncDeps, chargeId: string): Promise<void> {
  const {stripe, livemode} = billing;
  const charge = await stripe.charges.retrieve(chargeId).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  const customerId = typeof charge?.customer === "object" ? charge.customer?.id : charge?.customer;
  if (!charge || !customerId) return;
  const {amount, amount_refunded: refunded, currency, disputed} = charge;
  await db.transaction().execute(async tx => {
    const {rows} = await sql<{org_id: string}>`
      insert into billing_charges as c (id, org_id, livemode, amount, amount_refunded, currency, disputed)
      select ${charge.id}, a.org_id, a.livemode, ${amount}, ${refunded}, ${currency}, ${disputed}
      from billing_accounts a where a.customer_id = ${customerId} and a.livemode = ${livemode}
      on conflict (id) do update set amount_refunded = excluded.amount_refunded, disputed = excluded.disputed,
        synced_at = now()
        where (c.amount_refunded, c.disputed) is distinct from (excluded.amount_refunded, excluded.disputed)
      returning org_id`.execute(tx);
    const orgId = rows[0]?.org_id;
    if (orgId === undefined) return;
    const details = {amount, refunded, currency, disputed};
    await auditBilling(tx, orgId, "billing.charge", {type: "charge", id: charge.id}, details);
    await sql`select ${syncCustomerSql(customerId)}`.execute(tx);
  });
}
