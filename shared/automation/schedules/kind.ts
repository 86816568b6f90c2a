import {Type} from "@sinclair/typebox";
import {describeKind} from "../../content/descriptions/describe-kind.ts";
import {EXAMPLE_OWNED} from "../../content/descriptions/example.ts";
import {withoutReadOnly} from "../../core/validate.ts";
import {SCHEDULE} from "./find.ts";
import {createSchedule, replaceSchedule, setScheduleActive} from "./schedules.ts";
import {Condition, ScheduleInput, ScheduleView} from "./schemas.ts";

const cadence = {cron: "0 8 * * 1", timezone: "Europe/Berlin"};
const EARLIER = "0 7 * * 1-5";

export const EXAMPLE_RESOURCE = {
  resourceType: "dashboard",
  resourceId: "dash_01kah6a2c5fw8s3d7g9j1m4p6q",
} as const;

export const EXAMPLE_INPUT = {
  name: "Flights on Mondays",
  resources: [EXAMPLE_RESOURCE],
  ...cadence,
  recipients: ["ada@example.com", "grace@example.com"],
  formats: ["html" as const, "csv" as const],
  filters: [{field: "origin.state", op: "=", value: "CA"}],
};

export const EXAMPLE: ScheduleView = {
  id: "sched_01kah7b3d6gx9t4e8h0k2n5q7r",
  ...EXAMPLE_RESOURCE,
  ...EXAMPLE_INPUT,
  condition: null,
  subject: null,
  message: null,
  active: true,
  channel: "email",
  cadence: {...cadence, description: "At 08:00, only on Monday (Europe/Berlin)"},
  nextRun: "2026-02-02T07:00:00.000Z",
  lastDelivery: {
    id: "dlv_01kah7c4e7hy0v5f9j1m3p6r8s",
    status: "succeeded",
    finishedAt: "2026-01-26T07:00:02.000Z",
  },
  runAs: EXAMPLE_OWNED.ownerId,
  stopped: [],
  ...EXAMPLE_OWNED,
};

const CONDITION =
  'sends only if this holds: {"type": "has_rows"}, {"type": "changed"} since the last mail, or {"type": "threshold", query, measure, op, value} in any row';
const {
  resourceType: _,
  resourceId: __,
  resources,
  filters,
  ...input
} = withoutReadOnly(ScheduleInput).properties;

export const schedule = describeKind(SCHEDULE, {
  texts: {
    kind: "Recurring mails with dashboards, charts and datasets, and the record of each delivery.",
    remove: "Deletes the schedule with its deliveries and their files.",
  },
  view: ScheduleView,
  example: EXAMPLE,
  listing: {
    description:
      "Schedules that mail content, newest first. get_resource gives one in full, or its last delivery: who got it, what failed.",
    columns: ["id", "name", "cadence", "active", "nextRun", "recipients", "lastDelivery", "lastStatus"],
    row: ({cadence, active, nextRun, recipients, lastDelivery, updatedAt}) => ({
      cadence: cadence.description,
      active,
      nextRun: nextRun ?? undefined,
      recipients: recipients.length,
      lastDelivery: lastDelivery?.id,
      lastStatus: lastDelivery?.status,
      updatedAt,
    }),
  },
  removal: {scope: "write", unpaid: true},
  compiles: true,
  create: {
    description:
      "Sends dashboards, charts and datasets by mail whenever the cron is due; the schedule is active at once. The mail has the rows that the caller may see at the time of " +
      "sending, and every recipient gets the same rows. `warnings` lists problems that the next delivery will have. A time that a " +
      "clock change skips is due right after the change; a time that a clock change repeats is due once.",
    body: ScheduleInput,
    example: EXAMPLE_INPUT,
    run: createSchedule,
  },
  change: {
    method: "PUT",
    description:
      "Replaces everything but `active`. An omitted `name` or `teamId` is unchanged. A caller who changes resources, filters, " +
      "condition or recipients, or adds a file with all rows (`csv`, `xlsx`), becomes `runAs`: from then on their rows are sent.",
    body: ScheduleInput,
    example: {...EXAMPLE_INPUT, cron: EARLIER},
    answer: {
      ...EXAMPLE,
      cron: EARLIER,
      cadence: {...cadence, cron: EARLIER, description: "At 07:00, Monday through Friday (Europe/Berlin)"},
    },
    run: replaceSchedule,
  },
  activity: {
    description:
      "Deliveries that were missed during a pause are not made up. Only `runAs` can resume a schedule that the service has paused (`pausedBecause`).",
    run: setScheduleActive,
  },
  tool: {
    description:
      "Mails dashboards, charts and datasets to people on a cron schedule, with the rows that you can see then. Active at once: the first mail is sent when the cron is next due.",
    input: Type.Object(
      {
        ...input,
        resources: Type.Required(Type.Object({resources})).properties.resources,
        filters: Type.Optional({...filters, items: {...filters.items, shortForm: "As in run_query"}}),
        condition: Type.Optional({...Condition, shortForm: CONDITION}),
      },
      {additionalProperties: false},
    ),
    hints: {openWorldHint: true},
    next: "run_schedule sends it now.",
    create: createSchedule,
  },
  // The keys of the current resource would contradict those of another one.
  keep: ({resourceType: _, resourceId: __, ...current}) => current,
});
