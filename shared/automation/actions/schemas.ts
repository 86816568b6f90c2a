import {type Static, Type} from "@sinclair/typebox";
import {EVENTS} from "../../ground/events/types.ts";
import {withReadOnly} from "../../ground/validate.ts";
import {Query} from "../../semantic/documents.ts";
import {ContentName, contentView, READ_ONLY, TeamId} from "../../tenancy/content-kinds/schemas.ts";

const closed = {additionalProperties: false} as const;
export const Time = Type.String({format: "date-time"});
export const nullable = (schema: ReturnType<typeof Type.String>) => Type.Union([schema, Type.Null()]);
const Id = Type.String({minLength: 1, maxLength: 64});

const cadence = {
  cron: Type.String({minLength: 1, maxLength: 200, description: "Five fields. At most every five minutes"}),
  timezone: Type.Optional(Type.String({minLength: 1, maxLength: 64, description: "IANA. Default UTC"})),
};

const MeasureName = Type.String({minLength: 1, maxLength: 600, description: "One of the query's measures"});

const Compare = Type.Union([
  Type.Object({measure: MeasureName}, closed),
  Type.Object(
    {
      offset: Type.Object(
        {
          unit: Type.Union(
            (["day", "week", "month", "quarter", "year"] as const).map(unit => Type.Literal(unit)),
          ),
          count: Type.Integer({minimum: 1, maximum: 1000}),
        },
        {...closed, description: "The same measure as the query's relative periods were that long ago"},
      ),
      sameDays: Type.Optional(
        Type.Boolean({
          description:
            "Of a period that goes on, such as this month, its days until now are compared with the same days then. False: the whole period with the whole one. Default true",
        }),
      ),
      change: Type.Optional(
        Type.Union([Type.Literal("absolute"), Type.Literal("percent")], {
          description:
            "The change since then is compared with `value`; without it the measure with itself then",
        }),
      ),
    },
    closed,
  ),
]);
export type Offset = Extract<Static<typeof Compare>, {offset: unknown}>;

const Threshold = Type.Object(
  {
    type: Type.Literal("threshold"),
    query: Query,
    measure: MeasureName,
    op: Type.Union(([">", ">=", "<", "<=", "=", "!="] as const).map(op => Type.Literal(op))),
    value: Type.Optional(
      Type.Number({description: "What the measure, or its `change`, is compared with; or `compare`"}),
    ),
    compare: Type.Optional(Compare),
    mode: Type.Union(
      (["became_true", "changed", "while_true"] as const).map(mode => Type.Literal(mode)),
      {description: "Judged for each combination of the query's dimensions"},
    ),
    remindEvery: Type.Optional(
      Type.Object(
        {
          unit: Type.Union((["minute", "hour", "day"] as const).map(unit => Type.Literal(unit))),
          count: Type.Integer({minimum: 1, maximum: 10_000}),
        },
        {...closed, description: "With `while_true`: no more often than this"},
      ),
    ),
    resetAt: Type.Optional(
      Type.Number({description: "Once it holds it holds until this value is passed as well"}),
    ),
    ...cadence,
  },
  closed,
);
export type Threshold = Static<typeof Threshold>;

const EventTrigger = Type.Object(
  {
    type: Type.Literal("event"),
    event: Type.Union(EVENTS.map(event => Type.Literal(event))),
    resourceId: Type.Optional({
      ...Id,
      description:
        "Only of this one: an agent (`agent.finished`), a project (`dataset.created`, `evaluation.worse`, `project.synced`, `project.sync_failed`, `rollup.failed`), a schedule, an action or an agent (`delivery.failed`), a project or a connection (`query.failed`)",
    }),
  },
  {...closed, description: "Happens to what `runAs` can see; `query.failed`: its own queries"},
);
export type EventTrigger = Static<typeof EventTrigger>;

export const ActionTrigger = Type.Union(
  [
    Type.Object({type: Type.Literal("manual")}, closed),
    Type.Object({type: Type.Literal("schedule"), ...cadence}, closed),
    Threshold,
    EventTrigger,
  ],
  {$id: "ActionTrigger", description: "Every action can be run by hand as well."},
);
export type ActionTrigger = Static<typeof ActionTrigger>;

const onFailure = Type.Optional(
  Type.Union([Type.Literal("stop"), Type.Literal("continue")], {
    description: "What becomes of the effects behind it. Default stop",
  }),
);

const EmailEffect = Type.Object(
  {
    type: Type.Literal("email"),
    recipients: Type.Array(Type.String({maxLength: 320}), {description: "Addresses, at most 100"}),
    subject: Type.String({minLength: 1, maxLength: 200, pattern: "\\S"}),
    message: Type.String({
      maxLength: 5000,
      description:
        "Plain text. Placeholders: {{action}}, {{time}}, {{run}}, {{count}}, {{measure}}, {{value}}, {{event}}, {{resource}}",
    }),
    chartId: Type.Optional(Id),
    onFailure,
  },
  closed,
);

const SnapshotEffect = Type.Object(
  {
    type: Type.Literal("snapshot_dataset"),
    name: {...ContentName, description: "Date and time are put behind it; the slug ends with the date"},
    query: Query,
    projectId: Type.Optional(Type.String({maxLength: 64, description: "Default: the query's"})),
    keep: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        description:
          "How many of them stay: the oldest beyond that are deleted where nothing uses them. Needs the scope `manage`",
      }),
    ),
    onFailure,
  },
  closed,
);

export const Effect = Type.Union(
  [
    EmailEffect,
    Type.Object({type: Type.Literal("run_delivery"), scheduleId: Id, onFailure}, closed),
    Type.Object(
      {type: Type.Literal("sync_project"), projectId: Id, onFailure},
      {...closed, description: "Saved by the service account of an org-admin"},
    ),
    SnapshotEffect,
    Type.Object(
      {type: Type.Literal("run_agent"), agentId: Id, onFailure},
      {...closed, description: "Saved, and run, with the rights of an org-admin's service account"},
    ),
  ],
  {$id: "ActionEffect"},
);
type AnyEffect = Static<typeof Effect>;
export type EmailEffect = Static<typeof EmailEffect>;
export interface SnapshotEffect extends Omit<Static<typeof SnapshotEffect>, "query"> {
  query: Query;
}
export type Effect = Exclude<AnyEffect, {type: "snapshot_dataset"}> | SnapshotEffect;

const own = {
  trigger: ActionTrigger,
  effects: Type.Array(Effect, {minItems: 1, maxItems: 10, description: "Carried out in order"}),
};

export const ActionInput = withReadOnly(
  Type.Object({name: ContentName, ...own, teamId: Type.Optional(TeamId)}, {...closed, $id: "ActionInput"}),
  [...READ_ONLY, "active", "runAs", "nextRun", "lastRun", "pausedBecause"],
);
export type ActionInput = Static<typeof ActionInput>;

export const ActionView = Type.Object(
  {
    ...contentView,
    ...own,
    active: Type.Boolean(),
    runAs: Type.String({description: "Whose rights its runs have: who last saved its trigger or effects."}),
    nextRun: Type.Optional(nullable(Time)),
    lastRun: Type.Union([
      Type.Object({id: Type.String(), status: Type.String(), finishedAt: nullable(Time)}),
      Type.Null(),
    ]),
    pausedBecause: Type.Optional(Type.String({description: "Why the service has paused it."})),
  },
  {$id: "Action"},
);
export type ActionView = Static<typeof ActionView>;
