import type {DeliveryView} from "../../../shared/automation/deliveries/schemas.ts";
import {ScheduleView} from "../../../shared/automation/schedules/schemas.ts";
import type {KindDoc} from "../kind-doc.ts";

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
  about: "Recurring mails with dashboards, charts and datasets, and the record of each delivery.",
  view: ScheduleView,
  answer: view,
  remove: "Deletes the schedule with its deliveries and their files.",
  removal: {scope: "write", unpaid: true},
  activity:
    "Deliveries that were missed during a pause are not made up. Only `runAs` can resume a schedule that the service has paused (`pausedBecause`).",
};

export const create = {
  description:
    "Sends dashboards, charts and datasets by mail whenever the cron is due; the schedule is active at once. The mail has the rows that the caller may see at the time of " +
    "sending, and every recipient gets the same rows. `warnings` lists problems that the next delivery will have. A time that a " +
    "clock change skips is due right after the change; a time that a clock change repeats is due once.",
  example: input,
};

export const replace = {
  summary: "Replace a schedule",
  description:
    "Replaces everything but `active`. An omitted `name` or `teamId` is unchanged. A caller who changes resources, filters, " +
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
  summary: "Send a schedule now",
  description:
    "Queues a test send: the condition is ignored, and cadence and next run stay as they are. It goes to the schedule's recipients, or to those " +
    "of the body, which only `runAs` may name. For its owner, a lead of its team or an org-admin. `GET /api/deliveries/{deliveryId}` has the outcome.",
  example: {recipients: ["ada@example.com"]},
  answer: started,
};

export const deliveries = {
  tag,
  summary: "List a schedule's deliveries",
  description:
    "Newest first, including tests and skipped deliveries. Deliveries are stored for 30 days, unless the operator has set another time.",
  answer: [delivery],
  errors: ["not_found" as const, "invalid_request" as const],
};

export const getDelivery = {
  tag,
  summary: "Get a delivery",
  description:
    "With the outcome for each resource and each recipient. Files are shown only to readers who would get the same rows; for others the " +
    "delivery is `redacted`.",
  answer: delivery,
};

export const file = {
  tag,
  summary: "Download a file of a delivery",
  description: "The attachment as it was sent. Attachments are stored for 7 days; 410 after that.",
};

export const retry = {
  tag,
  summary: "Retry a delivery",
  description:
    "Sends the same mail, with the same message ids, to the recipients whose mail failed, and to nobody else. 409 if the delivery is under way, if no " +
    "recipient failed, or if the mail would have other rows or recipients now; 410 after 7 days.",
  answer: started,
};

export const preview = {
  tag,
  summary: "Preview a delivery",
  description:
    "Returns the mail as HTML, with the rows that the caller may see now, and without attachments. Nothing is saved or sent.",
  example: input,
};
