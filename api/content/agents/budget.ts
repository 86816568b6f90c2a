import {Type} from "@sinclair/typebox";
import {Elysia} from "elysia";
import {getBudget, putBudget} from "../../../shared/automation/agents/budget/budget.ts";
import {BudgetInput, BudgetView, LlmUsage} from "../../../shared/automation/agents/budget/schemas.ts";
import {listUsage} from "../../../shared/automation/agents/budget/usage.ts";
import {ifMatch, withEtag} from "../../http/etag.ts";
import {endpoint} from "../../server/endpoint.ts";
import type {Web} from "../../web.ts";
import * as doc from "./docs.ts";

/** The token budget of agents, and their usage. */
export function budgetRoutes(web: Web) {
  const get = endpoint(web, {...doc.getBudget, scope: "read", response: BudgetView, etag: true}, async call =>
    withEtag(call, await getBudget(web.db, web.config.billing, call.actor)),
  );
  const put = endpoint(
    web,
    {...doc.putBudget, scope: "write", body: BudgetInput, response: BudgetView, etag: true},
    async call =>
      withEtag(
        call,
        await putBudget(
          {db: web.db, billing: web.config.billing},
          call.actor,
          call.body,
          ifMatch(call.request),
        ),
      ),
  );
  const usage = endpoint(web, {...doc.usage, scope: "read", response: Type.Array(LlmUsage)}, ({actor}) =>
    listUsage(web, actor),
  );
  return new Elysia()
    .get("/api/orgs/:orgId/llm-budget", ...get)
    .put("/api/orgs/:orgId/llm-budget", ...put)
    .get("/api/orgs/:orgId/llm-usage", ...usage);
}
