import {type Static, Type} from "@sinclair/typebox";
import {EVENTS} from "../../core/events/types.ts";
import {withReadOnly} from "../../core/validate.ts";
import {Query} from "../../semantic/documents.ts";
import {ContentName, contentView, READ_ONLY, TeamId} from "../../tenancy/content-kinds/schemas.ts";
import {ThresholdOperator} from "../schedules/threshold-operators.ts";
import {Compare, MeasureName, unitOf} from "./comparison.ts";

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

const variant = <T extends string>(type: T) =>
  Type.Literal(type, {apiDescription: "The type, which decides the other keys"});

const Threshold = Type.Object(
  {
    type: variant("threshold"),
    query: Query,
    measure: MeasureName,
    op: ThresholdOperator,
    value: Type.Optional(
      Type.Number({
        description:
          "The value with which the measure, or its `change`, is compared. Required unless `compare` says what to compare with",
      }),
    ),
    compare: Type.Optional(Compare),
    mode: Type.Union(
      (["became_true", "changed", "while_true"] as const).map(mode => Type.Literal(mode)),
      {
        description:
          "When the threshold fires, for each combination of the query's dimensions: once the condition becomes true; whenever the condition becomes true or false; or at every check while the condition is true",
      },
    ),
    remindEvery: Type.Optional(
      Type.Object(
        {
          unit: unitOf("minute", "hour", "day"),
          count: Type.Integer({minimum: 1, maximum: 10_000, apiDescription: "How many units, 1 to 10,000"}),
        },
        {...closed, description: "With `while_true`: fires at most this often"},
      ),
    ),
    resetAt: Type.Optional(
      Type.Number({
        description:
          "Once the condition is true, it counts as true until the measure also passes this value (hysteresis)",
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
    type: variant("event"),
    event: Type.Union(
      EVENTS.map(event => Type.Literal(event)),
      {apiDescription: "The events that start a run"},
    ),
    resourceId: Type.Optional({
      ...Id,
      description:
        "Only events of this resource: an agent (`agent.finished`), a project (`dataset.created`, `evaluation.worse`, `project.synced`, `project.sync_failed`, `rollup.failed`), a schedule, an action or an agent (`delivery.failed`), a project or a connection (`query.failed`)",
    }),
  },
  {
    ...closed,
    description:
      "Only events of resources that `runAs` can see; for `query.failed` only of the queries of `runAs`",
  },
);
export type EventTrigger = Static<typeof EventTrigger>;

export const ActionTrigger = Type.Union(
  [
    Type.Object({type: variant("manual")}, {...closed, description: "Runs only by hand"}),
    Type.Object(
      {type: variant("schedule"), ...cadence},
      {...closed, description: "Runs whenever the cron is due"},
    ),
    Threshold,
    EventTrigger,
  ],
  {$id: "ActionTrigger", description: "When the action runs. Every action can also be run by hand."},
);
export type ActionTrigger = Static<typeof ActionTrigger>;

const onFailure = Type.Optional(
  Type.Union([Type.Literal("stop"), Type.Literal("continue")], {
    description:
      "If this effect fails, the later effects are skipped (`stop`) or still carried out (`continue`). Default stop",
  }),
);

const EmailEffect = Type.Object(
  {
    type: variant("email"),
    recipients: Type.Array(Type.String({maxLength: 320}), {description: "Email addresses, at most 100"}),
    subject: Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: "\\S",
      apiDescription:
        "The subject of the mail, not blank, at most 200 characters, with the placeholders of `message`",
    }),
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
    type: variant("snapshot_dataset"),
    name: {
      ...ContentName,
      description:
        "The beginning of the datasets' names, which end with date and time. The slug ends with the date",
    },
    query: Query,
    projectId: Type.Optional(Type.String({maxLength: 64, description: "Default: the query's project"})),
    keep: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        description:
          "How many of these datasets are kept. Older datasets are deleted unless something uses them. Default: all. Needs the scope `manage`",
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
      {
        type: variant("run_delivery"),
        scheduleId: {...Id, apiDescription: "The id of the schedule that is sent"},
        onFailure,
      },
      {...closed, description: "Sends a schedule's mail to its recipients"},
    ),
    Type.Object(
      {
        type: variant("sync_project"),
        projectId: {...Id, apiDescription: "The id of the project that is synced"},
        onFailure,
      },
      {
        ...closed,
        description:
          "Syncs a project's layer with its repository. Only the service account of an org-admin can save this effect",
      },
    ),
    SnapshotEffect,
    Type.Object(
      {
        type: variant("run_agent"),
        agentId: {...Id, apiDescription: "The id of the agent that runs"},
        onFailure,
      },
      {
        ...closed,
        description: "Runs an agent. Only the service account of an org-admin can save this effect",
      },
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
  [...READ_ONLY, "active", "runAs", "nextRun", "lastRun", "pausedBecause", "warnings"],
);
export type ActionInput = Static<typeof ActionInput>;

export const ActionView = Type.Object(
  {
    ...contentView,
    ...own,
    active: Type.Boolean({description: "`false`: the action is paused, and runs only by hand."}),
    runAs: Type.String({
      description:
        "The principal with whose rights the action runs. This is the principal that last changed its trigger or effects.",
    }),
    nextRun: Type.Optional({
      ...nullable(Time),
      description: "Only with a cron: the next time when the action is due; null while the action is paused.",
    }),
    lastRun: Type.Union(
      [
        Type.Object({
          id: Type.String({description: "The id of the run."}),
          status: Type.String({
            description: "The status of the run, as of `GET /api/actions/{actionId}/runs`.",
          }),
          finishedAt: {...nullable(Time), description: "When the run ended; null: it has not ended."},
        }),
        Type.Null(),
      ],
      {description: "null if the action has not run yet."},
    ),
    pausedBecause: Type.Optional(
      Type.String({description: "The reason why the service has paused the action."}),
    ),
    warnings: Type.Optional(
      Type.Array(Type.String(), {
        description:
          "Failures that the next run will have. Only in the answer of a call that saves the action.",
      }),
    ),
  },
  {$id: "Action"},
);
export type ActionView = Static<typeof ActionView>;
