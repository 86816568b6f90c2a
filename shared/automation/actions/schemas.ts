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
  cron: Type.String({
    minLength: 1,
    maxLength: 200,
    description: "A cron expression of five fields, due at most every five minutes: `0 8 * * 1`",
  }),
  timezone: Type.Optional(Type.String({minLength: 1, maxLength: 64, description: "IANA name. Default UTC"})),
};

const MeasureName = Type.String({
  minLength: 1,
  maxLength: 600,
  description: "One of the query's measures, or the name of a calculation",
});

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
        {
          ...closed,
          description: "Compares with the same measure so long ago: the query's relative periods are moved",
        },
      ),
      sameDays: Type.Optional(
        Type.Boolean({
          description:
            "`true`: of a period that is not over, such as this month, the days until now are compared with the same days then. `false`: whole periods are compared. Default `true`",
        }),
      ),
      change: Type.Optional(
        Type.Union([Type.Literal("absolute"), Type.Literal("percent")], {
          description:
            "Compares the change since then with `value`; with `percent` 10 means +10 %. Without it the measure is compared with its own earlier value",
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
      Type.Number({
        description:
          "What the measure, or its `change`, is compared with. Required unless `compare` names what to compare with",
      }),
    ),
    compare: Type.Optional(Compare),
    mode: Type.Union(
      (["became_true", "changed", "while_true"] as const).map(mode => Type.Literal(mode)),
      {
        description:
          "When it fires, for each combination of the query's dimensions: once the condition becomes true; whenever it becomes true or false; or at every check while it is true",
      },
    ),
    remindEvery: Type.Optional(
      Type.Object(
        {
          unit: Type.Union((["minute", "hour", "day"] as const).map(unit => Type.Literal(unit))),
          count: Type.Integer({minimum: 1, maximum: 10_000}),
        },
        {...closed, description: "With `while_true`: fires at most this often"},
      ),
    ),
    resetAt: Type.Optional(
      Type.Number({
        description:
          "Once the condition holds, it counts as holding until this value is passed as well (hysteresis)",
      }),
    ),
    ...cadence,
  },
  {
    ...closed,
    description: "Runs the query whenever the cron is due, and compares `measure` in each of its rows",
  },
);
export type Threshold = Static<typeof Threshold>;

const EventTrigger = Type.Object(
  {
    type: Type.Literal("event"),
    event: Type.Union(EVENTS.map(event => Type.Literal(event))),
    resourceId: Type.Optional({
      ...Id,
      description:
        "Only events of this resource: an agent (`agent.finished`), a project (`dataset.created`, `evaluation.worse`, `project.synced`, `project.sync_failed`, `rollup.failed`), a schedule, an action or an agent (`delivery.failed`), a project or a connection (`query.failed`)",
    }),
  },
  {...closed, description: "Events of what `runAs` can see; for `query.failed` of its own queries"},
);
export type EventTrigger = Static<typeof EventTrigger>;

export const ActionTrigger = Type.Union(
  [
    Type.Object({type: Type.Literal("manual")}, {...closed, description: "Runs by hand alone"}),
    Type.Object(
      {type: Type.Literal("schedule"), ...cadence},
      {...closed, description: "Runs whenever the cron is due"},
    ),
    Threshold,
    EventTrigger,
  ],
  {$id: "ActionTrigger", description: "When the action runs. Every action can be run by hand as well."},
);
export type ActionTrigger = Static<typeof ActionTrigger>;

const onFailure = Type.Optional(
  Type.Union([Type.Literal("stop"), Type.Literal("continue")], {
    description:
      "If this effect fails, the ones after it are skipped (`stop`) or done all the same (`continue`). Default stop",
  }),
);

const EmailEffect = Type.Object(
  {
    type: Type.Literal("email"),
    recipients: Type.Array(Type.String({maxLength: 320}), {description: "Email addresses, at most 100"}),
    subject: Type.String({minLength: 1, maxLength: 200, pattern: "\\S"}),
    message: Type.String({
      maxLength: 5000,
      description:
        "Plain text. Placeholders: {{action}}, {{time}}, {{run}}, {{count}}, {{measure}}, {{value}}, {{event}}, {{resource}}",
    }),
    chartId: Type.Optional({...Id, description: "A chart whose picture is in the mail"}),
    onFailure,
  },
  {...closed, description: "Sends a mail"},
);

const SnapshotEffect = Type.Object(
  {
    type: Type.Literal("snapshot_dataset"),
    name: {
      ...ContentName,
      description:
        "The beginning of the datasets' names: date and time follow it. The slug ends with the date",
    },
    query: Query,
    projectId: Type.Optional(Type.String({maxLength: 64, description: "Default: that of the query"})),
    keep: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        description:
          "How many of these datasets are kept: older ones are deleted unless something uses them. Default: all. Needs the scope `manage`",
      }),
    ),
    onFailure,
  },
  {...closed, description: "Saves the query's result as a new snapshot dataset"},
);

export const Effect = Type.Union(
  [
    EmailEffect,
    Type.Object(
      {type: Type.Literal("run_delivery"), scheduleId: Id, onFailure},
      {...closed, description: "Sends a schedule's mail to its recipients"},
    ),
    Type.Object(
      {type: Type.Literal("sync_project"), projectId: Id, onFailure},
      {
        ...closed,
        description:
          "Syncs a project's layer with its repository. Only the service account of an org-admin can save it",
      },
    ),
    SnapshotEffect,
    Type.Object(
      {type: Type.Literal("run_agent"), agentId: Id, onFailure},
      {...closed, description: "Runs an agent. Only the service account of an org-admin can save it"},
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
  effects: Type.Array(Effect, {minItems: 1, maxItems: 10, description: "Done in order"}),
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
    runAs: Type.String({
      description: "The principal whose rights its runs have: who last changed its trigger or effects.",
    }),
    nextRun: Type.Optional({
      ...nullable(Time),
      description: "Only with a cron: when it is due next; null while it is paused.",
    }),
    lastRun: Type.Union(
      [Type.Object({id: Type.String(), status: Type.String(), finishedAt: nullable(Time)}), Type.Null()],
      {description: "null: it has not run yet."},
    ),
    pausedBecause: Type.Optional(Type.String({description: "Why the service has paused it."})),
  },
  {$id: "Action"},
);
export type ActionView = Static<typeof ActionView>;
