import {type Static, Type} from "@sinclair/typebox";
import {ContentName, contentView, READ_ONLY, TeamId} from "../content/schemas.ts";
import {RunStatus} from "../schedules/schemas.ts";
import {Query} from "../semantic/query.ts";
import {withReadOnly} from "../validate.ts";

const closed = {additionalProperties: false} as const;
const Time = Type.String({format: "date-time"});
const nullable = (schema: ReturnType<typeof Type.String>) => Type.Union([schema, Type.Null()]);
const Id = Type.String({minLength: 1, maxLength: 64});

const cadence = {
  cron: Type.String({minLength: 1, maxLength: 200, description: "Five fields. At most every five minutes"}),
  timezone: Type.Optional(Type.String({minLength: 1, maxLength: 64, description: "IANA. Default UTC"})),
};

const MeasureName = Type.String({minLength: 1, maxLength: 600, description: "One of the query's measures"});

const Threshold = Type.Object(
  {
    type: Type.Literal("threshold"),
    query: Query,
    measure: MeasureName,
    op: Type.Union(([">", ">=", "<", "<=", "=", "!="] as const).map(op => Type.Literal(op))),
    value: Type.Optional(Type.Number({description: "What the measure is compared with; or `compare`"})),
    compare: Type.Optional(Type.Object({measure: MeasureName}, closed)),
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

export const ActionTrigger = Type.Union(
  [
    Type.Object({type: Type.Literal("manual")}, closed),
    Type.Object({type: Type.Literal("schedule"), ...cadence}, closed),
    Threshold,
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
      description: "Plain text. Placeholders: {{action}}, {{time}}, {{count}}, {{measure}}",
    }),
    chartId: Type.Optional(Id),
    onFailure,
  },
  closed,
);

export const Effect = Type.Union(
  [EmailEffect, Type.Object({type: Type.Literal("run_delivery"), scheduleId: Id, onFailure}, closed)],
  {$id: "ActionEffect"},
);
export type Effect = Static<typeof Effect>;
export type EmailEffect = Static<typeof EmailEffect>;

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

const EffectStatus = Type.Union(
  (["queued", "succeeded", "failed", "skipped"] as const).map(status => Type.Literal(status)),
);

/** An effect of one run: what was to be done, and what became of it. */
export const EffectRun = Type.Object({
  effect: Effect,
  status: EffectStatus,
  /** What it made. */
  deliveryId: Type.Optional(Type.String()),
  error: Type.Optional(Type.String()),
});
export type EffectRun = Static<typeof EffectRun>;

/** The rows that decided. */
export const Found = Type.Object({
  columns: Type.Array(Type.String()),
  rows: Type.Array(Type.Array(Type.Unknown()), {description: "The first hundred"}),
  count: Type.Integer({description: "Of all that fired"}),
});
export type Found = Static<typeof Found>;

export const Cause = Type.Object({
  type: Type.Union((["schedule", "threshold", "manual"] as const).map(type => Type.Literal(type))),
  by: Type.Optional(Type.String({description: "Who ran it by hand"})),
});
export type Cause = Static<typeof Cause>;

export const ActionRunView = Type.Object(
  {
    id: Type.String(),
    actionId: Type.String(),
    status: RunStatus,
    trigger: Cause,
    dryRun: Type.Optional(Type.Boolean()),
    createdAt: Time,
    startedAt: nullable(Time),
    finishedAt: nullable(Time),
    found: Type.Optional(Found),
    effects: Type.Array(
      Type.Object({
        type: Type.String(),
        status: EffectStatus,
        result: Type.Optional(Type.Object({deliveryId: Type.String()})),
        error: Type.Optional(Type.String()),
      }),
    ),
    redacted: Type.Optional(Type.Boolean({description: "The rows are not shown: yours would be others."})),
    error: Type.Optional(Type.String()),
  },
  {$id: "ActionRun"},
);
export type ActionRunView = Static<typeof ActionRunView>;

export const StartRun = Type.Object(
  {
    dryRun: Type.Optional(
      Type.Boolean({description: "Judges the trigger and says what each effect would do; does nothing."}),
    ),
  },
  {...closed, $id: "StartActionRun"},
);
export type StartRun = Static<typeof StartRun>;
