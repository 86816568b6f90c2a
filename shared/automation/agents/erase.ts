import {Type} from "@sinclair/typebox";
import {sql, type Tx} from "../../core/db.ts";
import {readerOf} from "../../core/validate.ts";
import {pauseRecurring} from "../../tenancy/content-kinds/recurring.ts";
import {AgentOutput} from "./schemas.ts";

const NO_RECIPIENTS = "The only recipient of one of its mails was erased. Set other recipients with PUT.";

const readOutputs = readerOf(Type.Array(AgentOutput), "the outputs of an agent");

/**
 * Removes an address, given in lower case, from all agents and from the records of their runs. An agent that has a mail
 * without recipients is paused.
 */
export async function eraseFromAgents(tx: Tx, {orgId, email}: {orgId: string; email: string}): Promise<void> {
  const {rows} = await sql<{id: string; outputs: unknown}>`
    select a.id, a.outputs from content c join agents a on a.org_id = c.org_id and a.id = c.id
    where c.org_id = ${orgId} and position(${email} in lower(a.outputs::text)) > 0
    order by c.id for no key update of c`.execute(tx);
  for (const {id, outputs} of rows) {
    const {left, isEmpty} = without(readOutputs(outputs), email);
    await sql`
      update agents set outputs = ${JSON.stringify(left)}::json where org_id = ${orgId} and id = ${id}`.execute(
      tx,
    );
    if (isEmpty) await pauseRecurring(tx, "agent", orgId, id, NO_RECIPIENTS);
  }
  const runs = await sql<{id: string; outputs: unknown}>`
    select id, definition -> 'outputs' as outputs from agent_runs
    where org_id = ${orgId} and position(${email} in lower((definition -> 'outputs')::text)) > 0
    for update`.execute(tx);
  for (const {id, outputs} of runs.rows) {
    const {left} = without(readOutputs(outputs), email);
    await sql`
      update agent_runs set definition = (definition::jsonb || jsonb_build_object('outputs', ${JSON.stringify(left)}::jsonb))::json
      where org_id = ${orgId} and id = ${id}`.execute(tx);
  }
}

function without(outputs: readonly AgentOutput[], email: string): {left: AgentOutput[]; isEmpty: boolean} {
  let isEmpty = false;
  const left = outputs.map(output => {
    if (output.type !== "email") return output;
    const recipients = output.recipients.filter(one => one.toLowerCase() !== email);
    isEmpty ||= recipients.length === 0;
    return {...output, recipients};
  });
  return {left, isEmpty};
}
