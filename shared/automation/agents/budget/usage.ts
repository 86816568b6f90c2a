import {type Static, Type} from "@sinclair/typebox";
import {requireOrgAdmin} from "../../../ground/access.ts";
import type {Actor} from "../../../ground/actor.ts";
import {type Db, sql} from "../../../ground/db.ts";
import type {LlmConfig} from "../../../ground/process/llm-config.ts";
import {QUESTIONS} from "./reservations.ts";

const MONTHS = 24;
const MILLION = 1_000_000;

export const LlmUsage = Type.Object(
  {
    month: Type.String({description: "Such as 2026-01"}),
    agentId: Type.Union([Type.String(), Type.Null()], {
      description: "null for the questions that people asked",
    }),
    agentName: Type.Union([Type.String(), Type.Null()], {description: "null for one that was deleted, too"}),
    model: Type.String(),
    calls: Type.Integer(),
    inputTokens: Type.Integer(),
    outputTokens: Type.Integer(),
    unreportedTokens: Type.Integer({
      description: "Of calls that ended without an account of their provider: what was reserved for them",
    }),
    cost: Type.Optional(Type.Number({description: "By the prices of LLM_MODELS; without unreported tokens"})),
  },
  {$id: "LlmUsage"},
);
export type LlmUsage = Static<typeof LlmUsage>;

/** Tokens that the organization's agents have used, by month, agent and model. Only org-admins may read them. */
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
