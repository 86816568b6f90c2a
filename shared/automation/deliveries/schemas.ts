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
  name: Type.String({description: "The name of the resource when it was sent."}),
  status: {
    ...literals("succeeded", "failed"),
    description: "`failed`: the resource, or a part of it, is missing in the mail.",
  },
  error: Type.Optional(
    Type.String({description: "Why the resource, or a part of it, is missing in the mail."}),
  ),
});
export type ResourceOutcome = Static<typeof ResourceOutcome>;

export const DeliveryFile = Type.Object({
  name: Type.String({description: "The file's name, for `GET /api/deliveries/{deliveryId}/files/{name}`."}),
  contentType: Type.String({description: "The media type of the file."}),
  sizeBytes: Type.Integer({description: "The size of the file, in bytes."}),
});
export type DeliveryFile = Static<typeof DeliveryFile>;

export const RecipientStatus = literals("queued", "sending", "sent", "failed", "skipped");

const Recipient = Type.Object({
  email: Type.String({description: "The email address; a keyed hash if it was erased."}),
  status: {
    ...RecipientStatus,
    description:
      "`sent`: the mail server has accepted the mail. `skipped`: nothing is sent to this recipient.",
  },
  attempts: Type.Integer({description: "How often sending was begun."}),
  messageId: Type.Union([Type.String(), Type.Null()], {
    description: "The `Message-ID` of the mail; null if sending has not begun.",
  }),
  sentAt: Type.Optional({...Time, description: "When the mail server accepted the mail."}),
  answer: Type.Optional(
    Type.String({description: "The answer with which the mail server accepted the message."}),
  ),
  error: Type.Optional(
    Type.String({description: "The mail server's last refusal, or why the mail was not sent to the server."}),
  ),
});

export const DeliveryView = Type.Object(
  {
    id: Type.String({description: "The id of the delivery."}),
    source: Type.Object(
      {
        type: {...SourceType, description: "The kind of content that sends the mail."},
        id: Type.String({description: "The id of the schedule, action or agent."}),
      },
      {description: "What sends the mail."},
    ),
    scheduleId: Type.Union([Type.String(), Type.Null()], {
      description: "null if this is not the mail of a schedule.",
    }),
    trigger: {
      ...DeliveryTrigger,
      description:
        "Why it was sent: `schedule`: its cron was due; `test`: sent by hand; `action`, `agent`: by an effect or output.",
    },
    status: RunStatus,
    slot: Type.Union([Time, Type.Null()], {
      description:
        "When the delivery was due; relative periods such as `in_past` are counted from this time.",
    }),
    createdAt: {...Time, description: "When the delivery was queued."},
    startedAt: Type.Union([Time, Type.Null()], {description: "When it began; null: it has not begun."}),
    finishedAt: Type.Union([Time, Type.Null()], {description: "When it ended; null: it has not ended."}),
    noticeOf: Type.Optional(Type.String({description: "The delivery whose failure this mail reports."})),
    resources: Type.Array(ResourceOutcome, {
      description: "The outcome of each resource, in the order of the mail.",
    }),
    recipients: Type.Array(Recipient, {description: "The outcome for each recipient."}),
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
  {
    deliveryId: Type.String({description: "The id of the delivery, for `GET /api/deliveries/{deliveryId}`."}),
    status: RunStatus,
  },
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
