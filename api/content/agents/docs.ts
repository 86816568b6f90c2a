import type {BudgetView} from "../../../shared/automation/agents/budget/schemas.ts";
import type {AgentRunDetail, AgentRunView} from "../../../shared/automation/agents/run-schemas.ts";
import {AgentView} from "../../../shared/automation/agents/schemas.ts";
import type {KindDoc} from "../kind-doc.ts";

const tag = "Agents";

const id = "agent_01kah8d5f8jz1w6g0k2n4q7s9t";
const runId = "run_01kah8e6g9k02x7h1m3p5r8t0v";
const queryRunId = "run_01kah8e6kq2x04b9v3m5n7p8r1";
const owner = "svc_01kah4q3v8e6wt2y5m7n9p0rsx";

const input = {
  name: "Monday's look at delays",
  instructions:
    "Look at the delays of the last week by state. Say what changed against the week before, and why.",
  model: "anthropic/claude-sonnet-4-5",
  grounding: [{resourceType: "model" as const, resourceId: "proj_01kah3w5v2e8y0t4r6m8n1p3qz/flights"}],
  outputs: [{type: "report" as const}, {type: "email" as const, recipients: ["ada@example.com"]}],
  cadence: {cron: "0 8 * * 1", timezone: "Europe/Berlin"},
  maxTokensPerRun: 200_000,
  maxRounds: 12,
  strict: false,
};

const view: AgentView = {
  id,
  ...input,
  active: true,
  runAs: owner,
  nextRun: "2026-02-02T07:00:00.000Z",
  lastRun: {id: runId, status: "succeeded", finishedAt: "2026-01-26T07:00:41.000Z"},
  teamId: null,
  ownerId: owner,
  createdAt: "2026-01-20T09:30:00.000Z",
  updatedAt: "2026-01-20T09:30:00.000Z",
};

/** An agent as read by its id; lists leave the models out. */
const whole: AgentView = {
  ...view,
  groundedModels: [
    {
      projectId: "proj_01kah3w5v2e8y0t4r6m8n1p3qz",
      name: "flights",
      label: "Flights",
      dimensions: ["flights.carrier", "flights.date", "origin.state", "destination.state"],
      measures: ["flights.count", "flights.late_share"],
    },
  ],
};

const ran: AgentRunView = {
  id: runId,
  agentId: id,
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
  instructions: input.instructions,
  model: input.model,
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

export const kind: KindDoc = {
  about: "Scheduled jobs of a language model: what they read, their reports, and the tokens that they spend.",
  view: AgentView,
  answer: whole,
  listed: {schema: AgentView, answer: view},
  list: "The organization's agents, newest first unless `sort` says otherwise.",
  get: "What the caller cannot see of its grounding is counted in `hiddenGrounding`, not named.",
  remove:
    "For org-admins, the agent's owner and members of its team. Deletes the agent with its run history. The charts and dashboards that it " +
    "made stay, and so does the record of its queries.",
  activity:
    "Needs the service account of an org-admin. The agent's schedule stops or resumes; missed runs are not made up. The agent " +
    "can still be run by hand.",
};

export const create = {
  tag,
  summary: "Create an agent",
  description:
    "Needs the service account of an org-admin. Its runs have the rights that the caller has at the time of each run, and read nothing " +
    "beyond `grounding`. Each run spends tokens of the organization's budget. An agent can be saved before its model's provider is configured: `warning` then says so.",
  example: input,
  answer: whole,
};

export const replace = {
  summary: "Replace an agent",
  description:
    "Needs the service account of an org-admin. Replaces everything but `active`. An omitted `teamId` is unchanged. A caller who " +
    "changes instructions, model, grounding or outputs becomes `runAs`.",
  example: {...input, name: "Delays, every Monday"},
  answer: {...whole, name: "Delays, every Monday"},
};

export const models = {
  tag,
  summary: "List language models",
  description:
    "The providers of language models, whether each is configured, and the models that are offered by name.",
  answer: {
    providers: [
      {prefix: "anthropic/", configured: true, variable: "ANTHROPIC_API_KEY"},
      {prefix: "openai/", configured: false, variable: "OPENAI_API_KEY"},
      {prefix: "local/", configured: false, variable: "LLM_BASE_URL"},
    ],
    models: [{name: input.model, prices: {input: 3, output: 15}}],
  },
};

export const start = {
  tag,
  summary: "Run an agent",
  description:
    "Needs the service account of an org-admin. The run is queued and spends tokens: read it until `finishedAt` is set. 409 while another run " +
    "is under way, 402 if the month's tokens are used up, 422 if the model's provider is not configured.",
  answer: {runId, status: "queued" as const},
};

export const runs = {
  tag,
  summary: "List an agent's runs",
  description:
    "Newest first. Runs are kept for 30 days, unless the operator has set another time. Reports are shown only to readers who would get " +
    "the same rows; for others the run is `redacted`.",
  answer: [ran],
  errors: ["not_found" as const, "invalid_request" as const],
};

export const getRun = {
  tag,
  summary: "Get a run of an agent",
  description:
    "The run with its transcript and its queries, for readers who would get the same rows. A figure of a report names the run of " +
    "its query, the row (from 1) and the column of its cell. A figure without a query is `unverified`.",
  answer: detail,
};

export const cancel = {
  tag,
  summary: "Cancel a run of an agent",
  description:
    "Needs the service account of an org-admin. A call of the model that is under way is aborted, and the tokens that were reserved for the call " +
    "count as used. 409 if the run has ended.",
};

export const events = {
  tag,
  summary: "Watch a run of an agent",
  description:
    "A stream of server-sent events of the type `run`: its status, what it is doing, and its rounds and tokens so far. The stream ends with the run, or when the token expires or the caller's rights change: connect again then.",
};

const budget: BudgetView = {
  tokensPerMonth: 5_000_000,
  used: 1_204_331,
  reserved: 42_000,
  resetsAt: "2026-02-01T00:00:00.000Z",
};

export const getBudget = {
  tag,
  summary: "Get the budget of LLM tokens",
  description:
    "The tokens that agents, questions and evaluations may spend in a calendar month (UTC), and what they have spent. Org-admins only.",
  answer: budget,
};

export const putBudget = {
  tag,
  summary: "Set the budget of LLM tokens",
  description:
    "A call of a model begins only if the estimated tokens of the call are left. `null`: the only limit is the limit of each run. Org-admins only.",
  example: {tokensPerMonth: 5_000_000},
  answer: budget,
};

export const usage = {
  tag,
  summary: "Get the usage of LLM tokens",
  description:
    "By month, agent and model, newest month first. `cost` is computed from the prices in `LLM_MODELS`, where the operator has set them. For calls " +
    "whose provider reported no usage, the tokens that were reserved are counted, as `unreportedTokens`. Org-admins only.",
  answer: [
    {
      month: "2026-01",
      agentId: id,
      agentName: input.name,
      model: input.model,
      calls: 12,
      inputTokens: 36_480,
      outputTokens: 4816,
      unreportedTokens: 0,
      cost: 0.18,
    },
  ],
};
