import {sql, type Tx} from "../db.ts";
import {addJob, hasStopped} from "../deliveries/create.ts";
import type {DeliveryDefinition} from "../deliveries/definition.ts";
import {newId} from "../ids.ts";

/** A mail of an action. */
export interface ActionMail {
  orgId: string;
  actionId: string;
  runId: string;
  subject: string;
  recipients: readonly string[];
  runAs: string;
  definition: DeliveryDefinition;
}

/** Writes the mail as a delivery of the action, with its job; returns its id. Those who have stopped it are skipped. */
export async function createActionMail(tx: Tx, mail: ActionMail): Promise<string> {
  const {orgId, actionId, runId, subject, recipients, runAs, definition} = mail;
  const id = newId("dlv");
  await sql`
    with m as (
      insert into deliveries (id, org_id, source_type, source_id, action_id, trigger, name, run_as, definition, slot,
        caused_by)
      values (${id}, ${orgId}, 'action', ${actionId}, ${actionId}, 'action', ${subject}, ${runAs},
        ${JSON.stringify(definition)}::json, now(), ${runId})
      returning id, org_id, source_id
    ), recipients as (
      insert into delivery_recipients (org_id, delivery_id, position, email, status)
      select m.org_id, m.id, r.position, r.email, case when ${hasStopped} then 'skipped' else 'queued' end
      from m, unnest(${[...recipients]}::text[]) with ordinality as r (email, position)
    )
    select ${addJob()} from m`.execute(tx);
  return id;
}
