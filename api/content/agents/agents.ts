import {Elysia} from "elysia";
import {AGENT_PAUSING, createAgent, replaceAgent} from "../../../shared/automation/agents/agents.ts";
import {AGENT} from "../../../shared/automation/agents/find.ts";
import {LlmModels, listLlmModels} from "../../../shared/automation/agents/models.ts";
import {AgentInput, AgentView} from "../../../shared/automation/agents/schemas.ts";
import {requireOrgAdminServiceAccount} from "../../../shared/ground/access.ts";
import {invalidAt, type ServiceError} from "../../../shared/ground/errors.ts";
import {prepareOwnAccount} from "../../../shared/identity/organization/service-accounts.ts";
import {requireFirstRound} from "../../../shared/interfaces/tools/rounds/first-round.ts";
import {endpoint} from "../../server/endpoint.ts";
import type {Web} from "../../web.ts";
import {activityEndpoint, changeEndpoint, contentRoutes, type KindRoutes} from "../content-endpoints.ts";
import {askRoutes} from "./ask.ts";
import {tags} from "./ask-docs.ts";
import {budgetRoutes} from "./budget.ts";
import * as doc from "./docs.ts";
import {agentRunRoutes} from "./runs.ts";

/** Agents: scheduled work of language models. */
function agentRoutes(web: Web) {
  const create = endpoint(
    web,
    {...doc.create, scope: "write", status: 201, body: AgentInput, response: AgentView, idempotent: true},
    async ({actor, body, once}) => {
      requireOrgAdminServiceAccount(actor);
      const {ownAccount: isOwn, ...input} = await body();
      await requireFirstRound(web.runner, actor, input);
      const own = isOwn ? prepareOwnAccount(actor, input.name ?? "Agent") : undefined;
      return once(db => createAgent({...web.runner, db}, own?.actor ?? actor, input, own?.save));
    },
  );
  const replace = changeEndpoint(
    web,
    AGENT,
    doc.kind,
    {...doc.replace, body: AgentInput},
    (deps, actor, id, readBody, check) => {
      const readSmall = async () => {
        const {ownAccount: isOwn, ...input} = await readBody();
        if (isOwn) throw onlyForNewAgents();
        await requireFirstRound(deps, actor, input);
        return input;
      };
      return replaceAgent(deps, actor, id, readSmall, check);
    },
  );
  const models = endpoint(web, {...doc.models, scope: "read", response: LlmModels}, () =>
    listLlmModels(web.config.llm),
  );
  return contentRoutes(web, AGENT, doc.kind, {
    create,
    replace,
    active: activityEndpoint(web, AGENT, doc.kind, AGENT_PAUSING),
    beside: new Elysia().get("/api/agents/models", ...models),
  })
    .use(agentRunRoutes(web))
    .use(budgetRoutes(web))
    .use(askRoutes(web));
}

export const agent: KindRoutes = {doc: doc.kind, tags, routes: agentRoutes};

function onlyForNewAgents(): ServiceError {
  const message =
    "ownAccount is only allowed when an agent is created. Leave ownAccount out: the agent then runs as the account that saves the agent.";
  return invalidAt("/ownAccount", message);
}
