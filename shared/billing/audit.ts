import {type Db, sql, type Tx} from "../db.ts";

/** Who did what Stripe says, in the audit log. */
const ACTOR = "stripe";

/** Writes into the organization's audit log what came from Stripe, or what became of it. */
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
