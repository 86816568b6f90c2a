import {sql, type Tx} from "../db.ts";
import {newId} from "../ids.ts";
import {jobOfEvent, waitsFor} from "./sql.ts";
import type {EventName} from "./types.ts";

export interface NewEvent {
  orgId: string;
  type: EventName;
  /** Ids that a trigger can name, beginning with the resource that the event is primarily about. */
  resources: readonly string[];
  /** The only principal who may see the event. By default the rights on its resource decide. */
  principalId?: string | undefined;
  /** The run of an action that caused the event. */
  causedBy?: string | undefined;
}

/**
 * Stores an event of this transaction together with the job that passes it to the actions that wait for it. Nothing is
 * stored if no action waits.
 */
export async function recordEvent(
  tx: Tx,
  {orgId, type, resources, principalId, causedBy}: NewEvent,
): Promise<void> {
  await sql`
    with e as (
      insert into events (id, org_id, type, resources, principal_id, caused_by)
      select ${newId("evt")}, ${orgId}, ${type}, ${JSON.stringify(resources)}::json, ${principalId ?? null},
        ${causedBy ?? null}
      where ${waitsFor(sql`${orgId}`, type)}
      returning id, org_id)
    select ${jobOfEvent} from e`.execute(tx);
}
