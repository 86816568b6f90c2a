import {Type} from "@sinclair/typebox";
import {ask, readQuestion} from "../../../shared/automation/agents/ask/ask.ts";
import {
  cancelAskRun,
  deleteConversation,
  getConversation,
  listConversations,
} from "../../../shared/automation/agents/ask/conversations.ts";
import {getAskRun} from "../../../shared/automation/agents/ask/read-ask-runs.ts";
import {
  AskInput,
  AskRun,
  AskStarted,
  ConversationDetail,
  ConversationView,
} from "../../../shared/automation/agents/ask/schemas.ts";
import {watchAskRun} from "../../../shared/automation/agents/ask/watch-ask-run.ts";
import type {Web} from "../../dependencies.ts";
import {patientStream} from "../../http/admission.ts";
import {Operations} from "../../server/operations.ts";
import {idIn} from "../names.ts";

const runId = "run_01kah8e6g9k02x7h1m3p5r8t0v";
const conversationId = "conv_01kah8e6g8m5v3x0b2d4f6h8k1";
const queryRunId = "run_01kah8e6kq2x04b9v3m5n7p8r1";
const question = "How many flights were late last week?";
const query = {
  model: "flights",
  measures: ["flights.late_count"],
  dimensions: ["flights.date.week"],
};

const started: AskStarted = {runId, conversationId, status: "queued"};

const run: AskRun = {
  id: runId,
  conversationId,
  question,
  model: "anthropic/claude-sonnet-4-5",
  status: "succeeded",
  createdAt: "2026-01-26T09:12:04.100Z",
  finishedAt: "2026-01-26T09:12:11.020Z",
  rounds: 2,
  tokens: {input: 4120, output: 260, total: 4380},
  answer: {
    markdown: "Last week 214 flights were late.",
    figures: [
      {text: "214", value: 214, queryRunId, row: 1, column: "flights.late_count", status: "verified"},
    ],
    charts: [
      {
        name: "Late flights by week",
        type: "line",
        query: {...query, projectId: "proj_01kah3w5v2e8y0t4r6m8n1p3qz"},
      },
    ],
    followUps: ["And by carrier?"],
  },
  clarify: null,
  evidence: [
    {
      queryRunId,
      query,
      sql: "select count(*) …",
      columns: ["flights.date.week", "flights.late_count"],
      rows: [["2026-01-19", 214]],
      firstRow: 1,
    },
  ],
};

const view: ConversationView = {
  id: conversationId,
  title: question,
  createdAt: "2026-01-26T09:12:04.100Z",
  updatedAt: "2026-01-26T09:12:04.100Z",
};

const detail: ConversationDetail = {...view, runs: [run]};

/** Questions, their answers, and the conversations that they belong to. Only the person who asked can read them. */
export function askRoutes(web: Web) {
  return new Operations(web, "Ask")
    .add("POST", "/api/ask", {
      scope: "read",
      summary: "Ask a question",
      description:
        "Queues a question, which a language model answers with queries over the layer, within the caller's rights and row access. Read " +
        "the answer until `finishedAt` is set, or watch its events. Without `conversationId` a new conversation begins. With `conversationId`, the model knows the earlier questions and answers. " +
        "The tokens count towards the organization's budget: 402 if the budget is used up. 422 if no provider of language models is configured.",
      example: {question},
      answer: started,
      body: AskInput,
      status: 202,
      response: AskStarted,
      errors: ["not_found", "conflict", "budget_exhausted", "plan_limit"],
      idempotent: true,
      handle: async ({actor, body, once}) => {
        const question = await readQuestion(web.runner, actor, await body());
        return once(db => ask({db, billing: web.config.billing}, actor, question));
      },
    })
    .add("GET", "/api/ask/:runId", {
      scope: "read",
      summary: "Get an answer",
      description:
        "The caller's own question; 404 for everybody else, also for org-admins. In place of `answer` there may be `clarify`: a question " +
        "back, with choices each of which can be asked next.",
      answer: run,
      response: AskRun,
      errors: ["not_found"],
      handle: call => getAskRun(web, call.actor, idIn("run", call), {withRows: true}),
    })
    .add("DELETE", "/api/ask/:runId", {
      scope: "read",
      summary: "Cancel a question",
      description: "409 if the question has ended. Tokens that are already spent still count.",
      status: 204,
      errors: ["not_found", "conflict"],
      handle: call => cancelAskRun(web.db, call.actor, idIn("run", call)),
    })
    .add("GET", "/api/ask/:runId/events", {
      scope: "read",
      summary: "Watch a question being answered",
      description:
        "A stream of server-sent events: `status` for each change of the status, `query` for each query that was run, `answer`, and `done` at the " +
        "end. A stream without `done` was ended because the token has expired, the caller's rights have changed or the process stops. " +
        "A client that reconnects gets all events again. A question that somebody has watched is cancelled after " +
        "some seconds without a watcher.",
      media: "text/event-stream",
      errors: ["not_found"],
      handle: async call => {
        const {request} = call;
        const open = {signal: request.signal, expiresAt: call.caller.expiresAt};
        const stream = await watchAskRun(web, call.actor, idIn("run", call), open);
        return new Response(patientStream(request, stream), {
          headers: {"content-type": "text/event-stream", "cache-control": "no-store"},
        });
      },
    })
    .addList("/api/conversations", {
      summary: "List conversations",
      description: "The caller's own conversations, newest first.",
      answer: [view],
      response: Type.Array(ConversationView),
      list: ({actor}, readPage) => listConversations(web.db, actor, readPage()),
    })
    .add("GET", "/api/conversations/:conversationId", {
      scope: "read",
      summary: "Get a conversation",
      description:
        "The caller's own conversation, with its questions and answers; 404 for everybody else, also for org-admins.",
      answer: detail,
      response: ConversationDetail,
      errors: ["not_found"],
      handle: call => getConversation(web, call.actor, idIn("conversation", call)),
    })
    .add("DELETE", "/api/conversations/:conversationId", {
      scope: "read",
      summary: "Delete a conversation",
      description:
        "Deletes the conversation with its questions and answers, and cancels a question that is being answered. Tokens that are already spent still count.",
      status: 204,
      errors: ["not_found"],
      handle: call => deleteConversation(web.db, call.actor, idIn("conversation", call)),
    }).app;
}
