import {type Static, Type} from "@sinclair/typebox";
import {withReadOnly} from "../../ground/validate.ts";
import {ListedModel} from "../../querying/layers/schemas.ts";
import {ContentName, contentView, READ_ONLY, TeamId} from "../../tenancy/content-kinds/schemas.ts";

const closed = {additionalProperties: false} as const;
export const Time = Type.String({format: "date-time"});
export const NullableTime = Type.Union([Time, Type.Null()]);

const GROUNDING_TYPES = ["chart", "dashboard", "dataset", "sheet", "model", "project"] as const;

export const GroundingResource = Type.Object(
  {
    resourceType: Type.Union(GROUNDING_TYPES.map(type => Type.Literal(type))),
    resourceId: Type.String({
      minLength: 1,
      maxLength: 256,
      description: "Of a model `<projectId>/<model name>`",
    }),
  },
  {...closed, $id: "GroundingResource"},
);
export type GroundingResource = Static<typeof GroundingResource>;

export const GroundedModel = Type.Object(
  {projectId: Type.String(), ...ListedModel.properties},
  {$id: "GroundedModel"},
);
export type GroundedModel = Static<typeof GroundedModel>;

const Recipients = Type.Array(Type.String({maxLength: 320}), {description: "Addresses, at most 100"});

export const AgentOutput = Type.Union(
  [
    Type.Object({type: Type.Literal("report")}, closed),
    Type.Object({type: Type.Literal("email"), recipients: Recipients}, closed),
    Type.Object({type: Type.Literal("chart"), name: ContentName}, closed),
    Type.Object({type: Type.Literal("dashboard"), name: ContentName}, closed),
  ],
  {$id: "AgentOutput"},
);
export type AgentOutput = Static<typeof AgentOutput>;

const AgentCadence = Type.Object(
  {
    cron: Type.String({minLength: 1, maxLength: 200, description: "Five fields. At most every five minutes"}),
    timezone: Type.Optional(Type.String({minLength: 1, maxLength: 64, description: "IANA. Default UTC"})),
  },
  closed,
);

const MOST_TOKENS = 100_000_000;
const instructions = Type.String({minLength: 1, maxLength: 20_000, pattern: "\\S"});
const model = Type.String({
  minLength: 1,
  maxLength: 200,
  description: "`anthropic/<name>`, `openai/<name>`, or `local/<name>` of the server at LLM_BASE_URL",
});
const maxTokensPerRun = Type.Integer({minimum: 1000, maximum: MOST_TOKENS});
const maxRounds = Type.Integer({minimum: 1, maximum: 100, description: "Calls of the model in one run"});
const strict = Type.Boolean({
  description:
    "A run whose figures cannot all be verified gets one more round, and fails if it cannot mend them.",
});
const grounding = Type.Array(GroundingResource, {
  maxItems: 100,
  description: "All that its runs may read, as far as `runAs` may",
});

export const AgentInput = withReadOnly(
  Type.Object(
    {
      name: Type.Optional(ContentName),
      instructions,
      model,
      grounding: Type.Optional(grounding),
      outputs: Type.Optional(Type.Array(AgentOutput, {minItems: 1, maxItems: 10})),
      cadence: Type.Optional(Type.Union([AgentCadence, Type.Null()])),
      maxTokensPerRun: Type.Optional(maxTokensPerRun),
      maxRounds: Type.Optional(maxRounds),
      strict: Type.Optional(strict),
      teamId: Type.Optional(TeamId),
      ownAccount: Type.Optional(
        Type.Literal(true, {
          description:
            "When it is made: it runs as a service account of its own, which is made with it: an org-admin's, which may read and write, has no end and no attributes, and whose token nobody has. Default: as the caller",
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
    "pausedBecause",
    "hiddenGrounding",
    "groundedModels",
  ],
);
export type AgentInput = Static<typeof AgentInput>;

const RUN_STATUSES = ["queued", "running", "succeeded", "failed", "stopped", "cancelled", "skipped"] as const;
export const AgentRunStatus = Type.Union(
  RUN_STATUSES.map(status => Type.Literal(status)),
  {$id: "AgentRunStatus", description: "`stopped`: a bound was reached; what it had is kept"},
);

export const AgentView = Type.Object(
  {
    ...contentView,
    instructions,
    model,
    grounding,
    hiddenGrounding: Type.Optional(
      Type.Integer({description: "How many resources of the grounding the caller cannot see."}),
    ),
    groundedModels: Type.Optional(
      Type.Array(GroundedModel, {
        description:
          "Of one agent: the models that the grounding names, each with the fields that it takes in: its own, and dimensions over many-to-one and one-to-one joins. A whole project takes in all of its models and is not listed.",
      }),
    ),
    outputs: Type.Array(AgentOutput),
    cadence: Type.Union([Type.Object({cron: Type.String(), timezone: Type.String()}), Type.Null()]),
    maxTokensPerRun,
    maxRounds,
    strict,
    active: Type.Boolean(),
    runAs: Type.String({description: "Whose rights its runs have: who last saved it."}),
    nextRun: NullableTime,
    lastRun: Type.Union([
      Type.Object({id: Type.String(), status: AgentRunStatus, finishedAt: NullableTime}),
      Type.Null(),
    ]),
    warning: Type.Optional(Type.String({description: "Why it cannot run now, or not as it was meant."})),
    pausedBecause: Type.Optional(Type.String({description: "Why the service has paused it."})),
  },
  {$id: "Agent"},
);
export type AgentView = Static<typeof AgentView>;
