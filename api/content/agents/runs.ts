import {Type} from "@sinclair/typebox";
import {EXAMPLE} from "../../../shared/automation/agents/kind.ts";
import {getAgentRun, listAgentRuns} from "../../../shared/automation/agents/read-runs.ts";
import {
  AgentRunDetail,
  AgentRunStarted,
  AgentRunView,
} from "../../../shared/automation/agents/run-schemas.ts";
import {cancelAgentRun, requireStartable, startAgentRun} from "../../../shared/automation/agents/runs.ts";
import {watchAgentRun} from "../../../shared/automation/agents/watch-run.ts";
import type {Web} from "../../dependencies.ts";
import {patientStream} from "../../http/admission.ts";
import {Operations} from "../../server/operations.ts";
import {idIn} from "../names.ts";

const queryRunId = "run_01kah8e6kq2x04b9v3m5n7p8r1";

const ran: AgentRunView = {
  id: "run_01kah8e6g9k02x7h1m3p5r8t0v",
  agentId: EXAMPLE.id,
  status: "succeeded",
  trigger: {type: "schedule"},
  createdAt: "2026-01-26T07:00:00.100Z",
  startedAt: "2026-01-26T07:00:00.120Z",
  finishedAt: "2026-01-26T07:00:41.000Z",
  rounds: 3,
  tokens: {input: 9120, output: 1204, total: 10_324},
  outputs: [
    {
      type: "report",
      markdown: "# Delays\n\nOf all flights 21.4% were late.",
      figures: [
        {
          text: "21.4%",
          value: 0.214,
          queryRunId,
          row: 1,
          column: "flights.late_share",
          status: "verified",
        },
      ],
    },
    {type: "email", deliveryId: "dlv_01kah7c4e7hy0v5f9j1m3p6r8s"},
  ],
};

const detail: AgentRunDetail = {
  ...ran,
  instructions: EXAMPLE.instructions,
  model: EXAMPLE.model,
  evidence: [{queryRunId, sql: "select avg(late::int) …", columns: ["flights.late_share"]}],
  transcript: [
    {
      round: 1,
      text: "I look at the shares first.",
      toolCalls: [
        {
          name: "run_query",
          arguments: {model: "flights", measures: ["flights.late_share"]},
          result: "flights.late_share:number\n0.2139\n(1 row, all)",
        },
      ],
      tokens: {input: 2510, output: 130, total: 2640},
      finish: "tool_use",
      durationMs: 2104,
      finishedAt: "2026-01-26T07:00:02.300Z",
    },
  ],
};

/** The runs of agents, finished and under way. */
export function agentRunRoutes(web: Web) {
  return new Operations(web, "Agents")
    .addList("/api/agents/:agentId/runs", {
      summary: "List an agent's runs",
      description:
        "Newest first. Runs are kept for 30 days, unless the operator has set another time. Reports are shown only to readers who would get " +
        "the same rows; for others the run is `redacted`.",
      answer: [ran],
      errors: ["not_found", "invalid_request"],
      response: Type.Array(AgentRunView),
      list: (call, page) => listAgentRuns(web, call.actor, idIn("agent", call), page),
    })
    .add("POST", "/api/agents/:agentId/run", {
      scope: "write",
      summary: "Run an agent",
      description:
        "Needs the service account of an org-admin. The run is queued and spends tokens: read it until `finishedAt` is set. 409 while another run " +
        "is under way, 402 if the month's tokens are used up, 422 if the model's provider is not configured.",
      answer: {runId: ran.id, status: "queued" as const},
      status: 202,
      response: AgentRunStarted,
      errors: ["not_found", "conflict", "budget_exhausted", "invalid_request"],
      idempotent: true,
      handle: async call => {
        const {actor} = call;
        const agentId = idIn("agent", call);
        await requireStartable(web.runner, actor, agentId);
        return call.once(db => startAgentRun({db, billing: web.config.billing}, actor, agentId));
      },
    })
    .add("GET", "/api/agents/:agentId/runs/:runId", {
      scope: "read",
      summary: "Get a run of an agent",
      description:
        "The run with its transcript and its queries, for readers who would get the same rows. A figure of a report names the run of " +
        "its query, the row (from 1) and the column of its cell. A figure without a query is `unverified`.",
      answer: detail,
      response: AgentRunDetail,
      errors: ["not_found"],
      handle: call => getAgentRun(web, call.actor, idIn("agent", call), idIn("run", call)),
    })
    .add("DELETE", "/api/agents/:agentId/runs/:runId", {
      scope: "write",
      summary: "Cancel a run of an agent",
      description:
        "Needs the service account of an org-admin. A call of the model that is under way is aborted, and the tokens that were reserved for the call " +
        "count as used. 409 if the run has ended.",
      unpaid: true,
      status: 204,
      errors: ["not_found", "conflict"],
      handle: call => cancelAgentRun(web.db, call.actor, idIn("agent", call), idIn("run", call)),
    })
    .add("GET", "/api/agents/:agentId/runs/:runId/events", {
      scope: "read",
      summary: "Watch a run of an agent",
      description:
        "A stream of server-sent events of the type `run`: its status, what it is doing, and its rounds and tokens so far. The stream ends with the run, or when the token expires or the caller's rights change: connect again then.",
      media: "text/event-stream",
      errors: ["not_found"],
      handle: async call => {
        const {actor, request} = call;
        const open = {signal: request.signal, expiresAt: call.caller.expiresAt};
        const stream = await watchAgentRun(web, actor, idIn("agent", call), idIn("run", call), open);
        return new Response(patientStream(request, stream), {
          headers: {"content-type": "text/event-stream", "cache-control": "no-store"},
        });
      },
    }).app;
}
