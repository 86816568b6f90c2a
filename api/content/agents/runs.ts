import {Type} from "@sinclair/typebox";
import {Elysia} from "elysia";
import {getAgentRun, listAgentRuns} from "../../../shared/automation/agents/read-runs.ts";
import {
  AgentRunDetail,
  AgentRunStarted,
  AgentRunView,
} from "../../../shared/automation/agents/run-schemas.ts";
import {cancelAgentRun, requireStartable, startAgentRun} from "../../../shared/automation/agents/runs.ts";
import {watchAgentRun} from "../../../shared/automation/agents/watch-run.ts";
import {patientStream} from "../../http/admission.ts";
import {endpoint} from "../../server/endpoint.ts";
import {listEndpoint} from "../../server/list-endpoint.ts";
import type {Web} from "../../web.ts";
import * as doc from "./docs.ts";

type Params = Record<string, string>;

/** The runs of agents, finished and under way. */
export function agentRunRoutes(web: Web) {
  const list = listEndpoint(web, {...doc.runs, response: Type.Array(AgentRunView)}, ({actor, params}, page) =>
    listAgentRuns(web, actor, agentIdOf(params), page),
  );
  const start = endpoint(
    web,
    {
      ...doc.start,
      scope: "write",
      status: 202,
      response: AgentRunStarted,
      errors: ["not_found", "conflict", "budget_exhausted", "invalid_request"],
      idempotent: true,
    },
    async ({actor, params, once}) => {
      const agentId = agentIdOf(params);
      await requireStartable(web.runner, actor, agentId);
      return once(db => startAgentRun({db, billing: web.config.billing}, actor, agentId));
    },
  );
  const get = endpoint(
    web,
    {...doc.getRun, scope: "read", response: AgentRunDetail, errors: ["not_found"]},
    ({actor, params}) => getAgentRun(web, actor, agentIdOf(params), runIdOf(params)),
  );
  const cancel = endpoint(
    web,
    {...doc.cancel, scope: "write", unpaid: true, status: 204, errors: ["not_found", "conflict"]},
    ({actor, params}) => cancelAgentRun(web.db, actor, agentIdOf(params), runIdOf(params)),
  );
  const events = endpoint(
    web,
    {...doc.events, scope: "read", media: "text/event-stream", errors: ["not_found"]},
    async ({actor, caller: {expiresAt}, params, request}) => {
      const open = {signal: request.signal, expiresAt};
      const stream = await watchAgentRun(web, actor, agentIdOf(params), runIdOf(params), open);
      return new Response(patientStream(request, stream), {
        headers: {"content-type": "text/event-stream", "cache-control": "no-store"},
      });
    },
  );
  return new Elysia()
    .get("/api/agents/:agentId/runs", ...list)
    .post("/api/agents/:agentId/run", ...start)
    .get("/api/agents/:agentId/runs/:runId", ...get)
    .delete("/api/agents/:agentId/runs/:runId", ...cancel)
    .get("/api/agents/:agentId/runs/:runId/events", ...events);
}

function agentIdOf(params: Params): string {
  return params["agentId"] ?? "";
}

function runIdOf(params: Params): string {
  return params["runId"] ?? "";
}
