import {sql, type Tx} from "../../core/db.ts";
import {newId} from "../../core/ids.ts";
import {oneLine} from "../../core/one-line.ts";
import {hasStopped} from "../../core/recipients/unsubscribes.ts";
import {addJob} from "./create.ts";
import type {DeliveryDefinition} from "./definition.ts";

/** A mail that an action or an agent sends. */
export interface NewMail {
  orgId: string;
  source: {type: "action" | "agent"; id: string};
  subject: string;
  recipients: readonly string[];
  runAs: string;
  definition: DeliveryDefinition;
  /** The moment from which the relative periods of the mail's charts are counted; without it the present. */
  slot?: Date;
  /** The run of the action that caused the mail. */
  causedBy: string | undefined;
}

/**
 * Inserts the mail as a delivery of its source, together with its job, and returns the delivery's id. Recipients who
 * have unsubscribed are skipped.
 */
export async function createMail(tx: Tx, mail: NewMail): Promise<string> {
  const {orgId, source, subject, recipients, runAs, definition, slot, causedBy} = mail;
  const id = newId("dlv");
  const idOf = (type: typeof source.type) => (source.type === type ? source.id : null);
  await sql`
    with m as (
      insert into deliveries (id, org_id, source_type, source_id, action_id, agent_id, trigger, name, run_as, definition,
        slot, caused_by)
      values (${id}, ${orgId}, ${source.type}, ${source.id}, ${idOf("action")}, ${idOf("agent")}, ${source.type},
        ${oneLine(subject)}, ${runAs}, ${JSON.stringify(definition)}::json,
        coalesce(${slot?.toISOString() ?? null}::timestamptz, now()), ${causedBy ?? null})
      returning id, org_id, source_id
    ), recipients as (
      insert into delivery_recipients (org_id, delivery_id, position, email, status)
      select m.org_id, m.id, r.position, r.email, case when ${hasStopped(sql`m.org_id`, sql`m.source_id`)} then 'skipped' else 'queued' end
      from m, unnest(${[...recipients]}::text[]) with ordinality as r (email, position)
    )
    select ${addJob()} from m`.execute(tx);
  return id;
}
