import {requireOrgAdminServiceAccount} from "../../core/access.ts";
import type {Actor} from "../../core/actor.ts";
import {audit} from "../../core/audit.ts";
import {requireResumer} from "../../core/cadence/require-resumer.ts";
import {publish} from "../../core/change-notices.ts";
import {type Db, sql, type Tx} from "../../core/db.ts";
import {invalidAt, ServiceError} from "../../core/errors.ts";
import {newId} from "../../core/ids.ts";
import type {Mode} from "../../tenancy/billing/limits.ts";
import {exhausted} from "./budget/monthly-budget.ts";
import {type AgentDeps, requireAgent} from "./find.ts";
import {missingProvider} from "./model-name.ts";
import {addRunJob} from "./run-job.ts";
import type {AgentCause, AgentRunStarted} from "./run-schemas.ts";

const STILL_RUNNING = "The previous run was still under way.";

/** A run to be created, of an agent in its current state. */
export interface NewAgentRun {
  id: string;
  orgId: string;
  agentId: string;
  cause: AgentCause;
  /** The slot of the cadence. A slot creates at most one run. */
  slot?: Date;
  /** The reason to skip the run. A skipped run is recorded too. */
  skipped?: string;
}

/**
 * Inserts a run with its job. The run is skipped if another run is under way or the month's tokens are used up. A slot
 * that already has a run gets no other run. Returns the status of the new run.
 */
export async function createAgentRun(tx: Tx, billing: Mode, run: NewAgentRun): Promise<"queued" | "skipped"> {
  const skipped = run.skipped ?? (await exhausted(tx, billing, run.orgId))?.message;
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

/** Checks the rights of a caller who starts a run by hand, and the configuration that the run needs. */
export async function requireStartable(deps: AgentDeps, actor: Actor, agentId: string): Promise<void> {
  const agent = await requireAgent(deps.db, actor, agentId);
  requireOrgAdminServiceAccount(actor);
  requireResumer(actor, agent, "rights it has");
  const {model} = agent;
  const missing = missingProvider(deps.config.llm, model);
  if (missing === undefined) return;
  throw invalidAt("/model", missing);
}

/**
 * Runs the agent by hand. Rejects with `conflict` while a run is under way, and with `budget_exhausted` or `plan_limit`
 * if the tokens of the month or of the plan are used up.
 */
export async function startAgentRun(
  {db, billing}: {db: Db; billing: Mode},
  actor: Actor,
  agentId: string,
): Promise<AgentRunStarted> {
  const runId = newId("run");
  await db.transaction().execute(async tx => {
    await audit(tx, actor, "agent.run", {type: "agent", id: agentId}, {runId});
    const error = await exhausted(tx, billing, actor.orgId);
    if (error) throw error;
    const run = {id: runId, orgId: actor.orgId, agentId, cause: {type: "manual", by: actor.id}} as const;
    if (!(await insertRun(tx, run, undefined))) {
      throw new ServiceError("conflict", "A run of this agent is under way. Wait for its end, or cancel it.");
    }
  });
  return {runId, status: "queued"};
}

/**
 * Cancels a run. The run ends at the latest when its current call is aborted. Rejects with `conflict` for a run that
 * has ended.
 */
export async function cancelAgentRun(db: Db, actor: Actor, agentId: string, runId: string): Promise<void> {
  await requireAgent(db, actor, agentId);
  await requireRun(db, actor, agentId, runId);
  requireOrgAdminServiceAccount(actor);
  await db.transaction().execute(async tx => {
    const {rows} = await sql`
      update agent_runs set status = 'cancelled', finished_at = now(), doing = null
      where org_id = ${actor.orgId} and id = ${runId} and status in ('queued', 'running')
      returning id`.execute(tx);
    if (rows.length === 0) throw new ServiceError("conflict", "The run has already ended.");
    await audit(tx, actor, "agent.cancel", {type: "agent", id: agentId}, {runId});
    await publish(tx, {kind: "cancel", id: runId});
    await publish(tx, {kind: "agent_run", id: runId});
  });
}

/** Throws `not_found` if the run does not belong to the agent. */
async function requireRun(db: Db, {orgId}: Actor, agentId: string, runId: string): Promise<void> {
  const {rows} = await sql`
    select from agent_runs where org_id = ${orgId} and agent_id = ${agentId} and id = ${runId}`.execute(db);
  if (rows.length === 0) throw new ServiceError("not_found", `There is no run "${runId}" that you can see.`);
}
