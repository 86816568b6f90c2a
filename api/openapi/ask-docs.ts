import type {
  AskRun,
  AskStarted,
  ConversationDetail,
  ConversationView,
} from "../../shared/automation/agents/ask/schemas.ts";

const tag = "Ask";

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

export const start = {
  tag,
  summary: "Ask a question",
  description:
    "A language model answers with queries of the layer, within the caller's rights and row access. Without " +
    "`conversationId` it begins a conversation; with it, the model is told of the questions before. 422 where no provider " +
    "is configured. The tokens count against the organization's budget.",
  example: {question},
  answer: started,
};

export const get = {
  tag,
  summary: "Read an answer",
  description:
    "The caller's own question: 404 for everybody else, admins too. In place of `answer` there may be `clarify`, a question " +
    "back with choices to ask next.",
  answer: run,
};

export const cancel = {
  tag,
  summary: "Cancel a question",
  description: "409 for one that has ended. What it has spent is counted.",
};

export const events = {
  tag,
  summary: "Watch a question being answered",
  description:
    "Server-sent events: `status` whenever that changes, `query` for each query that was made, `answer`, and `done` at the " +
    "end. A client that reconnects gets all of them again. Once somebody has watched a question, it is cancelled when " +
    "nobody has for some seconds.",
};

export const list = {
  tag,
  summary: "List conversations",
  description: "The caller's own, newest first.",
  answer: [view],
};

export const conversation = {
  tag,
  summary: "Read a conversation",
  description: "The caller's own, with its questions and answers: 404 for everybody else, admins too.",
  answer: detail,
};

export const remove = {
  tag,
  summary: "Delete a conversation",
  description:
    "With its questions and answers; one that is being answered ends. What it has spent stays counted.",
};
