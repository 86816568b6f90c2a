import {type Static, Type} from "@sinclair/typebox";
import {EvaluationCase} from "./case-schemas.ts";

const closed = {additionalProperties: false} as const;
const Time = Type.String({format: "date-time"});
const NullableTime = Type.Union([Time, Type.Null()]);

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
  {description: "`queued` and `running` have not ended, the others are final"},
);
export type EvaluationStatus = Static<typeof EvaluationStatus>;

export const EvaluationStarted = Type.Object(
  {id: Type.String({description: "The id of the evaluation"}), status: EvaluationStatus},
  {$id: "EvaluationStarted"},
);

const Figures = Type.Object(
  {
    verified: Type.Integer({description: "Figures that the service has verified"}),
    unverified: Type.Integer({description: "Figures that the service has marked as unverified"}),
    wrong: Type.Integer({
      description: "Verified figures that differ from the cited cell when the cell is read again",
    }),
  },
  {description: "How many figures of the answer are right"},
);

export const RunResult = Type.Object({
  runId: Type.String({description: "For GET /api/ask/{runId}, by the principal who evaluates"}),
  status: Type.String({description: "The status of the run, as of `GET /api/ask/{runId}`"}),
  correct: Type.Boolean({description: "Whether the answer is correct"}),
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
  verifiedQuestionId: Type.Optional(
    Type.String({description: "The verified question on which the answer says it is based"}),
  ),
  rounds: Type.Integer({description: "How many calls of the model the answer took"}),
  tokens: Type.Integer({description: "How many tokens the answer took"}),
  durationMs: Type.Integer({description: "How long the answer took, in milliseconds"}),
});
export type RunResult = Static<typeof RunResult>;

export const Summary = Type.Object({
  cases: Type.Integer({description: "How many questions were asked"}),
  runs: Type.Integer({description: "How often questions were asked, in all"}),
  correct: Type.Integer({description: "Runs with a correct answer"}),
  wrongButVerified: Type.Integer({
    description:
      "Verified figures that are wrong, and wrong answers that claim to be based on a verified question. Should be 0",
  }),
  tokens: Type.Integer({description: "How many tokens the evaluation took"}),
});
export type Summary = Static<typeof Summary>;

export const Compared = Type.Object(
  {
    id: Type.String({description: "The previous evaluation with the same name"}),
    correct: Type.Integer({description: "Runs with a correct answer in that evaluation"}),
    worse: Type.Array(Type.String(), {
      description: "Questions that fewer runs answer correctly than before, the worst first",
    }),
    better: Type.Array(Type.String(), {description: "Questions that more runs answer correctly than before"}),
  },
  {description: "The comparison with the previous evaluation of the same name"},
);
export type Compared = Static<typeof Compared>;

const listed = {
  id: Type.String({description: "The id of the evaluation"}),
  projectId: Type.String({description: "The project whose questions are asked"}),
  name: Type.String({description: "The name by which evaluations are compared"}),
  status: EvaluationStatus,
  model: Type.String({description: "The language model"}),
  layer: Type.Optional(
    Type.Object(
      {
        ref: Type.String({description: "The branch or commit that was given"}),
        commit: Type.Optional(
          Type.String({description: "The commit to which the ref pointed when it was read"}),
        ),
      },
      {description: "The layer over which the questions are asked. Absent: the current layer"},
    ),
  ),
  cadence: Type.Optional(
    Type.Object(
      {
        cron: Type.String({description: "A cron expression of five fields"}),
        timezone: Type.String({description: "IANA name, in which the cron is read"}),
        nextRun: {...NullableTime, description: "When the evaluation is repeated next; null: no more"},
      },
      {description: "Only if the evaluation is repeated"},
    ),
  ),
  repeats: Type.Optional(Type.String({description: "The evaluation whose cadence started this evaluation"})),
  createdAt: {...Time, description: "When the evaluation was queued"},
  finishedAt: {...NullableTime, description: "When the evaluation ended; null: it has not ended"},
  summary: Type.Union([Summary, Type.Null()], {description: "null if the evaluation has not ended"}),
  comparedWith: Type.Optional(Compared),
  error: Type.Optional(Type.String({description: "Why the evaluation failed"})),
};

export const EvaluationListed = Type.Object(listed, {$id: "EvaluationSummary"});
export type EvaluationListed = Static<typeof EvaluationListed>;

export const EvaluationView = Type.Object(
  {
    ...listed,
    cases: Type.Array(
      Type.Object({
        question: Type.String({description: "The question in words"}),
        expected: Type.Union(
          (["query", "rows", "figures", "no_answer", "asks_back"] as const).map(one => Type.Literal(one)),
          {description: "What a correct answer is, as in the case"},
        ),
        runs: Type.Array(RunResult, {description: "The answers to the question, each with its judgement"}),
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
