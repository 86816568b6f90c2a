import {Type} from "@sinclair/typebox";
import {modelMessageSchema} from "ai";
import {
  AgentCause,
  AgentDefinition,
  EvidenceStatement,
  RunOutput,
  StoredAnswer,
} from "../../shared/automation/agents/run-schemas.ts";
import {StopCode} from "../../shared/automation/agents/stop-codes.ts";
import {type Db, sql} from "../../shared/core/db.ts";
import {rowReaderOf} from "../../shared/core/validate.ts";
import type {Round, RunState} from "./run-state.ts";
import type {RunEvidence} from "./toolbox.ts";

const asked = Type.Object({
  definition: AgentDefinition,
  cause: AgentCause,
  answer: Type.Union([StoredAnswer, Type.Null()]),
  outputs: Type.Array(RunOutput),
  stopCode: Type.Union([StopCode, Type.Null()]),
});

type StoredRun = Omit<RunState, keyof typeof asked.properties | "rounds" | "evidence"> &
  Record<keyof typeof asked.properties, unknown>;

const read = rowReaderOf(asked, "the run");

/**
 * Marks the run as running, and loads everything that the run has already done; `undefined` for a run that has ended.
 */
export async function beginRun(db: Db, orgId: string, runId: string): Promise<RunState | undefined> {
  const holder = crypto.randomUUID();
  const {rows} = await sql<StoredRun>`
    update agent_runs r set status = 'running', held_by = ${holder}, started_at = coalesce(r.started_at, now()),
      doing = coalesce(r.doing, 'The first round: it is thinking')
    where r.org_id = ${orgId} and r.id = ${runId} and r.status in ('queued', 'running')
    returning r.id, r.org_id as "orgId", r.agent_id as "agentId", r.conversation_id as "conversationId", r.name, r.held_by as holder, r.run_as as "runAs", r.definition, r.cause,
      r.created_at as "createdAt", r.started_at as "startedAt", r.input_tokens + r.output_tokens as spent, r.answer, r.stopping, r.stop_code as "stopCode", r.outputs`.execute(
    db,
  );
  if (!rows[0]) return undefined;
  const run = read(rows[0]);
  return {
    ...run,
    rounds: await loadRounds(db, run),
    evidence: await loadEvidence(db, run),
  };
}

interface StoredRound {
  messages: unknown;
  prompt_tokens: string | null;
  output_tokens: number | null;
  is_extra: boolean;
}

const readMessages = (messages: unknown) => modelMessageSchema.array().parse(messages);

async function loadRounds(db: Db, {id, orgId}: {id: string; orgId: string}): Promise<Round[]> {
  const {rows} = await sql<StoredRound>`
    select messages, usage ->> 'promptTokens' as prompt_tokens, usage ->> 'extra' is not null as is_extra,
      case when usage ->> 'unreported' is null then output_tokens end as output_tokens
    from agent_rounds
    where org_id = ${orgId} and run_id = ${id} order by round`.execute(db);
  return rows.map(({messages, prompt_tokens: tokens, output_tokens: output, is_extra: isExtra}) => ({
    isExtra,
    outputTokens: output ?? undefined,
    messages: readMessages(messages),
    promptTokens: tokens === null ? undefined : Number(tokens),
  }));
}

const readEvidence = rowReaderOf(
  Type.Object({
    statement: EvidenceStatement,
    columns: Type.Array(
      Type.Object({name: Type.String(), type: Type.String(), format: Type.Optional(Type.String())}),
    ),
    rows: Type.Array(Type.Array(Type.Unknown())),
  }),
  "the evidence",
);

export async function loadEvidence(db: Db, {id, orgId}: {id: string; orgId: string}): Promise<RunEvidence[]> {
  const {rows} = await sql<{id: string; sql: string; statement: unknown; columns: unknown; rows: unknown}>`
    select query_run_id as id, sql, statement, columns, rows from agent_evidence
    where org_id = ${orgId} and run_id = ${id} and json_typeof(columns) = 'array' order by query_run_id`.execute(
    db,
  );
  return rows.map(row => {
    const {id: queryRunId, ...evidence} = readEvidence(row);
    return {queryRunId, ...evidence};
  });
}
