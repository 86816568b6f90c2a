import {type Static, Type} from "@sinclair/typebox";
import {withReadOnly} from "../../core/validate.ts";
import {ListedModel} from "../../querying/layers/schemas.ts";
import {ContentName, contentView, READ_ONLY, TeamId} from "../../tenancy/content-kinds/schemas.ts";

const closed = {additionalProperties: false} as const;
export const Time = Type.String({format: "date-time"});
export const NullableTime = Type.Union([Time, Type.Null()]);

const GROUNDING_TYPES = ["chart", "dashboard", "dataset", "sheet", "model", "project"] as const;

export const GroundingResource = Type.Object(
  {
    resourceType: Type.Union(
      GROUNDING_TYPES.map(type => Type.Literal(type)),
      {apiDescription: "The type of the resource"},
    ),
    resourceId: Type.String({
      minLength: 1,
      maxLength: 256,
      description: "The id of the resource; for a model `<projectId>/<model name>`",
    }),
  },
  {...closed, $id: "GroundingResource"},
);
export type GroundingResource = Static<typeof GroundingResource>;

export const GroundedModel = Type.Object(
  {projectId: Type.String({description: "The project of the model."}), ...ListedModel.properties},
  {$id: "GroundedModel"},
);
export type GroundedModel = Static<typeof GroundedModel>;

const Recipients = Type.Array(Type.String({maxLength: 320}), {description: "Email addresses, at most 100"});

const outputType = <T extends string>(type: T) =>
  Type.Literal(type, {
    apiDescription:
      "`report`: the text of the answer, with its figures. `email`: a mail with the answer and its charts. `chart`: one of its charts, saved. `dashboard`: a dashboard of all of its charts",
  });

export const AgentOutput = Type.Union(
  [
    Type.Object({type: outputType("report")}, closed),
    Type.Object({type: outputType("email"), recipients: Recipients}, closed),
    Type.Object({type: outputType("chart"), name: ContentName}, closed),
    Type.Object({type: outputType("dashboard"), name: ContentName}, closed),
  ],
  {$id: "AgentOutput"},
);
export type AgentOutput = Static<typeof AgentOutput>;

const AgentCadence = Type.Object(
  {
    cron: Type.String({
      minLength: 1,
      maxLength: 200,
      description: "A cron expression of five fields, due at most every five minutes: `0 8 * * 1`",
    }),
    timezone: Type.Optional(
      Type.String({minLength: 1, maxLength: 64, description: "IANA name. Default UTC"}),
    ),
  },
  closed,
);

const MAX_TOKENS = 100_000_000;
const instructions = Type.String({
  minLength: 1,
  maxLength: 20_000,
  pattern: "\\S",
  description: "The task, at most 20,000 characters, not blank",
});
const model = Type.String({
  minLength: 1,
  maxLength: 200,
  description:
    "The language model: `anthropic/<name>`, `openai/<name>`, or `local/<name>` of the operator's own server",
});
const maxTokensPerRun = Type.Integer({
  minimum: 1000,
  maximum: MAX_TOKENS,
  description: "The most tokens of one run, prompts and answers. Default 200,000",
});
const maxRounds = Type.Integer({
  minimum: 1,
  maximum: 100,
  description: "The most calls of the model in one run. Default 12",
});
const strict = Type.Boolean({
  description:
    "`true`: if some figures of a run cannot be verified, the run gets one more round to correct them, and then fails if that does not help. Default `false`",
});
const grounding = Type.Array(GroundingResource, {
  maxItems: 100,
  description: "What the agent's runs may read, within the rights of `runAs`",
});

export const AgentInput = withReadOnly(
  Type.Object(
    {
      name: Type.Optional({
        ...ContentName,
        apiDescription:
          "The name that people see: 1 to 200 characters, not only blanks. Default: the first words of the instructions",
      }),
      instructions,
      model,
      grounding: Type.Optional(grounding),
      outputs: Type.Optional(
        Type.Array(AgentOutput, {
          minItems: 1,
          maxItems: 10,
          description: "What a run creates. Default: a report",
        }),
      ),
      cadence: Type.Optional(
        Type.Union([AgentCadence, Type.Null()], {
          description: "When the agent runs. Default null: only by hand",
        }),
      ),
      maxTokensPerRun: Type.Optional(maxTokensPerRun),
      maxRounds: Type.Optional(maxRounds),
      strict: Type.Optional(strict),
      teamId: Type.Optional(TeamId),
      ownAccount: Type.Optional(
        Type.Literal(true, {
          description:
            "Only on creation. `true`: the agent runs as a service account of its own, which is created together with the agent. The account is an org-admin with the scopes `read` and `write`, without attributes and expiry, and nobody has its token. Default: the agent runs as the caller",
        }),
      ),
    },
    {...closed, $id: "AgentInput"},
  ),
  [
    ...READ_ONLY,
    "active",
    "runAs",
    "nextRun",
    "lastRun",
    "warning",
    "warnings",
    "pausedBecause",
    "hiddenGrounding",
    "groundedModels",
  ],
);
export type AgentInput = Static<typeof AgentInput>;

const RUN_STATUSES = ["queued", "running", "succeeded", "failed", "stopped", "cancelled", "skipped"] as const;
export const AgentRunStatus = Type.Union(
  RUN_STATUSES.map(status => Type.Literal(status)),
  {
    $id: "AgentRunStatus",
    description:
      "`stopped`: a limit was reached, and partial output is stored. `skipped`: the agent did not run, and `error` says why",
  },
);

export const AgentView = Type.Object(
  {
    ...contentView,
    instructions,
    model,
    grounding,
    hiddenGrounding: Type.Optional(
      Type.Integer({
        description: "The number of further resources in the grounding, which the caller cannot see.",
      }),
    ),
    groundedModels: Type.Optional(
      Type.Array(GroundedModel, {
        description:
          "Only when one agent is read: the models that the grounding names, each with the fields that runs can query: the model's own fields, and dimensions over many-to-one and one-to-one joins. A project in the grounding covers all of its models, which are not listed.",
      }),
    ),
    outputs: Type.Array(AgentOutput, {description: "What a run creates."}),
    cadence: Type.Union(
      [
        Type.Object({
          cron: Type.String({description: "A cron expression of five fields."}),
          timezone: Type.String({description: "IANA name, in which the cron is read."}),
        }),
        Type.Null(),
      ],
      {
        description: "null if the agent runs only by hand.",
      },
    ),
    maxTokensPerRun,
    maxRounds,
    strict,
    active: Type.Boolean({description: "`false`: the agent is paused, and runs only by hand."}),
    runAs: Type.String({
      description:
        "The principal with whose rights the agent runs. This is the principal that last changed what the agent reads or creates.",
    }),
    nextRun: {...NullableTime, description: "null if the agent is paused or has no cadence."},
    lastRun: Type.Union(
      [
        Type.Object({
          id: Type.String({description: "The id of the run."}),
          status: AgentRunStatus,
          finishedAt: {...NullableTime, description: "When the run ended; null: it has not ended."},
        }),
        Type.Null(),
      ],
      {description: "null if the agent has not run yet."},
    ),
    warning: Type.Optional(Type.String({description: "Why the agent cannot run now, or not as intended."})),
    warnings: Type.Optional(
      Type.Array(Type.String(), {
        description:
          "Resources of the grounding whose rows depend on attributes that `runAs` lacks. Only in the answer of a call that saves the agent.",
      }),
    ),
    pausedBecause: Type.Optional(
      Type.String({description: "The reason why the service has paused the agent."}),
    ),
  },
  {$id: "Agent"},
);
export type AgentView = Static<typeof AgentView>;
