import {Type} from "@sinclair/typebox";
import {describeKind} from "../../content/descriptions/describe-kind.ts";
import {EXAMPLE_OWNED} from "../../content/descriptions/example.ts";
import {withoutReadOnly} from "../../core/validate.ts";
import {createAction, replaceAction, setActionActive} from "./actions.ts";
import {ACTION} from "./find.ts";
import {ActionInput, ActionView} from "./schemas.ts";

const EXAMPLE_INPUT = {
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

export const EXAMPLE: ActionView = {
  id: "act_01kah8d5f8jz1w6g0k2n4q7s9t",
  ...EXAMPLE_INPUT,
  active: true,
  runAs: EXAMPLE_OWNED.ownerId,
  nextRun: "2026-01-31T10:00:00.000Z",
  lastRun: {
    id: "run_01kah8e6g9k02x7h1m3p5r8t0v",
    status: "succeeded",
    finishedAt: "2026-01-31T09:00:01.000Z",
  },
  ...EXAMPLE_OWNED,
};

const TRIGGER =
  '{"type": "manual"}; {"type": "schedule", cron, timezone?}; {"type": "event", event, resourceId?}, where event is agent.finished, budget.low, dataset.created, delivery.failed, evaluation.worse, query.failed, project.synced, project.sync_failed or rollup.failed; or {"type": "threshold", query, measure, op, value, mode: "became_true" | "changed" | "while_true", cron, timezone?, resetAt?, remindEvery?: {unit, count}}, checked for each row of the query; instead of value, compare: {measure} or {offset: {unit, count}, change?: "absolute" | "percent"}: then value limits the change (10 is +10 %)';
const EFFECT =
  '{"type": "email", recipients, subject, message, chartId?}, whose texts may hold {{action}} {{time}} {{count}} {{measure}} {{value}} {{event}} {{resource}} {{run}}; {"type": "run_delivery", scheduleId}; {"type": "run_agent", agentId}; {"type": "sync_project", projectId}; or {"type": "snapshot_dataset", name, query, keep?}. Each with onFailure: "stop" | "continue"';
const {trigger, effects, ...input} = withoutReadOnly(ActionInput).properties;

export const action = describeKind(ACTION, {
  texts: {
    kind: "Automations: a trigger with effects, and the history of their runs.",
    remove: "Deletes the action with its run history.",
  },
  view: ActionView,
  example: EXAMPLE,
  listing: {
    description:
      "Actions (a trigger with effects), newest first. get_resource gives one in full, or its last run: what fired, what was done.",
    columns: ["id", "name", "trigger", "effects", "active", "nextRun", "lastRun", "lastStatus"],
    row: ({trigger, effects, active, nextRun, lastRun}) => ({
      trigger: trigger.type === "event" ? trigger.event : trigger.type,
      effects: effects.map(({type}) => type).join(", "),
      active,
      nextRun: nextRun ?? undefined,
      lastRun: lastRun?.id,
      lastStatus: lastRun?.status,
    }),
  },
  compiles: true,
  create: {
    description:
      "Saves a trigger with its effects, active at once. Its runs have the rights that the caller has at the time of each run. " +
      "A threshold is checked for each combination of its query's dimensions, against what the check before saw: null is " +
      "unknown, and a combination that leaves the result and comes back has not crossed the threshold.",
    body: ActionInput,
    example: EXAMPLE_INPUT,
    run: createAction,
  },
  change: {
    method: "PUT",
    description:
      "Replaces everything but `active`. An omitted `teamId` is unchanged. A caller who changes trigger or effects becomes `runAs`. " +
      "A changed trigger starts without memory of former checks.",
    body: ActionInput,
    example: {...EXAMPLE_INPUT, name: "Late states"},
    answer: {...EXAMPLE, name: "Late states"},
    run: replaceAction,
  },
  activity: {
    description:
      "While an action is paused, its trigger has no effect, and missed runs are not made up. The action can still be run by hand.",
    run: setActionActive,
  },
  tool: {
    description:
      "Saves a trigger with effects: mails the rows that crossed a threshold, sends a schedule, saves a dataset. Active at once; its runs see the rows that you can see then.",
    input: Type.Object(
      {
        ...input,
        trigger: {...trigger, shortForm: TRIGGER, description: "One of"},
        effects: Type.Array(
          {...effects.items, shortForm: EFFECT, description: "One of"},
          {minItems: 1, maxItems: 10},
        ),
      },
      {additionalProperties: false},
    ),
    hints: {openWorldHint: true},
    next: "run_action with dryRun says what it would do now.",
    create: createAction,
  },
});
