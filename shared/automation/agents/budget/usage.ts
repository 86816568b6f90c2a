import {requireOrgAdmin} from "../../../core/access.ts";
import type {Actor} from "../../../core/actor.ts";
import {type Db, sql} from "../../../core/db.ts";
import type {LlmConfig} from "../../../core/process/llm-config.ts";
import {QUESTIONS} from "./reservations.ts";
import type {LlmUsage} from "./schemas.ts";

const MONTHS = 24;
const MILLION = 1_000_000;

/**
 * The tokens that the organization's agents have used, by month, agent and model. Only org-admins may read the usage.
 */
export async function listUsage(
  {db, config}: {db: Db; config: {llm: LlmConfig}},
  actor: Actor,
): Promise<LlmUsage[]> {
  requireOrgAdmin(actor);
  const {rows} = await sql<{
    month: string;
    agent_id: string;
    name: string | null;
    model: string;
    calls: number;
    input: number;
    output: number;
    unreported: number;
  }>`
    select to_char(u.month, 'YYYY-MM') as month, u.agent_id, c.name, u.model, u.calls, u.input_tokens as input,
      u.output_tokens as output, u.unreported_tokens as unreported
    from llm_usage u left join content c on c.org_id = u.org_id and c.id = u.agent_id
    where u.org_id = ${actor.orgId}
      and u.month > (date_trunc('month', now() at time zone 'UTC') - ${MONTHS} * interval '1 month')::date
    order by u.month desc, u.agent_id, u.model`.execute(db);
  return rows.map(row => {
    const {input: inputTokens, output: outputTokens} = row;
    const prices = config.llm.models.find(({name}) => name === row.model)?.prices;
    const cost = prices && (inputTokens * prices.input + outputTokens * prices.output) / MILLION;
    return {
      month: row.month,
      agentId: row.agent_id === QUESTIONS ? null : row.agent_id,
      agentName: row.name,
      model: row.model,
      calls: row.calls,
      inputTokens,
      outputTokens,
      unreportedTokens: row.unreported,
      ...(cost === undefined ? {} : {cost}),
    };
  });
}
