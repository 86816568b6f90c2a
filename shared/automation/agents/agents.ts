import {lockDatasets} from "../../content/datasets/uses.ts";
import {requireOrgAdminServiceAccount} from "../../core/access.ts";
import type {Actor} from "../../core/actor.ts";
import {replaceCadence} from "../../core/cadence/cadences.ts";
import type {Cadence} from "../../core/cadence/cron.ts";
import {sql, type Tx} from "../../core/db.ts";
import {newId} from "../../core/ids.ts";
import {restoreStops} from "../../core/recipients/erased.ts";
import type {QueryRunner} from "../../querying/queries/query-runner.ts";
import {anyVersion, insertContent, updateContent} from "../../tenancy/content-kinds/content.ts";
import {lockResource} from "../../tenancy/content-kinds/kind.ts";
import {setActiveOf} from "../../tenancy/content-kinds/recurring.ts";
import {AGENT, type AgentRow, requireAgent} from "./find.ts";
import {type ReadAgent, readAgent} from "./read-agent.ts";
import type {AgentInput, AgentView} from "./schemas.ts";
import {warningsOf} from "./warnings.ts";

/**
 * Creates an agent. Only service accounts of org-admins may do this. Rejects with `invalid_request` for a definition
 * that the agent's runs could not carry out. If the caller is an account that is created together with the agent,
 * `saveActor` stores that account.
 */
export async function createAgent(
  runner: QueryRunner,
  actor: Actor,
  input: AgentInput,
  saveActor?: (tx: Tx) => Promise<void>,
): Promise<AgentView> {
  requireOrgAdminServiceAccount(actor);
  const agent = await readAgent(runner, actor, input);
  const warnings = await warningsOf(runner, actor, agent.grounding);
  const id = newId("agent");
  return runner.db.transaction().execute(async tx => {
    await saveActor?.(tx);
    await lockDatasets(tx, actor, datasetsIn(agent));
    await insertContent(tx, actor, "agent", {id, name: agent.name, teamId: input.teamId});
    await sql`
      insert into agents (id, org_id, instructions, model, grounding, outputs, max_tokens_per_run, max_rounds, strict,
        run_as, accepted)
      values (${id}, ${actor.orgId}, ${agent.instructions}, ${agent.model}, ${JSON.stringify(agent.grounding)},
        ${JSON.stringify(agent.outputs)}, ${agent.maxTokensPerRun}, ${agent.maxRounds}, ${agent.strict}, ${actor.id},
        ${JSON.stringify(agent.accepted)})`.execute(tx);
    await replaceCadence(tx, {id, orgId: actor.orgId, kind: "agent"}, agent.cadence, true);
    const row = await requireAgent(tx, actor, id);
    return withWarnings(await AGENT.view(row, {...runner, db: tx}, actor), warnings);
  });
}

/**
 * Replaces every field except `active`. An omitted team is unchanged. The caller becomes the agent's `runAs`: the
 * agent's runs then have the caller's rights. `checkCurrent` gets the locked agent as it is before the change, and may
 * refuse the change.
 */
export async function replaceAgent(
  runner: QueryRunner,
  actor: Actor,
  id: string,
  readBody: () => Promise<AgentInput>,
  checkCurrent: (current: AgentView) => void = anyVersion,
): Promise<AgentView> {
  await requireAgent(runner.db, actor, id);
  requireOrgAdminServiceAccount(actor);
  const input = await readBody();
  const agent = await readAgent(runner, actor, input);
  const warnings = await warningsOf(runner, actor, agent.grounding);
  const row = await runner.db.transaction().execute(async tx => {
    const current = await lockResource(tx, actor, AGENT, id, "view");
    checkCurrent(await AGENT.view(current, {...runner, db: tx}, actor));
    await lockDatasets(tx, actor, datasetsIn(agent));
    const {teamId} = input;
    const runAs = decidesRows(current, agent) ? actor.id : current.run_as;
    await updateContent(tx, actor, "agent", current, {name: agent.name, teamId}, Object.keys(input));
    await sql`
      update agents set instructions = ${agent.instructions}, model = ${agent.model},
        grounding = ${JSON.stringify(agent.grounding)}::json, outputs = ${JSON.stringify(agent.outputs)}::json,
        max_tokens_per_run = ${agent.maxTokensPerRun}, max_rounds = ${agent.maxRounds}, strict = ${agent.strict},
        run_as = ${runAs}, paused_because = ${runAs === actor.id ? null : current.paused_because},
        accepted = coalesce(${runAs === actor.id ? JSON.stringify(agent.accepted) : null}::json, accepted)
      where org_id = ${actor.orgId} and id = ${id}`.execute(tx);
    await restoreStops(tx, runner.config.encryptionKeys, {id, orgId: actor.orgId}, recipientsOf(agent));
    if (!Bun.deepEquals(cadenceOf(current), agent.cadence)) {
      await replaceCadence(tx, {id, orgId: actor.orgId, kind: "agent"}, agent.cadence, current.active);
    }
    return requireAgent(tx, actor, id);
  });
  const view = await AGENT.view(row, runner, actor);
  return row.run_as === actor.id ? withWarnings(view, warnings) : view;
}

function withWarnings(view: AgentView, warnings: string[]): AgentView {
  return warnings.length > 0 ? {...view, warnings} : view;
}

function datasetsIn({grounding}: ReadAgent): string[] {
  return grounding.flatMap(({resourceType, resourceId}) => (resourceType === "dataset" ? [resourceId] : []));
}

function recipientsOf({outputs}: ReadAgent): string[] {
  return outputs.flatMap(output => (output.type === "email" ? output.recipients : []));
}

/** Whether a change affects which rows are read or who receives them. */
function decidesRows(current: AgentRow, {instructions, model, grounding, outputs}: ReadAgent): boolean {
  const before = {
    instructions: current.instructions,
    model: current.model,
    grounding: current.grounding,
    outputs: current.outputs,
  };
  return !Bun.deepEquals(before, {instructions, model, grounding, outputs});
}

/** Slots during a pause are lost. A paused agent can still be run by hand. */
export const setAgentActive = setActiveOf(AGENT, {
  delegated: "rights it has",
  requireChanger: requireOrgAdminServiceAccount,
  async write(tx, row, active, {orgId}) {
    await sql`
      update agents set active = ${active}, paused_because = null
      where org_id = ${orgId} and id = ${row.id}`.execute(tx);
    await replaceCadence(tx, {id: row.id, orgId, kind: "agent"}, cadenceOf(row), active);
  },
});

function cadenceOf({cron, timezone}: AgentRow): Cadence | null {
  return cron === null || timezone === null ? null : {cron, timezone};
}
