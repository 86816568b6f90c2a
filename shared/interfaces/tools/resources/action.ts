import {Type} from "@sinclair/typebox";
import {ACTION_PAUSING, createAction, replaceAction} from "../../../automation/actions/actions.ts";
import {ACTION} from "../../../automation/actions/find.ts";
import {ActionInput} from "../../../automation/actions/schemas.ts";
import {pausable, replacing} from "./change.ts";
import {closed, defineContent, withoutReadOnly} from "./kind.ts";

const TRIGGER =
  '{"type": "manual"}; {"type": "schedule", cron, timezone?}; {"type": "event", event, resourceId?}, where event is agent.finished, budget.low, dataset.created, delivery.failed, evaluation.worse, query.failed, project.synced, project.sync_failed or rollup.failed; or {"type": "threshold", query, measure, op, value, mode: "became_true" | "changed" | "while_true", cron, timezone?, resetAt?, remindEvery?: {unit, count}}, checked for each row of the query; instead of value, compare: {measure} or {offset: {unit, count}, change?: "absolute" | "percent"}: then value limits the change (10 is +10 %)';
const EFFECT =
  '{"type": "email", recipients, subject, message, chartId?}, whose texts may hold {{action}} {{time}} {{count}} {{measure}} {{value}} {{event}} {{resource}} {{run}}; {"type": "run_delivery", scheduleId}; {"type": "run_agent", agentId}; {"type": "sync_project", projectId}; or {"type": "snapshot_dataset", name, query, keep?}. Each with onFailure: "stop" | "continue"';
const {trigger, effects, ...actionOwn} = withoutReadOnly(ActionInput).properties;

export const action = defineContent(ACTION, {
  description:
    "Saves a trigger with effects: mails the rows that crossed a threshold, sends a schedule, saves a dataset. Active at once; its runs see the rows that you can see then.",
  input: Type.Object(
    {
      ...actionOwn,
      trigger: {...trigger, shortForm: TRIGGER, description: "One of"},
      effects: Type.Array(
        {...effects.items, shortForm: EFFECT, description: "One of"},
        {
          minItems: 1,
          maxItems: 10,
        },
      ),
    },
    closed,
  ),
  hints: {openWorldHint: true},
  next: "run_action with dryRun says what it would do now.",
  create: createAction,
  change: pausable(ACTION, ACTION_PAUSING, replacing(ACTION, ActionInput, replaceAction)),
});
