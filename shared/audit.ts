import type {Actor} from "./actor.ts";
import type {Db, Tx} from "./db.ts";

/** Writes who did what to which resource, from where. Call it in the transaction of the change itself. */
export async function audit(
  db: Db | Tx,
  actor: Actor,
  action: string,
  resource: {type: string; id: string},
  details: Readonly<Record<string, string | number | boolean | null | readonly string[]>> = {},
): Promise<void> {
  await db
    .insertInto("audit_log")
    .values({
      org_id: actor.orgId,
      actor_id: actor.id,
      action,
      resource_type: resource.type,
      resource_id: resource.id,
      details: JSON.stringify(details),
      address: actor.address ?? null,
      request_id: actor.requestId ?? null,
    })
    .execute();
}
