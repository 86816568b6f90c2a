import {Type} from "@sinclair/typebox";
import {Elysia} from "elysia";
import {requireOrgAdminServiceAccount} from "../../../shared/access.ts";
import {createAgent, deleteAgent, replaceAgent, setAgentActive} from "../../../shared/agents/agents.ts";
import {getAgent, listAgents} from "../../../shared/agents/find.ts";
import {LlmModels, listLlmModels} from "../../../shared/agents/models.ts";
import {AgentInput, AgentView} from "../../../shared/agents/schemas.ts";
import {ContentListQuery, contentPageOf, pagedContent} from "../../../shared/content/listing.ts";
import {Activity} from "../../../shared/schedules/schemas.ts";
import {requireFirstRound} from "../../../shared/tools/rounds/first-round.ts";
import {ifMatch, withEtag} from "../../http/etag.ts";
import * as doc from "../../openapi/agent-docs.ts";
import {endpoint} from "../../server/endpoint.ts";
import type {Web} from "../../web.ts";
import {agentRunRoutes} from "./runs.ts";

/** Scheduled work of language models. */
export function agentRoutes(web: Web) {
  const list = endpoint(
    web,
    {...doc.list, scope: "read", query: ContentListQuery, response: Type.Array(AgentView)},
    async ({actor, query, request, headers}) => {
      const page = contentPageOf(query());
      return pagedContent(await listAgents(web.runner, actor, page), page, request, headers);
    },
  );
  const create = endpoint(
    web,
    {...doc.create, scope: "write", status: 201, body: AgentInput, response: AgentView, idempotent: true},
    async ({actor, body, once}) => {
      requireOrgAdminServiceAccount(actor);
      const input = await body();
      await requireFirstRound(web.runner, actor, input);
      return once(db => createAgent({...web.runner, db}, actor, input));
    },
  );
  const get = endpoint(
    web,
    {...doc.get, scope: "read", response: AgentView, errors: ["not_found"], etag: true},
    async call => withEtag(call, await getAgent(web.runner, call.actor, agentIdOf(call))),
  );
  const replace = endpoint(
    web,
    {
      ...doc.replace,
      scope: "write",
      body: AgentInput,
      response: AgentView,
      errors: ["not_found"],
      etag: true,
    },
    async call => {
      const {actor, body, request} = call;
      const readBody = async () => {
        const input = await body();
        await requireFirstRound(web.runner, actor, input);
        return input;
      };
      return withEtag(
        call,
        await replaceAgent(web.runner, actor, agentIdOf(call), readBody, ifMatch(request)),
      );
    },
  );
  const setActive = endpoint(
    web,
    {
      ...doc.setActive,
      scope: "write",
      body: Activity,
      response: AgentView,
      errors: ["not_found"],
      etag: true,
    },
    async call => {
      const check = ifMatch(call.request);
      return withEtag(call, await setAgentActive(web.runner, call.actor, agentIdOf(call), call.body, check));
    },
  );
  const remove = endpoint(
    web,
    {...doc.remove, scope: "manage", status: 204, errors: ["not_found"], etag: true},
    call => deleteAgent(web.runner, call.actor, agentIdOf(call), ifMatch(call.request)),
  );
  const models = endpoint(web, {...doc.models, scope: "read", response: LlmModels}, () =>
    listLlmModels(web.config.llm),
  );
  return new Elysia()
    .get("/api/agents", ...list)
    .post("/api/agents", ...create)
    .get("/api/agents/models", ...models)
    .get("/api/agents/:agentId", ...get)
    .put("/api/agents/:agentId", ...replace)
    .patch("/api/agents/:agentId/active", ...setActive)
    .delete("/api/agents/:agentId", ...remove)
    .use(agentRunRoutes(web));
}

function agentIdOf({params}: {params: Record<string, string>}): string {
  return params["agentId"] ?? "";
}
