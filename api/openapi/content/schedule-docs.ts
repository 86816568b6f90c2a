import type {DeliveryView} from "../../../shared/automation/deliveries/schemas.ts";
import {ScheduleView} from "../../../shared/automation/schedules/schemas.ts";
import {ContentListQuery} from "../../../shared/tenancy/content-kinds/listing.ts";
import type {KindDoc} from "./kind-doc.ts";

const tag = "Schedules";

const resource = {resourceType: "dashboard", resourceId: "dash_01kah6a2c5fw8s3d7g9j1m4p6q"} as const;
const cadence = {cron: "0 8 * * 1", timezone: "Europe/Berlin"};

const id = "sched_01kah7b3d6gx9t4e8h0k2n5q7r";
const deliveryId = "dlv_01kah7c4e7hy0v5f9j1m3p6r8s";

const input = {
  name: "Flights on Mondays",
  resources: [resource],
  ...cadence,
  recipients: ["ada@example.com", "grace@example.com"],
  formats: ["html" as const, "csv" as const],
  filters: [{field: "origin.state", op: "=", value: "CA"}],
};

const view: ScheduleView = {
  id,
  name: input.name,
  ...resource,
  resources: input.resources,
  ...cadence,
  recipients: input.recipients,
  formats: input.formats,
  filters: input.filters,
  condition: null,
  subject: null,
  message: null,
  active: true,
  channel: "email",
  cadence: {...cadence, description: "At 08:00, only on Monday (Europe/Berlin)"},
  nextRun: "2026-02-02T07:00:00.000Z",
  lastDelivery: {id: deliveryId, status: "succeeded", finishedAt: "2026-01-26T07:00:02.000Z"},
  runAs: "svc_01kah4q3v8e6wt2y5m7n9p0rsx",
  stopped: [],
  teamId: null,
  ownerId: "svc_01kah4q3v8e6wt2y5m7n9p0rsx",
  createdAt: "2026-01-20T09:30:00.000Z",
  updatedAt: "2026-01-20T09:30:00.000Z",
};

const csv = {name: "flights-by-state.csv", contentType: "text/csv; charset=utf-8", sizeBytes: 812};

const delivery: DeliveryView = {
  id: deliveryId,
  source: {type: "schedule", id},
  scheduleId: id,
  trigger: "schedule",
  status: "succeeded",
  slot: "2026-01-26T07:00:00.000Z",
  createdAt: "2026-01-26T07:00:00.100Z",
  startedAt: "2026-01-26T07:00:00.120Z",
  finishedAt: "2026-01-26T07:00:02.000Z",
  resources: [{...resource, name: "Flights", status: "succeeded"}],
  recipients: [
    {
      email: "ada@example.com",
      status: "sent",
      attempts: 1,
      messageId: `<${deliveryId}.5b1c0f3e9a7d2c4e6f80@example.com>`,
      sentAt: "2026-01-26T07:00:01.900Z",
      answer: "250 2.0.0 OK",
    },
  ],
  files: [csv],
};

const started = {deliveryId, status: "queued" as const};

export const kind: KindDoc = {
  view: ScheduleView,
  answer: view,
  query: ContentListQuery,
  list: "The schedules that the caller can read, newest first.",
  remove: "Its deliveries and their files go with it.",
  removal: {scope: "write", unpaid: true},
  activity:
    "What came due while it was paused is not made up. What the service has paused (`pausedBecause`) only `runAs` can resume.",
};

export const create = {
  summary: "Make a schedule",
  description:
    "Sends dashboards, charts and datasets by mail, again and again. The rows are those of the caller at the moment of " +
    "sending, and the caller answers for who gets them. `warnings` says what will go wrong as it is. An hour that a " +
    "clock change skips comes due right after it; one that it repeats comes due once.",
  example: input,
};

export const replace = {
  summary: "Replace a schedule",
  description:
    "Replaces everything but `active`; `name` and `teamId` stay if they are left out. Who changes resources, filters, " +
    "condition or recipients, or adds a file with all rows (`csv`, `xlsx`), becomes `runAs`: from then on their rows are sent.",
  example: {...input, cron: "0 7 * * 1-5"},
  answer: {
    ...view,
    cron: "0 7 * * 1-5",
    cadence: {
      ...cadence,
      cron: "0 7 * * 1-5",
      description: "At 07:00, Monday through Friday (Europe/Berlin)",
    },
  },
};

export const run = {
  tag,
  summary: "Send a schedule at once",
  description:
    "A test send: its condition does not count, and cadence and next run stay. It goes to its recipients, or to those " +
    "of the body, whom only `runAs` may name. Needs the owner, the lead of its team or an org-admin.",
  example: {recipients: ["ada@example.com"]},
  answer: started,
};

export const deliveries = {
  tag,
  summary: "List a schedule's deliveries",
  description: "Newest first, tests and skipped ones too, as long as the history is kept.",
  answer: [delivery],
  errors: ["not_found" as const, "invalid_request" as const],
};

export const getDelivery = {
  tag,
  summary: "Get a delivery",
  description:
    "What became of each resource and each recipient. Files are shown to the principal whose rows they hold, and to " +
    "readers for whom every statement behind them is the same; for others it is `redacted`.",
  answer: delivery,
};

export const file = {
  tag,
  summary: "Fetch a file of a delivery",
  description: "As it was sent; kept for 7 days.",
};

export const retry = {
  tag,
  summary: "Retry a delivery",
  description:
    "Sends the same mail, with the same message ids, to the recipients for whom it failed. Nobody who has it gets it again.",
  answer: started,
};

export const preview = {
  tag,
  summary: "Preview a delivery",
  description:
    "The mail as HTML, with the caller's own rows of this moment. Nothing is saved or sent, and nothing is attached.",
  example: input,
};
