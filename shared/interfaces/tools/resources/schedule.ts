import {Type} from "@sinclair/typebox";
import {SCHEDULE} from "../../../automation/schedules/find.ts";
import {createSchedule, replaceSchedule, SCHEDULE_PAUSING} from "../../../automation/schedules/schedules.ts";
import {Condition, ScheduleInput} from "../../../automation/schedules/schemas.ts";
import {pausable, replacing} from "./change.ts";
import {closed, defineContent, withoutReadOnly} from "./kind.ts";

const CONDITION =
  'sends only if this holds: {"type": "has_rows"}, {"type": "changed"} since the last mail, or {"type": "threshold", query, measure, op, value} in any row';
const {
  resourceType: _,
  resourceId: __,
  resources,
  filters: scheduleFilters,
  ...scheduleOwn
} = withoutReadOnly(ScheduleInput).properties;

const replace = replacing(
  SCHEDULE,
  ScheduleInput,
  replaceSchedule,
  // The keys of the current resource would contradict those of another one.
  ({resourceType: _, resourceId: __, ...current}) => current,
);

export const schedule = defineContent(SCHEDULE, {
  description:
    "Mails dashboards, charts and datasets to people on a cron schedule, with the rows that you can see then. Active at once: the first mail is sent when the cron is next due.",
  input: Type.Object(
    {
      ...scheduleOwn,
      resources: Type.Required(Type.Object({resources})).properties.resources,
      filters: Type.Optional({
        ...scheduleFilters,
        items: {...scheduleFilters.items, shortForm: "As in run_query"},
      }),
      condition: Type.Optional({...Condition, shortForm: CONDITION}),
    },
    closed,
  ),
  hints: {openWorldHint: true},
  next: "run_schedule sends it now.",
  create: createSchedule,
  change: pausable(SCHEDULE, SCHEDULE_PAUSING, replace),
});
