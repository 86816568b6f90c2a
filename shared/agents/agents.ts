import {requireOrgAdminServiceAccount} from "../access.ts";
import type {Actor} from "../actor.ts";
import {deleteCadence, saveCadence} from "../cadence/cadences.ts";
import type {Cadence} from "../cadence/cron.ts";
import {requireResumer} from "../cadence/resume.ts";
import {deleteContent, insertContent, lockContent, updateContent} from "../content/content.ts";
import {requireRight} from "../content/rights.ts";
import {holdDatasets} from "../datasets/uses.ts";
import {sql, type Tx} from "../db.ts";
import {ServiceError} from "../errors.ts";
import {newId} from "../ids.ts";
import type {Runner} from "../queries/runner.ts";
import {type AgentDeps, type AgentRow, requireAgent, viewAgent} from "./find.ts";
import {type ReadAgent, readAgent} from "./read-agent.ts";
import type {AgentInput, AgentView} from "./schemas.ts";

/** For the service account of an org-admin. Rejects with `invalid_request` for what its runs could not do. */
export async function createAgent(runner: Runner, actor: Actor, input: AgentInput): Promise<AgentView> {
  requireOrgAdminServiceAccount(actor);
  const agent = await readAgent(runner, actor, input);
  const id = newId("agent");
  const row = await runner.db.transaction().execute(async tx => {
    await holdDatasets(tx, actor, datasetsIn(agent));
    await insertContent(tx, actor, "agent", {id, name: agent.name, teamId: input.teamId});
    await sql`
      insert into agents (id, org_id, instructions, model, grounding, outputs, max_tokens_per_run, max_rounds, strict,
        run_as, accepted)
      values (${id}, ${actor.orgId}, ${agent.instructions}, ${agent.model}, ${JSON.stringify(agent.grounding)},
        ${JSON.stringify(agent.outputs)}, ${agent.maxTokensPerRun}, ${agent.maxRounds}, ${agent.strict}, ${actor.id},
        ${JSON.stringify(agent.accepted)})`.execute(tx);
    await saveDue(tx, actor, id, agent.cadence, true);
    return requireAgent(tx, actor, id);
  });
  return viewAgent(runner, actor, row);
}

/**
 * Replaces everything but `active`; a team that is left out stays. Who saves it becomes the one whose rights its runs
 * have. `checkCurrent` gets the locked agent as it is now, and may refuse the change.
 */
export async function replaceAgent(
  runner: Runner,
  actor: Actor,
  id: string,
  readBody: () => Promise<AgentInput>,
  checkCurrent: (current: AgentView) => void,
): Promise<AgentView> {
  await requireAgent(runner.db, actor, id);
  requireOrgAdminServiceAccount(actor);
  const input = await readBody();
  const agent = await readAgent(runner, actor, input);
  const row = await runner.db.transaction().execute(async tx => {
    const current = await lockAgent(tx, actor, id);
    checkCurrent(await viewAgent({...runner, db: tx}, actor, current));
    await holdDatasets(tx, actor, datasetsIn(agent));
    const {teamId} = input;
    const runAs = decidesRows(current, agent) ? actor.id : current.run_as;
    await updateContent(tx, actor, "agent", current, {name: agent.name, teamId}, Object.keys(input));
    await sql`
      update agents set instructions = ${agent.instructions}, model = ${agent.model},
        grounding = ${JSON.stringify(agent.grounding)}::json, outputs = ${JSON.stringify(agent.outputs)}::json,
        max_tokens_per_run = ${agent.maxTokensPerRun}, max_rounds = ${agent.maxRounds}, strict = ${agent.strict},
        run_as = ${runAs}, paused_because = ${runAs === actor.id ? null : current.paused_because}
      where org_id = ${actor.orgId} and id = ${id}`.execute(tx);
    if (runAs === actor.id) {
      await sql`
        update agents set accepted = ${JSON.stringify(agent.accepted)}::json
        where org_id = ${actor.orgId} and id = ${id}`.execute(tx);
    }
    if (!Bun.deepEquals(cadenceOf(current), agent.cadence)) {
      await saveDue(tx, actor, id, agent.cadence, current.active);
    }
    return requireAgent(tx, actor, id);
  });
  return viewAgent(runner, actor, row);
}

function datasetsIn({grounding}: ReadAgent): string[] {
  return grounding.flatMap(({resourceType, resourceId}) => (resourceType === "dataset" ? [resourceId] : []));
}

/** Whether a change touches what decides which rows are read and who gets them. */
function decidesRows(current: AgentRow, {instructions, model, grounding, outputs}: ReadAgent): boolean {
  const before = {
    instructions: current.instructions,
    model: current.model,
    grounding: current.grounding,
    outputs: current.outputs,
  };
  return !Bun.deepEquals(before, {instructions, model, grounding, outputs});
}

/** Pauses or resumes its schedule. What came due while it was paused is not made up; it can be run by hand all the same. */
export async function setAgentActive(
  deps: AgentDeps,
  actor: Actor,
  id: string,
  readBody: () => Promise<{active: boolean}>,
  checkCurrent: (current: AgentView) => void,
): Promise<AgentView> {
  await requireAgent(deps.db, actor, id);
  requireOrgAdminServiceAccount(actor);
  const {active} = await readBody();
  const row = await deps.db.transaction().execute(async tx => {
    const current = await lockAgent(tx, actor, id);
    checkCurrent(await viewAgent({...deps, db: tx}, actor, current));
    if (current.active === active) return current;
    if (active) requireResumer(actor, current, "rights it has");
    await sql`
      update agents set active = ${active}, paused_because = null
      where org_id = ${actor.orgId} and id = ${id}`.execute(tx);
    await saveDue(tx, actor, id, cadenceOf(current), active);
    await updateContent(tx, actor, "agent", current, {}, ["active"]);
    return requireAgent(tx, actor, id);
  });
  return viewAgent(deps, actor, row);
}

/** For an org-admin, its owner or its team. Its runs go with it; one under way ends before its next call. */
export async function deleteAgent(
  deps: AgentDeps,
  actor: Actor,
  id: string,
  checkCurrent: (current: AgentView) => void,
): Promise<void> {
  await deps.db.transaction().execute(async tx => {
    const row = await lockAgent(tx, actor, id);
    if (row.level === 0) {
      throw new ServiceError(
        "missing_privilege",
        "This needs the agent's owner, a member of its team or an org-admin.",
      );
    }
    requireRight(row.level, "own", "agent", id);
    checkCurrent(await viewAgent({...deps, db: tx}, actor, row));
    await deleteCadence(tx, actor.orgId, id);
    await sql`delete from mail_stops where org_id = ${actor.orgId} and source_id = ${id}`.execute(tx);
    await deleteContent(tx, actor, "agent", row);
  });
}

/** Pauses what can no longer run as it was meant, and says why. */
export async function pauseAgent(tx: Tx, orgId: string, id: string, because: string): Promise<void> {
  await sql`
    update cadences set active = false, next_at = null where org_id = ${orgId} and id = ${id}`.execute(tx);
  await sql`
    update agents set active = false, paused_because = ${because}
    where org_id = ${orgId} and id = ${id}`.execute(tx);
}

async function lockAgent(tx: Tx, actor: Actor, id: string): Promise<AgentRow> {
  await lockContent(tx, actor, "agent", id);
  return requireAgent(tx, actor, id);
}

function cadenceOf({cron, timezone}: AgentRow): Cadence | null {
  return cron === null || timezone === null ? null : {cron, timezone};
}

async function saveDue(
  tx: Tx,
  {orgId}: Actor,
  id: string,
  cadence: Cadence | null,
  active: boolean,
): Promise<void> {
  if (cadence === null) await deleteCadence(tx, orgId, id);
  else await saveCadence(tx, {id, orgId, kind: "agent"}, {...cadence, active});
}
