import {createAgent, replaceAgent} from "../../../shared/automation/agents/agents.ts";
import {agent, EXAMPLE, EXAMPLE_INPUT} from "../../../shared/automation/agents/kind.ts";
import {LlmModels, listLlmModels} from "../../../shared/automation/agents/models.ts";
import {AgentInput, AgentView} from "../../../shared/automation/agents/schemas.ts";
import {requireOrgAdminServiceAccount} from "../../../shared/core/access.ts";
import {invalidAt, type ServiceError} from "../../../shared/core/errors.ts";
import {prepareOwnAccount} from "../../../shared/identity/organization/service-accounts.ts";
import {requireFirstRound} from "../../../shared/surfaces/tools/model-context/first-round.ts";
import type {Web} from "../../dependencies.ts";
import {Operations} from "../../server/operations.ts";
import {changeOperation} from "../content-endpoints.ts";
import {askRoutes} from "./ask.ts";
import {budgetRoutes} from "./budget.ts";
import {agentRunRoutes} from "./runs.ts";

/** How agents are created and replaced, their runs and budget, and questions. */
export function agentRoutes(web: Web) {
  const replace = changeOperation(web, agent, {
    method: "PUT",
    description:
      "Needs the service account of an org-admin. Replaces everything but `active`. An omitted `teamId` is unchanged. A caller who " +
      "changes instructions, model, grounding or outputs becomes `runAs`.",
    body: AgentInput,
    example: {...EXAMPLE_INPUT, name: "Delays, every Monday"},
    answer: {...EXAMPLE, name: "Delays, every Monday"},
    run: (deps, actor, id, readBody, checkCurrent) => {
      const readSmall = async () => {
        const {ownAccount: isOwn, ...input} = await readBody();
        if (isOwn) throw onlyForNewAgents();
        await requireFirstRound(deps, actor, input);
        return input;
      };
      return replaceAgent(deps, actor, id, readSmall, checkCurrent);
    },
  });
  return new Operations(web, "Agents")
    .add("POST", "/api/agents", {
      scope: "write",
      summary: "Create an agent",
      description:
        "Needs the service account of an org-admin. Its runs have the rights that the caller has at the time of each run, and read nothing " +
        "beyond `grounding`. Each run spends tokens of the organization's budget. An agent can be saved before its model's provider is configured: `warning` then says so.",
      example: EXAMPLE_INPUT,
      answer: EXAMPLE,
      status: 201,
      body: AgentInput,
      response: AgentView,
      idempotent: true,
      handle: async ({actor, body, once}) => {
        requireOrgAdminServiceAccount(actor);
        const {ownAccount: isOwn, ...input} = await body();
        await requireFirstRound(web.runner, actor, input);
        const own = isOwn ? prepareOwnAccount(actor, input.name ?? "Agent") : undefined;
        return once(db => createAgent({...web.runner, db}, own?.actor ?? actor, input, own?.save));
      },
    })
    .add("GET", "/api/agents/models", {
      scope: "read",
      summary: "List language models",
      description:
        "The providers of language models, whether each is configured, and the models that are offered by name.",
      answer: {
        providers: [
          {prefix: "anthropic/", configured: true, variable: "ANTHROPIC_API_KEY"},
          {prefix: "openai/", configured: false, variable: "OPENAI_API_KEY"},
          {prefix: "local/", configured: false, variable: "LLM_BASE_URL"},
        ],
        models: [{name: EXAMPLE.model, prices: {input: 3, output: 15}}],
      },
      response: LlmModels,
      handle: () => listLlmModels(web.config.llm),
    })
    .add("PUT", "/api/agents/:agentId", replace)
    .app.use(agentRunRoutes(web))
    .use(budgetRoutes(web))
    .use(askRoutes(web));
}

function onlyForNewAgents(): ServiceError {
  const message =
    "ownAccount is only allowed when an agent is created. Leave ownAccount out: the agent then runs as the account that saves the agent.";
  return invalidAt("/ownAccount", message);
}
