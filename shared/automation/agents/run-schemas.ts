import {type Static, Type} from "@sinclair/typebox";
import {Accepted} from "../../content/run-as/schemas.ts";
import {Query} from "../../semantic/documents.ts";
import {CheckedFigure} from "../deliveries/checked-figure.ts";
import {Reply} from "./ask/answer.ts";
import {AgentAnswer} from "./report/answer.ts";
import {AgentOutput, AgentRunStatus, GroundingResource, NullableTime, Time} from "./schemas.ts";

/** The cause of a run. */
export const AgentCause = Type.Object(
  {
    type: Type.Union(
      (["schedule", "manual", "action"] as const).map(type => Type.Literal(type)),
      {
        description:
          "`schedule`: by the agent's cadence; `manual`: by hand; `action`: by the effect of an action.",
      },
    ),
    by: Type.Optional(Type.String({description: "The principal, or the action, that started the run"})),
    runId: Type.Optional(Type.String({description: "The run of the action"})),
  },
  {description: "Why the run began."},
);
export type AgentCause = Static<typeof AgentCause>;

/** The agent's definition, copied when the run was created. */
export const AgentDefinition = Type.Object({
  instructions: Type.String(),
  model: Type.String(),
  grounding: Type.Array(GroundingResource),
  outputs: Type.Array(AgentOutput),
  maxTokensPerRun: Type.Integer(),
  maxRounds: Type.Integer(),
  strict: Type.Boolean(),
  accepted: Accepted,
  /** Set for a question of a person. */
  question: Type.Optional(
    Type.Object({
      /**
       * Whether `grounding` restricts what the run may read. If not, the run may read everything that the asker may
       * query.
       */
      isGrounded: Type.Boolean(),
      /** The verified question that the run must not get as an example. */
      leftOut: Type.Optional(Type.String()),
      /** The evaluation that asks the question over the evaluated layer. */
      evaluationId: Type.Optional(Type.String()),
    }),
  ),
});
export type AgentDefinition = Static<typeof AgentDefinition>;

/** The statement for rows that a run has read, as it was compiled for the run's principal during the run. */
export const EvidenceStatement = Type.Object({
  /** The query. It has no limit if only the page that the model read had a limit and the page was the whole result. */
  query: Query,
  projectId: Type.String(),
  datasetId: Type.Union([Type.String(), Type.Null()]),
  /** The chart whose rows these are, if the agent read a chart. */
  chartId: Type.Optional(Type.String()),
  limit: Type.Union([Type.Integer(), Type.Null()]),
  /** The number of the first row that the model saw, if it is not 1. */
  firstRow: Type.Optional(Type.Integer()),
  /** The most rows that the whole result has, if the model read the result to its end. */
  rowCount: Type.Optional(Type.Integer()),
  /** Set for sample values of a field, which the model gets before its first query. No figure cites sample values. */
  isSample: Type.Optional(Type.Boolean()),
  fingerprint: Type.String(),
  at: Type.String(),
});
export type EvidenceStatement = Static<typeof EvidenceStatement>;

/** A stored report with checked figures. */
const StoredReport = Type.Object({
  title: Type.String(),
  markdown: Type.String(),
  /** Absent in reports that an earlier version of the service stored. */
  chartNames: Type.Optional(Type.Array(Type.String())),
  figures: Type.Array(CheckedFigure),
});

/** A valid answer and its report. */
export const StoredAnswer = Type.Object({
  answer: AgentAnswer,
  report: StoredReport,
  /** Set for the answer to a question. */
  reply: Type.Optional(Reply),
  /** Whether the answer is accepted. If not, the model is called again to correct the answer. */
  isFinal: Type.Boolean(),
});
export type StoredAnswer = Static<typeof StoredAnswer>;

/** An output of a run. */
export const RunOutput = Type.Union(
  [
    Type.Object({
      type: Type.Literal("report", {description: "The type of the output, as in the agent's `outputs`."}),
      markdown: Type.String({description: "The text of the report."}),
      figures: Type.Array(CheckedFigure, {
        description: "The numbers in the text, in order, each with the cell that it comes from.",
      }),
    }),
    Type.Object({
      type: Type.Union([Type.Literal("chart"), Type.Literal("dashboard")], {
        description: "The type of the output, as in the agent's `outputs`.",
      }),
      id: Type.Optional(Type.String({description: "The id of the chart or dashboard that was created."})),
      error: Type.Optional(
        Type.String({description: "Why the content was not created, or what is missing in it"}),
      ),
    }),
    Type.Object({
      type: Type.Literal("email", {description: "The type of the output, as in the agent's `outputs`."}),
      deliveryId: Type.Optional(Type.String({description: "The delivery of the mail."})),
      error: Type.Optional(Type.String({description: "Why the mail was not sent, or what is missing in it"})),
    }),
  ],
  {$id: "AgentRunOutput"},
);
export type RunOutput = Static<typeof RunOutput>;

const tokens = Type.Object(
  {
    input: Type.Integer({description: "Tokens of prompts."}),
    output: Type.Integer({description: "Tokens of answers."}),
    total: Type.Integer({description: "The sum of both."}),
  },
  {description: "The tokens that the provider counted, or those reserved where it reported none."},
);

const runView = {
  id: Type.String({description: "The id of the run."}),
  agentId: Type.String({description: "The agent that ran."}),
  status: AgentRunStatus,
  trigger: AgentCause,
  createdAt: {...Time, description: "When the run was queued."},
  startedAt: {...NullableTime, description: "When the run began; null: it has not begun."},
  finishedAt: {...NullableTime, description: "When the run ended; null: it has not ended."},
  rounds: Type.Integer({description: "The number of ended calls of the model"}),
  tokens,
  outputs: Type.Array(RunOutput, {description: "What the run has created."}),
  redacted: Type.Optional(
    Type.Boolean({
      description: "`true` if reports and transcript are hidden, because the caller would get other rows.",
    }),
  ),
  error: Type.Optional(Type.String({description: "Why the run failed, was stopped or was skipped."})),
};

export const AgentRunView = Type.Object(runView, {$id: "AgentRun"});
export type AgentRunView = Static<typeof AgentRunView>;

/** One call of the model with its results. */
export const TranscriptRound = Type.Object({
  round: Type.Integer({description: "The number of the call of the model, from 1."}),
  text: Type.Optional(Type.String({description: "The text of the model"})),
  asked: Type.Optional(
    Type.String({description: "The message of the service to the model before this call"}),
  ),
  toolCalls: Type.Array(
    Type.Object({
      name: Type.String({description: "The name of the tool."}),
      arguments: Type.Unknown({description: "The arguments that the model gave."}),
      result: Type.Optional(Type.String({description: "What the tool returned to the model."})),
      isError: Type.Optional(
        Type.Boolean({description: "`true` if the tool refused the call; the result says why."}),
      ),
    }),
    {description: "The tools that the model called in this round, in order."},
  ),
  tokens,
  unreported: Type.Optional(
    Type.Boolean({
      description: "`true` if the provider reported no usage; `tokens` are then the reserved tokens",
    }),
  ),
  finish: Type.String({description: "Why the model stopped, or what went wrong"}),
  durationMs: Type.Integer({description: "How long the call of the model took, in milliseconds."}),
  finishedAt: {...Time, description: "When the round ended."},
});
export type TranscriptRound = Static<typeof TranscriptRound>;

export const AgentRunDetail = Type.Object(
  {
    ...runView,
    instructions: Type.String({description: "The instructions of the agent when the run was created."}),
    model: Type.String({description: "The language model of the run."}),
    evidence: Type.Optional(
      Type.Array(
        Type.Object({
          queryRunId: Type.String({description: "The id by which figures cite the query."}),
          sql: Type.String({description: "The statement for the warehouse."}),
          columns: Type.Array(Type.String(), {description: "The names of its columns, in order."}),
        }),
        {description: "The queries that the tools of the round ran, in order"},
      ),
    ),
    transcript: Type.Optional(
      Type.Array(TranscriptRound, {description: "The calls of the model with their tools, in order."}),
    ),
  },
  {$id: "AgentRunDetail"},
);
export type AgentRunDetail = Static<typeof AgentRunDetail>;

export const AgentRunStarted = Type.Object(
  {
    runId: Type.String({description: "The id of the run, for `GET /api/agents/{agentId}/runs/{runId}`."}),
    status: AgentRunStatus,
  },
  {$id: "AgentRunStarted"},
);
export type AgentRunStarted = Static<typeof AgentRunStarted>;
