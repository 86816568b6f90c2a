import type {ModelMessage} from "ai";
import {release, type Spent, settle} from "../../shared/automation/agents/budget/reservations.ts";
import type {
  AgentCause,
  AgentDefinition,
  RunOutput,
  StoredAnswer,
} from "../../shared/automation/agents/run-schemas.ts";
import type {StopCode} from "../../shared/automation/agents/stop-codes.ts";
import {noticeSql} from "../../shared/core/change-notices.ts";
import {prepared} from "../../shared/core/database/prepared.ts";
import {type Db, sql, type Tx} from "../../shared/core/db.ts";
import {recordEvent} from "../../shared/core/events/record.ts";
import {oneLine} from "../../shared/core/one-line.ts";
import {isPausedSince, RunPaused} from "../../shared/core/paused-runs.ts";
import type {Worker} from "../worker.ts";
import type {RunEvidence} from "./toolbox.ts";

/** A call of the model that has ended. */
export interface Round {
  /**
   * The messages before the call, the model's answer, and the results of its tools. Empty if the answer was cut off.
   */
  messages: ModelMessage[];
  /**
   * The tokens of the prompt as the provider counted them; `undefined` if the provider did not count them, or if
   * results had been condensed.
   */
  promptTokens: number | undefined;
  /** The tokens of the answer as the provider counted them. */
  outputTokens: number | undefined;
  /**
   * Whether this is the last call, or the call to correct figures. Neither of these counts as one of the run's rounds.
   */
  isExtra: boolean;
}

/** A run in the state in which its worker has loaded it. */
export interface RunState {
  id: string;
  orgId: string;
  /** `null` for a question, which belongs to a conversation instead. */
  agentId: string | null;
  conversationId: string | null;
  name: string;
  /** The id of this attempt at the run. */
  holder: string;
  runAs: string;
  definition: AgentDefinition;
  cause: AgentCause;
  createdAt: Date;
  startedAt: Date;
  rounds: Round[];
  /** Tokens spent. */
  spent: number;
  evidence: RunEvidence[];
  answer: StoredAnswer | null;
  /** The reason why the run must stop, as a text for people. `stopCode` is the same for programs. */
  stopping: string | null;
  stopCode: StopCode | null;
  outputs: RunOutput[];
}

/** A run of an agent. */
export type AgentRun = RunState & {agentId: string};

export function isOfAgent(run: RunState): run is AgentRun {
  return run.agentId !== null;
}

/** Thrown when the run was cancelled, deleted together with its agent, or taken over by another worker. */
export class RunGone extends Error {
  override readonly name = "RunGone";
}

function thinking({definition}: Pick<RunState, "definition">, round: number): string {
  return `Round ${round}: ${definition.model} is thinking`;
}

/** Records the run's current activity. Rejects with `RunGone` if the run has ended. */
export async function recordActivity(db: Db, run: RunState, doing: string): Promise<void> {
  const {id, orgId} = run;
  const {rows} = await sql`
    update agent_runs set doing = ${doing}
    where org_id = ${orgId} and id = ${id} and status = 'running' and held_by = ${run.holder}
    returning ${noticeOf(id)}`.execute(db);
  if (rows.length === 0) throw new RunGone();
}

/** The dependencies for recording spent tokens. */
type Books = Pick<Worker, "db" | "config">;

/** Whether another attempt at the run is under way. The run is locked until the transaction ends. */
async function isTaken(
  tx: Tx,
  {id, orgId, holder}: Pick<RunState, "id" | "orgId" | "holder">,
): Promise<boolean> {
  const {rows} = await sql<{held_by: string | null}>`
    select held_by from agent_runs where org_id = ${orgId} and id = ${id} for no key update`.execute(tx);
  return rows[0] !== undefined && rows[0].held_by !== holder;
}

/**
 * Releases the tokens that a cancelled or deleted run still has reserved, unless another attempt at the run is under
 * way.
 */
export async function releaseGone({db, config}: Books, run: RunState): Promise<void> {
  await db.transaction().execute(async tx => {
    if (!(await isTaken(tx, run))) await release(tx, config.billing, run.orgId, run.id);
  });
}

interface EndedCall {
  messages: readonly ModelMessage[];
  spent: Spent;
  /** Whether the prompt was the whole conversation, so that the next estimate can start from its count. */
  isWhole: boolean;
  isExtra: boolean;
  finish: string;
  /** The tools that are run next. */
  tools: readonly string[];
  durationMs: number;
}

/**
 * Records a call and settles its cost in one transaction. A run that was cancelled or deleted meanwhile is still
 * charged, and the function then rejects with `RunGone`.
 */
export async function recordCall({db, config}: Books, run: RunState, call: EndedCall): Promise<void> {
  const {id, orgId} = run;
  const {messages, spent, isWhole, isExtra, finish, tools, durationMs} = call;
  const {input, output, unreported} = spent;
  const promptTokens = unreported || !isWhole ? undefined : input;
  const usage = {
    ...(unreported ? {unreported} : {}),
    ...(isExtra ? {extra: true} : {}),
    ...(promptTokens === undefined ? {} : {promptTokens}),
  };
  const round = run.rounds.length + 1;
  const doing = tools.length > 0 ? `Round ${round}: ${tools.join(", ")}` : thinking(run, round + 1);
  const isRunning = await db.transaction().execute(async tx => {
    const {rows} = await sql<{status: string}>`${prepared}
      with r as (
        update agent_runs set rounds = rounds + ${isExtra ? 0 : 1}::int, input_tokens = input_tokens + ${input}::bigint,
          output_tokens = output_tokens + ${output}::bigint, doing = case when status = 'running' then ${doing} end
        where org_id = ${orgId} and id = ${id} and held_by = ${run.holder}
        returning id, org_id, status
      ), stored as (
        insert into agent_rounds (org_id, run_id, round, messages, input_tokens, output_tokens, usage, finish, duration_ms)
        select org_id, id, ${round}::int, ${JSON.stringify(messages)}::json, ${input}::bigint, ${output}::bigint,
          ${JSON.stringify(usage)}::json, ${finish}, ${durationMs}::int
        from r
      )
      select status, ${noticeOf(id)} from r`.execute(tx);
    // The attempt that has taken over the run has already counted this call.
    if (rows.length === 0 && (await isTaken(tx, run))) return false;
    await settle(tx, config.billing, orgId, id, spent);
    return rows[0]?.status === "running";
  });
  run.rounds.push({
    messages: [...messages],
    promptTokens,
    outputTokens: unreported ? undefined : output,
    isExtra,
  });
  run.spent += input + output;
  if (!isRunning) throw new RunGone();
}

/**
 * Records a query that is about to run. The columns are null until the query has a result. Rejects with `RunGone` if
 * the run has ended.
 */
export async function recordQuery(
  db: Db,
  run: RunState,
  {queryRunId, statement, sql: text}: Pick<RunEvidence, "queryRunId" | "statement" | "sql">,
): Promise<void> {
  const {id, orgId, rounds} = run;
  const {rows} = await sql`${prepared}
    with r as (
      select id, org_id from agent_runs
      where org_id = ${orgId} and id = ${id} and status = 'running' and held_by = ${run.holder} for key share
    ), stored as (
      insert into agent_evidence (org_id, run_id, query_run_id, round, statement, sql, columns, rows)
      select org_id, id, ${queryRunId}, ${rounds.length}::int, ${JSON.stringify(statement)}::json, ${text}, 'null', '[]'
      from r
    )
    select ${noticeOf(id)}, set_config('synchronous_commit', 'off', true) from r`.execute(db);
  if (rows.length === 0) throw new RunGone();
}

/** Stores the results of the last call's tools, and the rows that they returned. */
export async function storeResults(
  db: Db,
  run: RunState,
  results: ModelMessage,
  evidence: readonly RunEvidence[],
): Promise<void> {
  const {id, orgId, rounds} = run;
  const last = rounds.at(-1);
  if (!last) throw new Error("results without a call");
  const messages = [...last.messages, results];
  // If a write is lost in a crash of Postgres, only the work of tools is repeated, and tools only read.
  const going = await sql`${prepared}
    with r as (
      update agent_runs set doing = ${thinking(run, rounds.length + 1)}
      where org_id = ${orgId} and id = ${id} and status = 'running' and held_by = ${run.holder}
      returning id, org_id
    ), stored as (
      update agent_rounds k set messages = ${JSON.stringify(messages)}::json
      from r where k.org_id = r.org_id and k.run_id = r.id and k.round = ${rounds.length}::int
    ), seen as (
      insert into agent_evidence (org_id, run_id, query_run_id, round, statement, sql, columns, rows)
      select r.org_id, r.id, e.query_run_id, ${rounds.length}::int, e.statement::json, e.sql, e.columns::json, e.rows::json
      from r, unnest(
        ${evidence.map(one => one.queryRunId)}::text[], ${evidence.map(one => JSON.stringify(one.statement))}::text[],
        ${evidence.map(one => one.sql)}::text[], ${evidence.map(one => JSON.stringify(one.columns))}::text[],
        ${evidence.map(one => JSON.stringify(one.rows))}::text[]
      ) as e (query_run_id, statement, sql, columns, rows)
      on conflict (run_id, query_run_id) do update set columns = excluded.columns, rows = excluded.rows,
        statement = excluded.statement
    )
    select ${noticeOf(id)}, set_config('synchronous_commit', 'off', true) from r`.execute(db);
  if (going.rows.length === 0) throw new RunGone();
  last.messages = messages;
  run.evidence.push(...evidence);
}

/** Stores the answer. With `isFinal`, the outputs are made from this answer. */
export async function storeAnswer(db: Db, run: RunState, answer: StoredAnswer): Promise<void> {
  const {id, orgId} = run;
  const {rows} = await sql`
    update agent_runs set answer = ${JSON.stringify(answer)}::json
    where org_id = ${orgId} and id = ${id} and status = 'running' and held_by = ${run.holder} returning id`.execute(
    db,
  );
  if (rows.length === 0) throw new RunGone();
  run.answer = answer;
}

/** Records the reason why the run stops. From now on only the last call is made. */
export async function recordStop(db: Db, run: RunState, why: string, code: StopCode): Promise<void> {
  await sql`
    update agent_runs set stopping = ${why}, stop_code = ${code}
    where org_id = ${run.orgId} and id = ${run.id}`.execute(db);
  run.stopping = why;
  run.stopCode = code;
}

/**
 * Locks the run against cancellation until the transaction ends. Rejects with `RunPaused` if the service has paused the
 * run's principal. The run's agent is locked first, in the same order as when an agent is deleted, because the content
 * that an output creates refers to the agent.
 */
export async function requireRunning(
  tx: Tx,
  {id, orgId, agentId, holder}: Pick<RunState, "id" | "orgId" | "agentId" | "holder">,
): Promise<void> {
  const {rows} = await sql<{is_paused: boolean}>`
    with agent as materialized (
      select id from agents where org_id = ${orgId} and id = ${agentId} for key share)
    select ${isPausedSince(sql`r.org_id`, sql`r.run_as`, sql`r.created_at`)} as is_paused
    from agent_runs r join agent a on a.id = r.agent_id
    where r.org_id = ${orgId} and r.id = ${id} and r.status = 'running' and r.held_by = ${holder}
    for update of r`.execute(tx);
  if (!rows[0]) throw new RunGone();
  if (rows[0].is_paused) throw new RunPaused();
}

/**
 * Ends the run and releases the tokens that it still has reserved, unless the run has ended or another attempt at the
 * run is under way.
 */
export async function endRun(
  {db, config}: Books,
  run: {id: string; orgId: string; holder?: string},
  status: "succeeded" | "failed" | "stopped" | "skipped",
  error: string | null,
  code: StopCode | null,
): Promise<void> {
  const {id, orgId, holder} = run;
  await db.transaction().execute(async tx => {
    if (holder !== undefined && (await isTaken(tx, {id, orgId, holder}))) return;
    await release(tx, config.billing, orgId, id);
    const {rows} = await sql<{agent_id: string | null; caused_by: string | null}>`
      update agent_runs set status = ${status}, error = ${error && oneLine(error)}, stop_code = ${code}, finished_at = now(), doing = null
      where org_id = ${orgId} and id = ${id} and status in ('queued', 'running')
      returning agent_id, cause ->> 'runId' as caused_by, ${noticeOf(id)}`.execute(tx);
    const ended = rows[0];
    if (!ended?.agent_id || status === "skipped") return;
    const causedBy = ended.caused_by ?? undefined;
    await recordEvent(tx, {orgId, type: "agent.finished", resources: [ended.agent_id, id], causedBy});
  });
}

function noticeOf(id: string) {
  return noticeSql({kind: "agent_run", id});
}
