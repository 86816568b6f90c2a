import {sql, type Tx} from "../db.ts";
import {newId} from "../ids.ts";
import {jobOfEvent, waitsFor} from "./sql.ts";

/** What actions can wait for. */
export const EVENTS = [
  "agent.finished",
  "budget.low",
  "dataset.created",
  "delivery.failed",
  "query.failed",
  "project.synced",
  "project.sync_failed",
  "rollup.failed",
] as const;
export type EventName = (typeof EVENTS)[number];

export interface NewEvent {
  orgId: string;
  type: EventName;
  /** The ids that a trigger can name, the one that it is about first. */
  resources: readonly string[];
  /** The only one who sees it; by default the rights on what it is about decide. */
  principalId?: string | undefined;
  /** The run of an action that led to it. */
  causedBy?: string | undefined;
}

/**
 * Writes what happens in this transaction, with the job that hands it to the actions that wait for it. Where none does,
 * nothing is written.
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
