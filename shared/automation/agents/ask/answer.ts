import {type Static, Type} from "@sinclair/typebox";
import {ChartType} from "../../../core/wire/chart-config.ts";
import {Query} from "../../../semantic/documents.ts";
import {AnswerQuery, Figure} from "../report/answer.ts";

const closed = {additionalProperties: false} as const;

/** Limits for the charts and the further questions of one answer. */
export const MAX_CHARTS = 5;
export const MAX_FOLLOW_UPS = 3;

/** The reason why a question has no answer. */
export const CannotAnswer = Type.Union(
  (["no_such_data", "beyond_grounding", "other"] as const).map(one => Type.Literal(one)),
  {
    description:
      "Why there is no answer, explained in the text: the data does not exist, the question may not read it, or another reason",
  },
);

/** The question back to the asker, if a term can mean several things. */
const Clarify = Type.Object(
  {
    text: Type.String({minLength: 1, maxLength: 1000, description: "The question to the asker"}),
    choices: Type.Array(Type.String({minLength: 1, maxLength: 200}), {
      minItems: 2,
      maxItems: 6,
      description: "Each possible meaning as a whole question",
    }),
  },
  closed,
);

/**
 * The answer of a model to a question. A figure appears in the text as `{{id}}`, and in `figures` with the cell that
 * contains its value. A chart is one of the queries that the run has made. A further question has a query that answers
 * it.
 */
export const QuestionAnswer = Type.Object(
  {
    text: Type.String({
      maxLength: 10_000,
      description: "The answer in Markdown, short. Write {{id}} in place of a figure's value.",
    }),
    figures: Type.Array(Figure, {
      maxItems: 100,
      description: "Every number of the answer. Others are marked unverified.",
    }),
    charts: Type.Optional(
      Type.Array(
        Type.Object(
          {
            name: Type.String({minLength: 1, maxLength: 200}),
            type: ChartType,
            queryRunId: Type.String({minLength: 1, maxLength: 64, description: "Of the drawn query"}),
          },
          closed,
        ),
        {maxItems: MAX_CHARTS},
      ),
    ),
    followUps: Type.Optional(
      Type.Array(
        Type.Object(
          {
            question: Type.String({minLength: 1, maxLength: 200}),
            query: AnswerQuery,
          },
          closed,
        ),
        {maxItems: 6, description: "Further questions, each with the query that answers it. Not run now."},
      ),
    ),
    clarify: Type.Optional(Clarify),
    cannotAnswer: Type.Optional(CannotAnswer),
    verifiedQuestionId: Type.Optional(
      Type.String({maxLength: 64, description: "Of the example that the answer uses, if any"}),
    ),
  },
  closed,
);
export type QuestionAnswer = Static<typeof QuestionAnswer>;

/** The question back to the asker, with the figures in its text checked. */
export const ClarifyView = Type.Object({
  text: Type.String({description: "The question to the asker."}),
  choices: Type.Array(Type.String(), {description: "Each possible meaning as a whole question."}),
});

/** The checked parts of an answer, except its text and figures. */
export const Reply = Type.Object({
  charts: Type.Array(Type.Object({name: Type.String(), type: ChartType, query: Query})),
  followUps: Type.Array(Type.String()),
  clarify: Type.Union([ClarifyView, Type.Null()]),
  cannotAnswer: Type.Optional(CannotAnswer),
  verifiedQuestionId: Type.Optional(Type.String()),
});
export type Reply = Static<typeof Reply>;
