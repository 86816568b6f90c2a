import {type Static, Type} from "@sinclair/typebox";
import {EVENTS} from "../../core/events/types.ts";
import {Found} from "../deliveries/triggering-rows.ts";
import {RunStatus} from "../schedules/schemas.ts";
import {Effect, nullable, Time} from "./schemas.ts";

const closed = {additionalProperties: false} as const;

const EffectStatus = Type.Union(
  (["queued", "succeeded", "failed", "skipped"] as const).map(status => Type.Literal(status)),
  {
    description: "`skipped`: not carried out, because an earlier effect failed or the run ended before it.",
  },
);

/** The resources that an effect has created, or in a dry run would create. */
const EffectResult = Type.Object(
  {
    deliveryId: Type.Optional(Type.String({description: "The delivery of the mail."})),
    datasetId: Type.Optional(Type.String({description: "The new dataset."})),
    agentRunId: Type.Optional(Type.String({description: "The run of the agent."})),
    slug: Type.Optional(Type.String({description: "The slug of the dataset."})),
    rowCount: Type.Optional(Type.Integer({description: "The number of rows of the dataset."})),
    deleted: Type.Optional(
      Type.Array(Type.String(), {description: "The ids of older datasets that were deleted by `keep`."}),
    ),
    kept: Type.Optional(
      Type.Array(
        Type.Object({
          id: Type.String({description: "The id of the dataset."}),
          because: Type.String({description: "What still uses the dataset, or another reason."}),
        }),
        {
          description: "Older datasets beyond `keep` that were not deleted, and why.",
        },
      ),
    ),
    syncId: Type.Optional(Type.String({description: "The sync of the project."})),
    would: Type.Optional(
      Type.String({description: "In a dry run: a description of what the effect would do."}),
    ),
  },
  {description: "What the effect has created, or in a dry run would do."},
);
export type EffectResult = Static<typeof EffectResult>;

/** An effect of one run and its outcome. */
export const EffectRun = Type.Object({
  effect: Effect,
  status: EffectStatus,
  result: Type.Optional(EffectResult),
  /** The number of failed attempts after which the effect was retried. */
  attempts: Type.Optional(Type.Integer()),
  error: Type.Optional(Type.String()),
});
export interface EffectRun extends Omit<Static<typeof EffectRun>, "effect"> {
  effect: Effect;
}

export const Cause = Type.Object(
  {
    type: Type.Union(
      (["schedule", "threshold", "event", "manual"] as const).map(type => Type.Literal(type)),
      {description: "The kind of trigger; `manual`: started by hand."},
    ),
    by: Type.Optional(Type.String({description: "The principal who started the run by hand."})),
    event: Type.Optional(
      Type.Union(
        EVENTS.map(event => Type.Literal(event)),
        {description: "The type of the event."},
      ),
    ),
    resourceId: Type.Optional(
      Type.String({description: "The resource of the event, if the caller can see the resource."}),
    ),
  },
  {description: "Why the run began."},
);
export type Cause = Static<typeof Cause>;

/** A run of an action that led to another run. */
export const Link = Type.Object({
  actionId: Type.String({description: "The action."}),
  runId: Type.String({description: "The run of that action."}),
});
export type Link = Static<typeof Link>;

const Figure = Type.Union([Type.Number(), Type.Null()]);

/** The values that a check of a threshold has measured. */
const Measured = Type.Object({
  measure: Type.String({description: "The name of the measure."}),
  change: Type.Optional(
    Type.Union([Type.Literal("absolute"), Type.Literal("percent")], {
      description: "If present, the values are changes of the measure",
    }),
  ),
  groups: Type.Array(
    Type.Object({
      group: Type.Array(Type.Unknown(), {description: "The values of the query's dimensions"}),
      value: {...Figure, description: "null: unknown"},
      against: {...Figure, description: "The value with which the measure was compared"},
    }),
    {description: "At most twenty keys: the keys nearest to firing"},
  ),
});
export type Measured = Static<typeof Measured>;

/**
 * The result of a check: the rows that fired, and the measured values. Runs of earlier versions of the service have no
 * measured values.
 */
export const Checked = Type.Object({...Found.properties, measured: Type.Optional(Measured)});
export type Checked = Static<typeof Checked>;

export const ActionRunView = Type.Object(
  {
    id: Type.String({description: "The id of the run."}),
    actionId: Type.String({description: "The action that ran."}),
    status: RunStatus,
    trigger: Cause,
    cause: Type.Optional({
      ...Link,
      description: "The run of an action that led to this run, if the caller can see that action.",
    }),
    dryRun: Type.Optional(Type.Boolean({description: "`true` for a dry run, which carries out no effect."})),
    createdAt: {...Time, description: "When the run was queued."},
    startedAt: {...nullable(Time), description: "When the run began; null: it has not begun."},
    finishedAt: {...nullable(Time), description: "When the run ended; null: it has not ended."},
    columns: Type.Optional({...Found.properties.columns, description: "The names of the columns of `rows`."}),
    rows: Type.Optional(Found.properties.rows),
    rowCount: Type.Optional(Found.properties.count),
    measured: Type.Optional({
      ...Measured,
      description: "For a threshold: the measured values, whether the threshold fired or not",
    }),
    effects: Type.Array(
      Type.Object({
        type: Type.String({description: "The type of the effect."}),
        status: EffectStatus,
        result: Type.Optional(EffectResult),
        error: Type.Optional(Type.String({description: "Why the effect failed or was skipped."})),
      }),
      {description: "The effects with their outcomes, in order."},
    ),
    redacted: Type.Optional(
      Type.Boolean({description: "`true` if the rows are hidden, because the caller would get other rows."}),
    ),
    error: Type.Optional(Type.String({description: "Why the run failed or was skipped."})),
  },
  {$id: "ActionRun"},
);
export type ActionRunView = Static<typeof ActionRunView>;

export const StartRun = Type.Object(
  {
    dryRun: Type.Optional(
      Type.Boolean({
        description:
          "`true` for a dry run: checks the trigger and describes what each effect would do, but carries out no effect.",
      }),
    ),
  },
  {...closed, $id: "StartActionRun"},
);
export type StartRun = Static<typeof StartRun>;
