import {Type} from "@sinclair/typebox";
import {Elysia} from "elysia";
import {ask, readQuestion} from "../../../shared/automation/agents/ask/ask.ts";
import {
  cancelAsked,
  deleteConversation,
  getConversation,
  listConversations,
} from "../../../shared/automation/agents/ask/conversations.ts";
import {getAsked} from "../../../shared/automation/agents/ask/read-asked.ts";
import {
  AskInput,
  AskRun,
  AskStarted,
  ConversationDetail,
  ConversationView,
} from "../../../shared/automation/agents/ask/schemas.ts";
import {watchAsked} from "../../../shared/automation/agents/ask/watch-asked.ts";
import {PageQuery, paged, pageOf} from "../../../shared/ground/paging.ts";
import {patientStream} from "../../http/admission.ts";
import {endpoint} from "../../server/endpoint.ts";
import type {Web} from "../../web.ts";
import * as doc from "./ask-docs.ts";

type Params = Record<string, string>;

/** Questions, their answers, and the conversations that they belong to. Only the person who asked can read them. */
export function askRoutes(web: Web) {
  const start = endpoint(
    web,
    {
      ...doc.start,
      scope: "read",
      body: AskInput,
      status: 202,
      response: AskStarted,
      errors: ["not_found", "conflict", "budget_exhausted", "plan_limit"],
      idempotent: true,
    },
    async ({actor, body, once}) => {
      const question = await readQuestion(web.runner, actor, await body());
      return once(db => ask({db, billing: web.config.billing}, actor, question));
    },
  );
  const get = endpoint(
    web,
    {...doc.get, scope: "read", response: AskRun, errors: ["not_found"]},
    ({actor, params}) => getAsked(web, actor, runIdOf(params), {withRows: true}),
  );
  const cancel = endpoint(
    web,
    {...doc.cancel, scope: "read", status: 204, errors: ["not_found", "conflict"]},
    ({actor, params}) => cancelAsked(web.db, actor, runIdOf(params)),
  );
  const events = endpoint(
    web,
    {...doc.events, scope: "read", media: "text/event-stream", errors: ["not_found"]},
    async ({actor, caller: {expiresAt}, params, request}) => {
      const open = {signal: request.signal, expiresAt};
      const stream = await watchAsked(web, actor, runIdOf(params), open);
      return new Response(patientStream(request, stream), {
        headers: {"content-type": "text/event-stream", "cache-control": "no-store"},
      });
    },
  );
  const list = endpoint(
    web,
    {...doc.list, scope: "read", query: PageQuery, response: Type.Array(ConversationView)},
    async ({actor, query, request, headers}) => {
      const page = pageOf(query());
      return paged(await listConversations(web.db, actor, page), page, request, headers);
    },
  );
  const conversation = endpoint(
    web,
    {...doc.conversation, scope: "read", response: ConversationDetail, errors: ["not_found"]},
    ({actor, params}) => getConversation(web, actor, conversationIdOf(params)),
  );
  const remove = endpoint(
    web,
    {...doc.remove, scope: "read", status: 204, errors: ["not_found"]},
    ({actor, params}) => deleteConversation(web.db, actor, conversationIdOf(params)),
  );
  return new Elysia()
    .post("/api/ask", ...start)
    .get("/api/ask/:runId", ...get)
    .delete("/api/ask/:runId", ...cancel)
    .get("/api/ask/:runId/events", ...events)
    .get("/api/conversations", ...list)
    .get("/api/conversations/:conversationId", ...conversation)
    .delete("/api/conversations/:conversationId", ...remove);
}

function runIdOf(params: Params): string {
  return params["runId"] ?? "";
}

function conversationIdOf(params: Params): string {
  return params["conversationId"] ?? "";
}
