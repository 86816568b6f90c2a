import {requireOrgAdminServiceAccount} from "../access.ts";
import type {Actor} from "../actor.ts";
import {audit} from "../audit.ts";
import type {Mode} from "../billing/limits.ts";
import {requireResumer} from "../cadence/resume.ts";
import {type Db, sql, type Tx} from "../db.ts";
import {ServiceError} from "../errors.ts";
import {newId} from "../ids.ts";
import {publish} from "../notices.ts";
import {exhausted} from "./budget.ts";
import {type AgentDeps, requireAgent} from "./find.ts";
import {missingProvider} from "./model-name.ts";
import {addRunJob} from "./run-job.ts";
import type {AgentCause, AgentRunStarted} from "./run-schemas.ts";

const STILL_RUNNING = "The run before it was still under way.";
/** Of a call with nothing but the instructions, and the shortest answer. */
const FEWEST_TOKENS = 500;

/** A run to be made of an agent as it is now. */
export interface NewAgentRun {
  id: string;
  orgId: string;
  agentId: string;
  cause: AgentCause;
  /** The slot of its cadence, which is made once. */
  slot?: Date;
  /** Why it is not run; it is recorded all the same. */
  skipped?: string;
}

/**
 * Writes a run and its job, or, where one is under way or the month's tokens are used up, a skipped one. A slot that
 * was made already is left as it is. Returns how it begins.
 */
export async function createAgentRun(tx: Tx, billing: Mode, run: NewAgentRun): Promise<"queued" | "skipped"> {
  const skipped = run.skipped ?? (await exhausted(tx, billing, run.orgId, FEWEST_TOKENS))?.message;
  if (skipped === undefined && (await insertRun(tx, run, undefined))) return "queued";
  await insertRun(tx, run, skipped ?? STILL_RUNNING);
  return "skipped";
}

async function insertRun(
  tx: Tx,
  {id, orgId, agentId, cause, slot}: NewAgentRun,
  skipped: string | undefined,
): Promise<boolean> {
  const isSkipped = skipped !== undefined;
  const {rows} = await sql<{id: string}>`
    with m as (
      insert into agent_runs (id, org_id, agent_id, status, cause, slot, name, run_as, definition, finished_at, error)
      select ${id}, a.org_id, a.id, ${isSkipped ? "skipped" : "queued"}, ${JSON.stringify(cause)}::json,
        ${slot?.toISOString() ?? null}::timestamptz, c.name, a.run_as,
        json_build_object('instructions', a.instructions, 'model', a.model, 'grounding', a.grounding,
          'outputs', a.outputs, 'maxTokensPerRun', a.max_tokens_per_run, 'maxRounds', a.max_rounds,
          'strict', a.strict, 'accepted', a.accepted),
        case when ${isSkipped} then now() end, ${skipped ?? null}
      from agents a join content c on c.org_id = a.org_id and c.id = a.id
      where a.org_id = ${orgId} and a.id = ${agentId}
      on conflict do nothing
      returning id, org_id, agent_id
    )
    select m.id, case when not ${isSkipped} then ${addRunJob} end as job
    from m`.execute(tx);
  return rows.length > 0;
}

/** What a caller must be and the service must have for a run by hand. */
export async function requireStartable(deps: AgentDeps, actor: Actor, agentId: string): Promise<void> {
  const agent = await requireAgent(deps.db, actor, agentId);
  requireOrgAdminServiceAccount(actor);
  requireResumer(actor, agent, "rights it has");
  const {model} = agent;
  const missing = missingProvider(deps.config.llm, model);
  if (missing === undefined) return;
  throw new ServiceError("invalid_request", missing, {errors: [{path: "/model", message: missing}]});
}

/**
 * Runs the agent by hand. `conflict` while a run is under way, `budget_exhausted` or
 * `plan_limit` where the month's tokens, or the plan's, are used up.
 */
export async function startAgentRun(
  {db, billing}: {db: Db; billing: Mode},
  actor: Actor,
  agentId: string,
): Promise<AgentRunStarted> {
  const runId = newId("run");
  await db.transaction().execute(async tx => {
    await audit(tx, actor, "agent.run", {type: "agent", id: agentId}, {runId});
    const error = await exhausted(tx, billing, actor.orgId, FEWEST_TOKENS);
    if (error) throw error;
    const run = {id: runId, orgId: actor.orgId, agentId, cause: {type: "manual", by: actor.id}} as const;
    if (!(await insertRun(tx, run, undefined))) {
      throw new ServiceError("conflict", "A run of this agent is under way: wait for it, or cancel it.");
    }
  });
  return {runId, status: "queued"};
}

/** Ends a run, at the latest when the call under way has broken off. `conflict` for one that has ended. */
export async function cancelAgentRun(db: Db, actor: Actor, agentId: string, runId: string): Promise<void> {
  await requireAgent(db, actor, agentId);
  await requireRun(db, actor, agentId, runId);
  requireOrgAdminServiceAccount(actor);
  await db.transaction().execute(async tx => {
    const {rows} = await sql`
      update agent_runs set status = 'cancelled', finished_at = now(), doing = null
      where org_id = ${actor.orgId} and id = ${runId} and status in ('queued', 'running')
      returning id`.execute(tx);
    if (rows.length === 0) throw new ServiceError("conflict", "The run has ended already.");
    await audit(tx, actor, "agent.cancel", {type: "agent", id: agentId}, {runId});
    await publish(tx, {kind: "cancel", id: runId});
    await publish(tx, {kind: "agent_run", id: runId});
  });
}

/** `not_found` unless the agent has this run. */
async function requireRun(db: Db, {orgId}: Actor, agentId: string, runId: string): Promise<void> {
  const {rows} = await sql`
    select from agent_runs where org_id = ${orgId} and agent_id = ${agentId} and id = ${runId}`.execute(db);
  if (rows.length === 0) throw new ServiceError("not_found", `There is no run "${runId}" that you can see.`);
}
