import {type Static, Type} from "@sinclair/typebox";
import {ScheduleResource} from "../../content/resources/schemas.ts";
import {withReadOnly} from "../../core/validate.ts";
import {Filter, Query} from "../../semantic/documents.ts";
import {ContentName, contentView, READ_ONLY, TeamId} from "../../tenancy/content-kinds/schemas.ts";
import {ThresholdOperator} from "./threshold-operators.ts";

const closed = {additionalProperties: false} as const;

const MAX_RESOURCES = 20;
export const MAX_RECIPIENTS = 100;

export const DeliveryFormat = Type.Union(
  [Type.Literal("html"), Type.Literal("csv"), Type.Literal("xlsx"), Type.Literal("png"), Type.Literal("pdf")],
  {$id: "DeliveryFormat"},
);
export type DeliveryFormat = Static<typeof DeliveryFormat>;

const conditionType = <T extends string>(type: T) =>
  Type.Literal(type, {apiDescription: "The type of the condition"});

const Threshold = Type.Object(
  {
    type: conditionType("threshold"),
    query: Query,
    measure: Type.String({
      minLength: 1,
      maxLength: 600,
      description: "A measure of the query, or the name of a calculation",
    }),
    op: ThresholdOperator,
    value: Type.Number({apiDescription: "The value with which the measure is compared"}),
  },
  {...closed, description: "Sends only if at least one row of the query meets the condition."},
);

export const Condition = Type.Union(
  [
    Type.Object(
      {type: conditionType("has_rows")},
      {...closed, description: "Sends only if at least one resource has rows."},
    ),
    Type.Object(
      {type: conditionType("changed")},
      {...closed, description: "Sends only if the rows differ from the rows of the last delivery."},
    ),
    Threshold,
  ],
  {
    $id: "DeliveryCondition",
    apiDescription: "What must hold for a delivery to be sent. Without a condition it is always sent.",
  },
);
export type Condition = Static<typeof Condition>;

const nullable = <T extends ReturnType<typeof Type.String> | typeof Condition>(schema: T, options = {}) =>
  Type.Union([schema, Type.Null()], options);

const Subject = Type.String({
  maxLength: 200,
  pattern: "\\S",
  description: "Not blank. Default: the schedule's name.",
});
const Message = Type.String({maxLength: 5000, description: "Plain text above the content."});

const content = {
  resources: Type.Array(ScheduleResource, {
    minItems: 1,
    maxItems: MAX_RESOURCES,
    description: `The resources that are sent, at most ${MAX_RESOURCES}`,
  }),
  recipients: Type.Array(Type.String({maxLength: 320}), {
    minItems: 1,
    description: `Email addresses, at most ${MAX_RECIPIENTS}; each gets a separate message.`,
  }),
  formats: Type.Array(DeliveryFormat, {
    minItems: 1,
    maxItems: 5,
    description: "html is in the mail, other formats are attached. Default html",
  }),
  filters: Type.Array(Filter, {
    maxItems: 100,
    description: "Filters for every resource that can apply them. The mail says which resources cannot.",
  }),
  condition: nullable(Condition, {
    apiDescription: "What must hold for a delivery to be sent. Default null: it is always sent.",
  }),
  subject: nullable(Subject),
  message: nullable(Message),
};

const Timezone = Type.String({
  minLength: 1,
  maxLength: 64,
  description: "IANA name, for the cron only. Default UTC",
});
const Cron = Type.String({
  minLength: 1,
  maxLength: 200,
  description: "Five fields: minute, hour, day of month, month, day of week. At most every five minutes",
});

/** The short form for a schedule of one resource. Views have the first resource in this form. */
const first = {
  resourceType: Type.Optional({
    ...ScheduleResource.properties.resourceType,
    description: "With `resourceId`, in place of `resources`: the only resource",
  }),
  resourceId: Type.Optional(
    Type.String({minLength: 1, maxLength: 64, description: "The id of the only resource"}),
  ),
};

const {resources, recipients, ...optional} = content;

export const ScheduleInput = withReadOnly(
  Type.Object(
    {
      name: Type.Optional({
        ...ContentName,
        apiDescription:
          "The name that people see: 1 to 200 characters, not only blanks. Default: the name of the first resource; where a schedule is replaced, its present name.",
      }),
      resources: Type.Optional(resources),
      ...first,
      cron: Cron,
      timezone: Type.Optional(Timezone),
      recipients,
      ...Type.Partial(Type.Object(optional)).properties,
      teamId: Type.Optional(TeamId),
    },
    {...closed, $id: "ScheduleInput"},
  ),
  [
    ...READ_ONLY,
    "active",
    "channel",
    "cadence",
    "nextRun",
    "lastDelivery",
    "pausedBecause",
    "runAs",
    "stopped",
    "warnings",
  ],
);
export type ScheduleInput = Static<typeof ScheduleInput>;

const Time = Type.String({format: "date-time"});

export const RunStatus = Type.Union(
  ["queued", "running", "succeeded", "failed", "cancelled", "skipped"].map(status => Type.Literal(status)),
  {
    $id: "RunStatus",
    description:
      "`queued` and `running` have not ended, the others are final. `skipped`: nothing was done; `error`, if present, says why.",
  },
);

export const ScheduleView = Type.Object(
  {
    ...contentView,
    resourceType: ScheduleResource.properties.resourceType,
    resourceId: Type.String({description: "The id of the first resource."}),
    ...content,
    recipients: Type.Array(Type.String(), {
      description: "Empty if the only recipient was erased; the schedule is then paused.",
    }),
    cron: Type.String({description: "A cron expression of five fields."}),
    timezone: Type.String({description: "IANA name, in which the cron is read."}),
    active: Type.Boolean({description: "`false`: the schedule is paused."}),
    channel: Type.Literal("email", {description: "How it is sent: always by mail."}),
    cadence: Type.Object(
      {
        cron: Type.String({description: "The same as `cron`."}),
        timezone: Type.String({description: "The same as `timezone`."}),
        description: Type.String({description: "A description of the cadence"}),
      },
      {description: "The cron in another form."},
    ),
    nextRun: Type.Union([Time, Type.Null()], {description: "null while the schedule is paused."}),
    lastDelivery: Type.Union(
      [
        Type.Object({
          id: Type.String({description: "The id of the delivery."}),
          status: Type.String({description: "The status of the delivery."}),
          finishedAt: Type.Union([Time, Type.Null()], {
            description: "When the delivery ended; null: it has not ended.",
          }),
        }),
        Type.Null(),
      ],
      {description: "null if nothing was sent yet."},
    ),
    pausedBecause: Type.Optional(
      Type.String({description: "The reason why the service has paused the schedule."}),
    ),
    runAs: Type.String({
      description:
        "The principal whose rows are sent. This is the principal that last changed the rows or the recipients.",
    }),
    stopped: Type.Array(Type.String(), {description: "Recipients who have unsubscribed."}),
    warnings: Type.Optional(
      Type.Array(Type.String(), {
        description:
          "Problems that the next delivery will have. Only in the answer of a call that saves the schedule.",
      }),
    ),
  },
  {$id: "Schedule"},
);
export type ScheduleView = Static<typeof ScheduleView>;
