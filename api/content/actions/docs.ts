import type {ActionRunView} from "../../../shared/automation/actions/run-schemas.ts";
import {ActionView} from "../../../shared/automation/actions/schemas.ts";
import type {KindDoc} from "../kind-doc.ts";

const tag = "Actions";

const id = "act_01kah8d5f8jz1w6g0k2n4q7s9t";
const owner = "svc_01kah4q3v8e6wt2y5m7n9p0rsx";

const input = {
  name: "Late flights by state",
  trigger: {
    type: "threshold" as const,
    query: {model: "flights", dimensions: ["origin.state"], measures: ["flights.late_share"]},
    measure: "flights.late_share",
    op: ">" as const,
    value: 0.25,
    resetAt: 0.23,
    mode: "became_true" as const,
    cron: "0 * * * *",
    timezone: "UTC",
  },
  effects: [
    {
      type: "email" as const,
      recipients: ["ada@example.com"],
      subject: "{{count}} states are late",
      message: "{{measure}} has passed 25 % in the states below ({{time}}).",
    },
  ],
};

const view: ActionView = {
  id,
  ...input,
  active: true,
  runAs: owner,
  nextRun: "2026-01-31T10:00:00.000Z",
  lastRun: {
    id: "run_01kah8e6g9k02x7h1m3p5r8t0v",
    status: "succeeded",
    finishedAt: "2026-01-31T09:00:01.000Z",
  },
  teamId: null,
  ownerId: owner,
  createdAt: "2026-01-30T09:30:00.000Z",
  updatedAt: "2026-01-30T09:30:00.000Z",
};

const ran: ActionRunView = {
  id: "run_01kah8e6g9k02x7h1m3p5r8t0v",
  actionId: id,
  status: "succeeded",
  trigger: {type: "threshold"},
  createdAt: "2026-01-31T09:00:00.100Z",
  startedAt: "2026-01-31T09:00:00.120Z",
  finishedAt: "2026-01-31T09:00:01.000Z",
  columns: ["origin.state", "flights.late_share"],
  rows: [["AK", 0.27]],
  rowCount: 1,
  effects: [{type: "email", status: "succeeded", result: {deliveryId: "dlv_01kah7c4e7hy0v5f9j1m3p6r8s"}}],
};

const started: ActionRunView = {
  id: ran.id,
  actionId: id,
  status: "queued",
  trigger: {type: "manual", by: owner},
  createdAt: ran.createdAt,
  startedAt: null,
  finishedAt: null,
  effects: [{type: "email", status: "queued"}],
};

export const kind: KindDoc = {
  about: "Automations: a trigger with effects, and the history of their runs.",
  view: ActionView,
  answer: view,
  remove: "Deletes the action with its run history.",
  activity:
    "While an action is paused, its trigger has no effect, and missed runs are not made up. The action can still be run by hand.",
};

export const create = {
  description:
    "Saves a trigger with its effects, active at once. Its runs have the rights that the caller has at the time of each run. " +
    "A threshold is checked for each combination of its query's dimensions, against what the check before saw: null is " +
    "unknown, and a combination that leaves the result and comes back has not crossed the threshold.",
  example: input,
};

export const replace = {
  summary: "Replace an action",
  description:
    "Replaces everything but `active`. An omitted `teamId` is unchanged. A caller who changes trigger or effects becomes `runAs`. " +
    "A changed trigger starts without memory of former checks.",
  example: {...input, name: "Late states"},
  answer: {...view, name: "Late states"},
};

export const runs = {
  tag,
  summary: "List an action's runs",
  description: "Newest first. Runs are kept for 30 days, unless the operator has set another time.",
  answer: [ran],
  errors: ["not_found" as const, "invalid_request" as const],
};

export const getRun = {
  tag,
  summary: "Get a run of an action",
  description:
    "The run with the rows that made the trigger fire. The rows are shown only to readers who would get the same rows now; for others the " +
    "run is `redacted`.",
  answer: ran,
};

export const start = {
  tag,
  summary: "Run an action",
  description:
    "Runs the action at once, regardless of its trigger. While a run is under way, one more run waits; further runs are `skipped`. With " +
    "`dryRun` the trigger is checked, and nothing is done or remembered. Needs the right to edit the action and, for each " +
    "effect, the right to do the effect by hand: for `run_agent` and `sync_project` the service account of an org-admin, for `run_delivery` " +
    "the right to send the schedule, for a snapshot with `keep` the scope `manage`.",
  example: {dryRun: true},
  answer: {...started, dryRun: true},
};

export const cancel = {
  tag,
  summary: "Cancel a run of an action",
  description:
    "The run ends before its next effect. Effects that are already carried out are not undone. 409 if the run has ended. For those who may run the action.",
};
