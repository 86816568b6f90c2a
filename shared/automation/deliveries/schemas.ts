import {type Static, Type} from "@sinclair/typebox";
import {ScheduleResource} from "../../content/resources/schemas.ts";
import {RunStatus} from "../schedules/schemas.ts";

const closed = {additionalProperties: false} as const;
const Time = Type.String({format: "date-time"});
const literals = <L extends string>(...values: L[]) => Type.Union(values.map(value => Type.Literal(value)));

const SourceType = literals("schedule", "action", "agent");
const DeliveryTrigger = literals("schedule", "test", "action", "agent");

/** The outcome of one resource of a delivery. */
export const ResourceOutcome = Type.Object({
  ...ScheduleResource.properties,
  name: Type.String(),
  status: literals("succeeded", "failed"),
  error: Type.Optional(Type.String({description: "Why it, or a part of it, is missing in the mail."})),
});
export type ResourceOutcome = Static<typeof ResourceOutcome>;

export const DeliveryFile = Type.Object({
  name: Type.String(),
  contentType: Type.String(),
  sizeBytes: Type.Integer(),
});
export type DeliveryFile = Static<typeof DeliveryFile>;

export const RecipientStatus = literals("queued", "sending", "sent", "failed", "skipped");

const Recipient = Type.Object({
  email: Type.String(),
  status: RecipientStatus,
  attempts: Type.Integer(),
  messageId: Type.Union([Type.String(), Type.Null()]),
  sentAt: Type.Optional(Time),
  answer: Type.Optional(Type.String({description: "The mail server's answer, where it took the message."})),
  error: Type.Optional(Type.String({description: "Its last refusal, or why there was none."})),
});

export const DeliveryView = Type.Object(
  {
    id: Type.String(),
    source: Type.Object({type: SourceType, id: Type.String()}),
    scheduleId: Type.Union([Type.String(), Type.Null()]),
    trigger: DeliveryTrigger,
    status: RunStatus,
    slot: Type.Union([Time, Type.Null()], {
      description: "The moment it was due; relative periods are those of this moment.",
    }),
    createdAt: Time,
    startedAt: Type.Union([Time, Type.Null()]),
    finishedAt: Type.Union([Time, Type.Null()]),
    noticeOf: Type.Optional(Type.String({description: "The delivery whose failure this mail told of."})),
    resources: Type.Array(ResourceOutcome),
    recipients: Type.Array(Recipient),
    files: Type.Array(DeliveryFile, {description: "Kept for 7 days."}),
    redacted: Type.Optional(
      Type.Boolean({
        description: "Its files are not shown: your rows would be others, or it cannot be told.",
      }),
    ),
    error: Type.Optional(Type.String({description: "Why nothing was sent."})),
  },
  {$id: "Delivery"},
);
export type DeliveryView = Static<typeof DeliveryView>;

export const DeliveryStarted = Type.Object(
  {deliveryId: Type.String(), status: RunStatus},
  {$id: "DeliveryStarted"},
);
export type DeliveryStarted = Static<typeof DeliveryStarted>;

export const TestSend = Type.Object(
  {
    recipients: Type.Optional(
      Type.Array(Type.String({maxLength: 320}), {
        minItems: 1,
        description: "Send it to these instead. Only for the principal whose rows it sends (`runAs`).",
      }),
    ),
  },
  {...closed, $id: "TestSend"},
);
export type TestSend = Static<typeof TestSend>;
