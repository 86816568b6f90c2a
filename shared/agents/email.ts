import {sql, type Tx} from "../db.ts";
import {addJob, hasStopped} from "../deliveries/create.ts";
import type {DeliveryDefinition} from "../deliveries/definition.ts";
import {newId} from "../ids.ts";

/** A mail of an agent. */
export interface AgentMail {
  orgId: string;
  agentId: string;
  subject: string;
  recipients: readonly string[];
  runAs: string;
  definition: DeliveryDefinition;
  /** The run of an action that led to it. */
  causedBy: string | undefined;
}

/** Writes the mail as a delivery of the agent, with its job; returns its id. Those who have stopped it are skipped. */
export async function createAgentMail(tx: Tx, mail: AgentMail): Promise<string> {
  const {orgId, agentId, subject, recipients, runAs, definition, causedBy} = mail;
  const id = newId("dlv");
  await sql`
    with m as (
      insert into deliveries (id, org_id, source_type, source_id, agent_id, trigger, name, run_as, definition, slot,
        caused_by)
      values (${id}, ${orgId}, 'agent', ${agentId}, ${agentId}, 'agent', ${subject}, ${runAs},
        ${JSON.stringify(definition)}::json, now(), ${causedBy ?? null})
      returning id, org_id, source_id
    ), recipients as (
      insert into delivery_recipients (org_id, delivery_id, position, email, status)
      select m.org_id, m.id, r.position, r.email, case when ${hasStopped} then 'skipped' else 'queued' end
      from m, unnest(${[...recipients]}::text[]) with ordinality as r (email, position)
    )
    select ${addJob()} from m`.execute(tx);
  return id;
}
