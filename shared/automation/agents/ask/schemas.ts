import {type Static, Type} from "@sinclair/typebox";
import {ChartType} from "../../../ground/wire/chart-config.ts";
import {Query} from "../../../semantic/documents.ts";
import {CheckedFigure} from "../../deliveries/checked-figure.ts";
import {AgentRunStatus, GroundingResource, NullableTime, Time} from "../schemas.ts";
import {CannotAnswer, ClarifyView} from "./answer.ts";

const closed = {additionalProperties: false} as const;

export const AskInput = Type.Object(
  {
    question: Type.String({
      minLength: 1,
      maxLength: 4000,
      pattern: "\\S",
      description: "In words, at most 4,000 characters, not only blanks",
    }),
    model: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description:
          "The language model, such as `anthropic/<name>`. Default: the operator's ASK_MODEL, else the first model of the only configured provider",
      }),
    ),
    grounding: Type.Optional(
      Type.Array(GroundingResource, {
        minItems: 1,
        maxItems: 100,
        description: "What the answer may read. Default: everything that the caller may query",
      }),
    ),
    conversationId: Type.Optional(
      Type.String({
        maxLength: 64,
        description: "The conversation that the question continues. Default: a new one",
      }),
    ),
  },
  {...closed, $id: "AskInput"},
);
export type AskInput = Static<typeof AskInput>;

export const AskStarted = Type.Object(
  {runId: Type.String(), conversationId: Type.String(), status: AgentRunStatus},
  {$id: "AskStarted"},
);
export type AskStarted = Static<typeof AskStarted>;

export const Answer = Type.Object(
  {
    markdown: Type.String({description: "Markdown without images, raw HTML and links to other sites"}),
    figures: Type.Array(CheckedFigure, {
      description: "The numbers in the text, in order, each with the cell that it comes from",
    }),
    charts: Type.Array(Type.Object({name: Type.String(), type: ChartType, query: Query}), {
      description: "Queries behind the answer as charts, in the form that POST /api/charts takes",
    }),
    followUps: Type.Array(Type.String(), {description: "Further questions, for which there is a query"}),
    verifiedQuestionId: Type.Optional(
      Type.String({description: "The verified question on which the answer is based"}),
    ),
    cannotAnswer: Type.Optional(CannotAnswer),
  },
  {$id: "Answer"},
);
export type Answer = Static<typeof Answer>;

const answered = {
  answer: Type.Union([Answer, Type.Null()], {
    description: "null: there is none yet, or `clarify` or `error` says why not",
  }),
  clarify: Type.Union([ClarifyView, Type.Null()], {
    description: "A question back, in place of an answer; each of `choices` is a whole question",
  }),
};

export const AskRun = Type.Object(
  {
    id: Type.String(),
    conversationId: Type.String(),
    question: Type.String(),
    model: Type.String(),
    status: AgentRunStatus,
    createdAt: Time,
    finishedAt: NullableTime,
    rounds: Type.Integer({description: "The number of ended calls of the model"}),
    tokens: Type.Object({input: Type.Integer(), output: Type.Integer(), total: Type.Integer()}),
    ...answered,
    grounding: Type.Optional(
      Type.Array(GroundingResource, {
        description: "What the answer may read; missing: everything that the caller may query",
      }),
    ),
    evidence: Type.Array(
      Type.Object({
        queryRunId: Type.String(),
        query: Query,
        sql: Type.String(),
        columns: Type.Array(Type.String()),
        earlier: Type.Optional(
          Type.Boolean({description: "`true`: the query was run for an earlier answer."}),
        ),
        rows: Type.Optional(
          Type.Array(Type.Array(Type.Unknown()), {
            description: "The rows that the model has read, followed by totals. Left out in conversations",
          }),
        ),
        firstRow: Type.Optional(
          Type.Integer({
            description: "The number of the first of these rows, as `row` of figures counts them",
          }),
        ),
      }),
      {description: "The queries that were run for the answer, and those of earlier answers that it cites"},
    ),
    redacted: Type.Optional(
      Type.Boolean({
        description: "`true`: answer and queries are hidden, because the caller would get other rows now.",
      }),
    ),
    error: Type.Optional(Type.String()),
  },
  {$id: "AskRun"},
);
export type AskRun = Static<typeof AskRun>;

const conversation = {
  id: Type.String(),
  title: Type.String({description: "The beginning of the first question"}),
  createdAt: Time,
  updatedAt: Time,
};

export const ConversationView = Type.Object(conversation, {$id: "Conversation"});
export type ConversationView = Static<typeof ConversationView>;

export const ConversationDetail = Type.Object(
  {
    ...conversation,
    runs: Type.Array(AskRun, {description: "Its questions with their answers, oldest first"}),
  },
  {$id: "ConversationDetail"},
);
export type ConversationDetail = Static<typeof ConversationDetail>;
