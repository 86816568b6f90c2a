import {Type} from "@sinclair/typebox";
import {getBudget, putBudget} from "../../../shared/automation/agents/budget/monthly-budget.ts";
import {BudgetInput, BudgetView, LlmUsage} from "../../../shared/automation/agents/budget/schemas.ts";
import {listUsage} from "../../../shared/automation/agents/budget/usage.ts";
import {EXAMPLE} from "../../../shared/automation/agents/kind.ts";
import type {Web} from "../../dependencies.ts";
import {ifMatch, withEtag} from "../../http/etag.ts";
import {Operations} from "../../server/operations.ts";

const budget: BudgetView = {
  tokensPerMonth: 5_000_000,
  used: 1_204_331,
  reserved: 42_000,
  resetsAt: "2026-02-01T00:00:00.000Z",
};

/** The token budget of agents, and their usage. */
export function budgetRoutes(web: Web) {
  return new Operations(web, "Agents")
    .add("GET", "/api/orgs/:orgId/llm-budget", {
      scope: "read",
      summary: "Get the budget of LLM tokens",
      description:
        "The tokens that agents, questions and evaluations may spend in a calendar month (UTC), and what they have spent. Org-admins only.",
      answer: budget,
      response: BudgetView,
      etag: true,
      handle: async call => withEtag(call, await getBudget(web.db, web.config.billing, call.actor)),
    })
    .add("PUT", "/api/orgs/:orgId/llm-budget", {
      scope: "write",
      summary: "Set the budget of LLM tokens",
      description:
        "A call of a model begins only if the estimated tokens of the call are left. `null`: the only limit is the limit of each run. Org-admins only.",
      example: {tokensPerMonth: 5_000_000},
      answer: budget,
      body: BudgetInput,
      response: BudgetView,
      etag: true,
      handle: async call =>
        withEtag(
          call,
          await putBudget(
            {db: web.db, billing: web.config.billing},
            call.actor,
            call.body,
            ifMatch(call.request),
          ),
        ),
    })
    .add("GET", "/api/orgs/:orgId/llm-usage", {
      scope: "read",
      summary: "Get the usage of LLM tokens",
      description:
        "By month, agent and model, newest month first. `cost` is computed from the prices in `LLM_MODELS`, where the operator has set them. For calls " +
        "whose provider reported no usage, the tokens that were reserved are counted, as `unreportedTokens`. Org-admins only.",
      answer: [
        {
          month: "2026-01",
          agentId: EXAMPLE.id,
          agentName: EXAMPLE.name,
          model: EXAMPLE.model,
          calls: 12,
          inputTokens: 36_480,
          outputTokens: 4816,
          unreportedTokens: 0,
          cost: 0.18,
        },
      ],
      response: Type.Array(LlmUsage),
      handle: ({actor}) => listUsage(web, actor),
    }).app;
}
