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
  error: Type.Optional(
    Type.String({description: "Why the resource, or a part of it, is missing in the mail."}),
  ),
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
  messageId: Type.Union([Type.String(), Type.Null()], {
    description: "The `Message-ID` of the mail; null if sending has not begun.",
  }),
  sentAt: Type.Optional(Time),
  answer: Type.Optional(
    Type.String({description: "The answer with which the mail server accepted the message."}),
  ),
  error: Type.Optional(
    Type.String({description: "The mail server's last refusal, or why the mail was not sent to the server."}),
  ),
});

export const DeliveryView = Type.Object(
  {
    id: Type.String(),
    source: Type.Object({type: SourceType, id: Type.String()}),
    scheduleId: Type.Union([Type.String(), Type.Null()], {
      description: "null if this is not the mail of a schedule.",
    }),
    trigger: DeliveryTrigger,
    status: RunStatus,
    slot: Type.Union([Time, Type.Null()], {
      description:
        "When the delivery was due; relative periods such as `in_past` are counted from this time.",
    }),
    createdAt: Time,
    startedAt: Type.Union([Time, Type.Null()]),
    finishedAt: Type.Union([Time, Type.Null()]),
    noticeOf: Type.Optional(Type.String({description: "The delivery whose failure this mail reports."})),
    resources: Type.Array(ResourceOutcome),
    recipients: Type.Array(Recipient),
    files: Type.Array(DeliveryFile, {description: "The attachments, which are stored for 7 days."}),
    redacted: Type.Optional(
      Type.Boolean({
        description:
          "`true` if the files are hidden, because the caller would get other rows, or because this cannot be determined.",
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
        description:
          "Email addresses that replace the schedule's recipients. Only for `runAs`, the principal whose rows are sent.",
      }),
    ),
  },
  {...closed, $id: "TestSend"},
);
export type TestSend = Static<typeof TestSend>;
