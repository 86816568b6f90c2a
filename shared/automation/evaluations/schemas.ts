import {type Static, Type} from "@sinclair/typebox";
import {Query} from "../../semantic/documents.ts";

const closed = {additionalProperties: false} as const;
const Time = Type.String({format: "date-time"});
const NullableTime = Type.Union([Time, Type.Null()]);
const question = Type.String({minLength: 1, maxLength: 4000, pattern: "\\S"});
const Cell = Type.Union([Type.String({maxLength: 10_000}), Type.Number(), Type.Boolean(), Type.Null()]);

const FigureValue = Type.Union([Type.String({minLength: 1, maxLength: 100}), Type.Number()]);
const Figure = Type.Union(
  [
    FigureValue,
    Type.Object(
      {
        value: FigureValue,
        tolerance: Type.Number({
          minimum: 0,
          description: "In the unit of the value: 0.5 of `12.5 %` is half a point",
        }),
      },
      closed,
    ),
  ],
  {description: 'As people write it: 1234, "1,234", "12.5 %", "€1.2M"'},
);
export type Figure = Static<typeof Figure>;

/** What a right answer is: the rows of a query, these rows, these figures, none, or a question back. */
const EvaluationCase = Type.Union(
  [
    Type.Object({question, query: Query}, {...closed, description: "The rows that the query gives now"}),
    Type.Object(
      {question, rows: Type.Array(Type.Array(Cell, {maxItems: 50}), {minItems: 1, maxItems: 1000})},
      {...closed, description: "These rows, in any order, their columns in any order and under any name"},
    ),
    Type.Object(
      {question, figures: Type.Array(Figure, {minItems: 1, maxItems: 50})},
      {
        ...closed,
        description:
          "Each of these figures is a verified one of the answer, within half of its last digit or its tolerance",
      },
    ),
    Type.Object(
      {question, answerable: Type.Literal(false)},
      {...closed, description: "It cannot be answered, and a right answer says so and gives no figure"},
    ),
    Type.Object(
      {question, asksBack: Type.Literal(true)},
      {...closed, description: "It can mean several things, and a right answer asks back which"},
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
        description: "Evaluations of one name are compared with each other. Default: the model's",
      }),
    ),
    model: Type.Optional(
      Type.String({minLength: 1, maxLength: 200, description: "Default as for POST /api/ask"}),
    ),
    runs: Type.Optional(Type.Integer({minimum: 1, maximum: 10, description: "Of each case. Default 1"})),
    layer: Type.Optional(
      Type.Object(
        {ref: Type.String({minLength: 1, maxLength: 255})},
        {
          ...closed,
          description:
            "A branch of the project's repository, or a commit by its 40 digits: the questions are asked over the layer there",
        },
      ),
    ),
    cadence: Type.Optional(
      Type.Object(
        {
          cron: Type.String({
            minLength: 1,
            maxLength: 200,
            description: "Five fields. At most every five minutes",
          }),
          timezone: Type.Optional(
            Type.String({minLength: 1, maxLength: 64, description: "IANA. Default UTC"}),
          ),
        },
        {...closed, description: "When it is asked again, as an agent's, until it is deleted"},
      ),
    ),
    ownAccount: Type.Optional(
      Type.Literal(true, {
        description:
          "It is asked as a service account of its own, which is made with it: an org-admin's, which may read and write, has no end and no attributes, and whose token nobody has. Default: as the caller",
      }),
    ),
    cases: Type.Optional(
      Type.Array(EvaluationCase, {
        minItems: 1,
        maxItems: 500,
        description:
          "Default: the project's verified questions, of which each is left out of the examples of its own run",
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
  verified: Type.Integer({description: "Which the service has verified"}),
  unverified: Type.Integer({description: "Which it has marked unverified"}),
  wrong: Type.Integer({
    description: "Of the verified ones those that the cell they cite does not say, read once more",
  }),
});

export const RunResult = Type.Object({
  runId: Type.String({description: "GET /api/ask/{runId} of who evaluates"}),
  status: Type.String(),
  correct: Type.Boolean(),
  outcome: Type.Optional(
    Type.Union(
      (["answered", "asked_back", "refused", "failed"] as const).map(one => Type.Literal(one)),
      {description: "`refused`: it says that it cannot answer; `failed`: there is no answer"},
    ),
  ),
  why: Type.Optional(Type.String({description: "Why it is not correct"})),
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
  correct: Type.Integer({description: "Runs with a right answer"}),
  wrongButVerified: Type.Integer({
    description:
      "Verified figures that are wrong, and wrong answers that are called made of a verified question. Must be 0",
  }),
  tokens: Type.Integer(),
});
export type Summary = Static<typeof Summary>;

export const Compared = Type.Object({
  id: Type.String({description: "The evaluation of the same name before this one"}),
  correct: Type.Integer(),
  worse: Type.Array(Type.String(), {
    description: "Questions that fewer runs answer rightly, the worst first",
  }),
  better: Type.Array(Type.String()),
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
      commit: Type.Optional(Type.String({description: "The commit that the ref was when it was read"})),
    }),
  ),
  cadence: Type.Optional(
    Type.Object(
      {cron: Type.String(), timezone: Type.String(), nextRun: NullableTime},
      {description: "Of one that is asked again"},
    ),
  ),
  repeats: Type.Optional(Type.String({description: "The evaluation whose cadence has begun this one"})),
  createdAt: Time,
  finishedAt: NullableTime,
  summary: Type.Union([Summary, Type.Null()], {description: "null: it has not ended"}),
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
      {description: "Those with the most wrong runs first"},
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
