import {type Static, Type} from "@sinclair/typebox";
import {ChartType} from "../../../ground/wire/chart-config.ts";
import {Query} from "../../../semantic/documents.ts";
import {CheckedFigure} from "../../deliveries/checked-figure.ts";
import {AgentRunStatus, GroundingResource, NullableTime, Time} from "../schemas.ts";
import {CannotAnswer, ClarifyView} from "./answer.ts";

const closed = {additionalProperties: false} as const;

export const AskInput = Type.Object(
  {
    question: Type.String({minLength: 1, maxLength: 4000, pattern: "\\S"}),
    model: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: "Default ASK_MODEL, else the first of the only configured provider",
      }),
    ),
    grounding: Type.Optional(
      Type.Array(GroundingResource, {
        minItems: 1,
        maxItems: 100,
        description: "All that the answer may be made of. Default: all that the caller may query",
      }),
    ),
    conversationId: Type.Optional(
      Type.String({maxLength: 64, description: "The conversation that this continues. Default: a new one"}),
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
    markdown: Type.String({description: "Without images, raw HTML and links that leave the service"}),
    figures: Type.Array(CheckedFigure, {description: "The numbers of the text, in its order"}),
    charts: Type.Array(Type.Object({name: Type.String(), type: ChartType, query: Query}), {
      description: "Queries behind the answer, as POST /api/charts takes them",
    }),
    followUps: Type.Array(Type.String(), {description: "Further questions that the layer can answer"}),
    verifiedQuestionId: Type.Optional(Type.String({description: "The verified question that it is made of"})),
    cannotAnswer: Type.Optional(CannotAnswer),
  },
  {$id: "Answer"},
);
export type Answer = Static<typeof Answer>;

const answered = {
  answer: Type.Union([Answer, Type.Null()]),
  clarify: Type.Union([ClarifyView, Type.Null()], {
    description: "What is asked back in place of an answer",
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
    rounds: Type.Integer({description: "Calls of the model that have ended"}),
    tokens: Type.Object({input: Type.Integer(), output: Type.Integer(), total: Type.Integer()}),
    ...answered,
    grounding: Type.Optional(
      Type.Array(GroundingResource, {
        description: "What it was bounded to. Missing where it may read all that the caller may query",
      }),
    ),
    evidence: Type.Array(
      Type.Object({
        queryRunId: Type.String(),
        query: Query,
        sql: Type.String(),
        columns: Type.Array(Type.String()),
        earlier: Type.Optional(Type.Boolean({description: "It was asked for an earlier answer."})),
        rows: Type.Optional(
          Type.Array(Type.Array(Type.Unknown()), {
            description: "The rows that the model has read, then totals. Left out of conversations",
          }),
        ),
        firstRow: Type.Optional(
          Type.Integer({description: "The number of the first of these rows, as figures count them"}),
        ),
      }),
      {description: "The queries that were asked for it, and those of earlier answers that it cites"},
    ),
    redacted: Type.Optional(
      Type.Boolean({description: "Answer and queries are not shown: your rows would be others now."}),
    ),
    error: Type.Optional(Type.String()),
  },
  {$id: "AskRun"},
);
export type AskRun = Static<typeof AskRun>;

const conversation = {
  id: Type.String(),
  title: Type.String({description: "The beginning of its first question"}),
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
