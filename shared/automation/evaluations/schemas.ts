import {type Static, Type} from "@sinclair/typebox";
import {Query} from "../../semantic/documents.ts";

const closed = {additionalProperties: false} as const;
const Time = Type.String({format: "date-time"});
const NullableTime = Type.Union([Time, Type.Null()]);
const question = Type.String({
  minLength: 1,
  maxLength: 4000,
  pattern: "\\S",
  description: "The question in words, not blank.",
});
const Cell = Type.Union([Type.String({maxLength: 10_000}), Type.Number(), Type.Boolean(), Type.Null()]);

const FigureValue = Type.Union([Type.String({minLength: 1, maxLength: 100}), Type.Number()], {
  description: "The figure as a number, or as text of at most 100 characters",
});
const Figure = Type.Union(
  [
    FigureValue,
    Type.Object(
      {
        value: FigureValue,
        tolerance: Type.Number({
          minimum: 0,
          description:
            "How far the answer may differ, in the unit of the value: 0.5 of `12.5 %` is half a point",
        }),
      },
      closed,
    ),
  ],
  {description: 'As people write it: 1234, "1,234", "12.5 %", "€1.2M"'},
);
export type Figure = Static<typeof Figure>;

/** The right answer: the rows of a query, these rows, these figures, no answer, or a question back to the asker. */
const EvaluationCase = Type.Union(
  [
    Type.Object(
      {question, query: Query},
      {...closed, description: "Correct: the rows that this query returns when the evaluation runs"},
    ),
    Type.Object(
      {
        question,
        rows: Type.Array(Type.Array(Cell, {maxItems: 50}), {
          minItems: 1,
          maxItems: 1000,
          description:
            "The right rows, each with the values of its columns: 1 to 1000 rows of at most 50 columns.",
        }),
      },
      {
        ...closed,
        description: "Correct: these rows, in any order, with columns in any order and under any name",
      },
    ),
    Type.Object(
      {
        question,
        figures: Type.Array(Figure, {
          minItems: 1,
          maxItems: 50,
          description: "The figures that the answer must have, 1 to 50.",
        }),
      },
      {
        ...closed,
        description:
          "Correct: an answer in which each of these figures is verified, within half of its last digit or its tolerance",
      },
    ),
    Type.Object(
      {question, answerable: Type.Literal(false, {description: "Always `false`: no answer is right"})},
      {
        ...closed,
        description: "The question cannot be answered. Correct: an answer that says so and gives no figure",
      },
    ),
    Type.Object(
      {question, asksBack: Type.Literal(true, {description: "Always `true`: a question back is right"})},
      {
        ...closed,
        description: "The question can mean several things. Correct: an answer that asks which is meant",
      },
    ),
  ],
  {$id: "EvaluationCase"},
);
export type EvaluationCase = Static<typeof EvaluationCase>;

export const EvaluationInput = Type.Object(
  {
    name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description:
          "Evaluations with the same name are compared with each other. Default: the name of the model",
      }),
    ),
    model: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: "The language model. Default: as for POST /api/ask",
      }),
    ),
    runs: Type.Optional(
      Type.Integer({minimum: 1, maximum: 10, description: "How often each question is asked. Default 1"}),
    ),
    layer: Type.Optional(
      Type.Object(
        {
          ref: Type.String({
            minLength: 1,
            maxLength: 255,
            description: "The name of the branch, or the commit.",
          }),
        },
        {
          ...closed,
          description:
            "A branch of the project's repository, or a commit by its 40 digits: the questions are asked over the layer at that commit. Default: the current layer",
        },
      ),
    ),
    cadence: Type.Optional(
      Type.Object(
        {
          cron: Type.String({
            minLength: 1,
            maxLength: 200,
            description: "A cron expression of five fields, due at most every five minutes",
          }),
          timezone: Type.Optional(
            Type.String({minLength: 1, maxLength: 64, description: "IANA name. Default UTC"}),
          ),
        },
        {
          ...closed,
          description: "When the evaluation is repeated, until the cadence is cancelled. Default: never",
        },
      ),
    ),
    ownAccount: Type.Optional(
      Type.Literal(true, {
        description:
          "`true`: the questions are asked as a service account of its own, which is created together with the evaluation. The account is an org-admin with the scopes `read` and `write`, without attributes and expiry, and nobody has its token. Default: as the caller",
      }),
    ),
    cases: Type.Optional(
      Type.Array(EvaluationCase, {
        minItems: 1,
        maxItems: 500,
        description:
          "The questions. Default: the project's verified questions. A verified question is not an example in its own run",
      }),
    ),
  },
  {...closed, $id: "EvaluationInput"},
);
export type EvaluationInput = Static<typeof EvaluationInput>;

export const EvaluationStatus = Type.Union(
  (["queued", "running", "succeeded", "failed", "cancelled"] as const).map(one => Type.Literal(one)),
);
export type EvaluationStatus = Static<typeof EvaluationStatus>;

export const EvaluationStarted = Type.Object(
  {id: Type.String(), status: EvaluationStatus},
  {$id: "EvaluationStarted"},
);

const Figures = Type.Object({
  verified: Type.Integer({description: "Figures that the service has verified"}),
  unverified: Type.Integer({description: "Figures that the service has marked as unverified"}),
  wrong: Type.Integer({
    description: "Verified figures that differ from the cited cell when the cell is read again",
  }),
});

export const RunResult = Type.Object({
  runId: Type.String({description: "For GET /api/ask/{runId}, by the principal who evaluates"}),
  status: Type.String(),
  correct: Type.Boolean(),
  outcome: Type.Optional(
    Type.Union(
      (["answered", "asked_back", "refused", "failed"] as const).map(one => Type.Literal(one)),
      {
        description:
          "`asked_back`: the answer is a question back; `refused`: the answer says that the question cannot be answered; `failed`: there is no answer",
      },
    ),
  ),
  why: Type.Optional(Type.String({description: "Why the answer is not correct"})),
  figures: Figures,
  verifiedQuestionId: Type.Optional(Type.String()),
  rounds: Type.Integer(),
  tokens: Type.Integer(),
  durationMs: Type.Integer(),
});
export type RunResult = Static<typeof RunResult>;

export const Summary = Type.Object({
  cases: Type.Integer(),
  runs: Type.Integer(),
  correct: Type.Integer({description: "Runs with a correct answer"}),
  wrongButVerified: Type.Integer({
    description:
      "Verified figures that are wrong, and wrong answers that claim to be based on a verified question. Should be 0",
  }),
  tokens: Type.Integer(),
});
export type Summary = Static<typeof Summary>;

export const Compared = Type.Object({
  id: Type.String({description: "The previous evaluation with the same name"}),
  correct: Type.Integer(),
  worse: Type.Array(Type.String(), {
    description: "Questions that fewer runs answer correctly than before, the worst first",
  }),
  better: Type.Array(Type.String(), {description: "Questions that more runs answer correctly than before"}),
});
export type Compared = Static<typeof Compared>;

const listed = {
  id: Type.String(),
  projectId: Type.String(),
  name: Type.String(),
  status: EvaluationStatus,
  model: Type.String(),
  layer: Type.Optional(
    Type.Object({
      ref: Type.String(),
      commit: Type.Optional(
        Type.String({description: "The commit to which the ref pointed when it was read"}),
      ),
    }),
  ),
  cadence: Type.Optional(
    Type.Object(
      {cron: Type.String(), timezone: Type.String(), nextRun: NullableTime},
      {description: "Only if the evaluation is repeated"},
    ),
  ),
  repeats: Type.Optional(Type.String({description: "The evaluation whose cadence started this evaluation"})),
  createdAt: Time,
  finishedAt: NullableTime,
  summary: Type.Union([Summary, Type.Null()], {description: "null if the evaluation has not ended"}),
  comparedWith: Type.Optional(Compared),
  error: Type.Optional(Type.String()),
};

export const EvaluationListed = Type.Object(listed, {$id: "EvaluationSummary"});
export type EvaluationListed = Static<typeof EvaluationListed>;

export const EvaluationView = Type.Object(
  {
    ...listed,
    cases: Type.Array(
      Type.Object({
        question: Type.String(),
        expected: Type.Union(
          (["query", "rows", "figures", "no_answer", "asks_back"] as const).map(one => Type.Literal(one)),
        ),
        runs: Type.Array(RunResult),
      }),
      {description: "The cases with the most wrong runs first"},
    ),
  },
  {$id: "Evaluation"},
);
export type EvaluationView = Static<typeof EvaluationView>;

/** The stored definition of an evaluation. */
export const Definition = Type.Object({
  model: Type.String(),
  runs: Type.Integer(),
  layer: Type.Optional(Type.Object({ref: Type.String()})),
  cases: Type.Array(
    Type.Object({
      case: EvaluationCase,
      verifiedQuestionId: Type.Optional(Type.String()),
      datasetId: Type.Optional(
        Type.String({
          description: "The dataset that had the name of the query's model when the evaluation was saved",
        }),
      ),
    }),
  ),
});
export type Definition = Static<typeof Definition>;
