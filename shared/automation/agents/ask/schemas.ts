import {type Static, Type} from "@sinclair/typebox";
import {ChartType} from "../../../core/wire/chart-config.ts";
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
      description: "The question, at most 4,000 characters, not blank",
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
  {
    runId: Type.String({description: "The id of the answer, for `GET /api/ask/{runId}`."}),
    conversationId: Type.String({description: "The conversation that the question belongs to."}),
    status: AgentRunStatus,
  },
  {$id: "AskStarted"},
);
export type AskStarted = Static<typeof AskStarted>;

export const Answer = Type.Object(
  {
    markdown: Type.String({description: "Markdown without images, raw HTML and links to other sites"}),
    figures: Type.Array(CheckedFigure, {
      description: "The numbers in the text, in order, each with the cell that it comes from",
    }),
    charts: Type.Array(
      Type.Object({
        name: Type.String({description: "The title of the chart."}),
        type: ChartType,
        query: Query,
      }),
      {
        description: "Queries of the answer as charts, in the format of POST /api/charts",
      },
    ),
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
    description: "null if there is no answer yet, or if `clarify` or `error` says why",
  }),
  clarify: Type.Union([ClarifyView, Type.Null()], {
    description:
      "A question back to the asker, in place of an answer. Each of `choices` is a complete question",
  }),
};

export const AskRun = Type.Object(
  {
    id: Type.String({description: "The id of the answer."}),
    conversationId: Type.String({description: "The conversation that the question belongs to."}),
    question: Type.String({description: "The question in words."}),
    model: Type.String({description: "The language model that answers."}),
    status: AgentRunStatus,
    createdAt: {...Time, description: "When the question was asked."},
    finishedAt: {...NullableTime, description: "When the answer ended; null: it has not ended."},
    rounds: Type.Integer({description: "The number of ended calls of the model"}),
    tokens: Type.Object(
      {
        input: Type.Integer({description: "Tokens of prompts."}),
        output: Type.Integer({description: "Tokens of answers."}),
        total: Type.Integer({description: "The sum of both."}),
      },
      {description: "The tokens that the answer took."},
    ),
    ...answered,
    grounding: Type.Optional(
      Type.Array(GroundingResource, {
        description: "What the answer may read. Absent for everything that the caller may query",
      }),
    ),
    evidence: Type.Array(
      Type.Object({
        queryRunId: Type.String({description: "The id by which figures cite the query."}),
        query: Query,
        sql: Type.String({description: "The statement for the warehouse."}),
        columns: Type.Array(Type.String(), {description: "The names of the columns, in order."}),
        earlier: Type.Optional(
          Type.Boolean({description: "`true` if the query was run for an earlier answer."}),
        ),
        rows: Type.Optional(
          Type.Array(Type.Array(Type.Unknown()), {
            description: "The rows that the model has read, followed by totals. Absent in conversations",
          }),
        ),
        firstRow: Type.Optional(
          Type.Integer({
            description: "The number of the first of these rows, in the numbering of `row` in figures",
          }),
        ),
      }),
      {
        description:
          "The queries that were run for the answer, and the queries of earlier answers that it cites",
      },
    ),
    redacted: Type.Optional(
      Type.Boolean({
        description: "`true` if answer and queries are hidden, because the caller would now get other rows.",
      }),
    ),
    error: Type.Optional(Type.String({description: "Why there is no answer."})),
  },
  {$id: "AskRun"},
);
export type AskRun = Static<typeof AskRun>;

const conversation = {
  id: Type.String({description: "The id of the conversation."}),
  title: Type.String({description: "The beginning of the first question"}),
  createdAt: {...Time, description: "When its first question was asked."},
  updatedAt: {...Time, description: "When it last had a question."},
};

export const ConversationView = Type.Object(conversation, {$id: "Conversation"});
export type ConversationView = Static<typeof ConversationView>;

export const ConversationDetail = Type.Object(
  {
    ...conversation,
    runs: Type.Array(AskRun, {description: "The questions with their answers, oldest first"}),
  },
  {$id: "ConversationDetail"},
);
export type ConversationDetail = Static<typeof ConversationDetail>;
