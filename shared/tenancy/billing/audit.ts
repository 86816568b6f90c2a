import {type Db, sql, type Tx} from "../../core/db.ts";

/** The actor of audit entries for what Stripe reports. */
const ACTOR = "stripe";

/** Writes an audit entry for what Stripe reported, or for its consequences. */
export async function auditBilling(
  db: Db | Tx,
  orgId: string,
  action: string,
  resource: {type: string; id: string},
  details: Readonly<Record<string, string | number | boolean | null | readonly string[]>> = {},
): Promise<void> {
  await sql`
    insert into audit_log (org_id, actor_id, action, resource_type, resource_id, details)
    select o.id, ${ACTOR}, ${action}, ${resource.type}, ${resource.id}, ${JSON.stringify(details)}::jsonb
    from orgs o where o.id = ${orgId}`.execute(db);
}
