import type {Effect} from "../../../shared/automation/actions/schemas.ts";
import {requireAgent} from "../../../shared/automation/agents/find.ts";
import {createAgentRun, requireStartable} from "../../../shared/automation/agents/runs.ts";
import {requireOrgAdminServiceAccount} from "../../../shared/core/access.ts";
import {newId} from "../../../shared/core/ids.ts";
import type {EffectKind} from "./effect.ts";

/**
 * Runs an agent as if it were due. The run is skipped while another run of the agent is under way, or when the tokens
 * of the month are used up.
 */
export const runAgentEffect: EffectKind<Extract<Effect, {type: "run_agent"}>> = {
  async prepare({runner, actor, actionId, runId}, {agentId}) {
    await requireStartable(runner, actor, agentId);
    return {
      async commit(tx) {
        const agentRunId = newId("run");
        const cause = {type: "action", by: actionId, runId} as const;
        await createAgentRun(tx, runner.config.billing, {id: agentRunId, orgId: actor.orgId, agentId, cause});
        return {agentRunId};
      },
    };
  },
  async rehearse({runner, actor}, {agentId}) {
    requireOrgAdminServiceAccount(actor);
    const {name, model} = await requireAgent(runner.db, actor, agentId);
    return `Runs the agent "${name}" on ${model}.`;
  },
};
