import {requireOrgAdminServiceAccount} from "../../../shared/access.ts";
import type {Effect} from "../../../shared/actions/schemas.ts";
import {requireAgent} from "../../../shared/agents/find.ts";
import {createAgentRun, requireStartable} from "../../../shared/agents/runs.ts";
import {newId} from "../../../shared/ids.ts";
import type {EffectKind} from "./effect.ts";

/** Runs an agent as if it were due: while a run of it is under way, or its month is used up, the new one is skipped. */
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
