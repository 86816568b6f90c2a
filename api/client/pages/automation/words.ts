import {titleFromName} from "../explore/fields.ts";
import {cadenceOf, DAYS} from "../schedules/cadence.ts";
import {type Effect, type Op, SPANS, type Threshold, type Trigger} from "./data.ts";

/** The cause of a run, as the words after "Started by". */
export const CAUSES: Readonly<Record<string, string>> = {
  schedule: "a schedule",
  threshold: "a check",
  event: "an event",
  manual: "somebody",
  action: "an action",
};

export const OPS: readonly {value: Op; text: string}[] = [
  {value: ">", text: "is above"},
  {value: ">=", text: "is at least"},
  {value: "<", text: "is below"},
  {value: "<=", text: "is at most"},
  {value: "=", text: "is exactly"},
  {value: "!=", text: "is not"},
];

const NUMBER = new Intl.NumberFormat(undefined, {maximumFractionDigits: 6});

/** A cadence in words. */
export function describeCadence({
  cron,
  timezone = "UTC",
}: {
  cron: string;
  timezone?: string | undefined;
}): string {
  const {every, time, day} = cadenceOf(cron, timezone);
  const where = timezone.replaceAll("_", " ");
  switch (every) {
    case "day":
      return `every day at ${time} (${where})`;
    case "weekday":
      return `Monday to Friday at ${time} (${where})`;
    case "week":
      return `every ${DAYS[day]} at ${time} (${where})`;
    case "month":
      return `on day ${day} of each month at ${time} (${where})`;
    default:
      return HOURLY.test(cron) ? `every hour (${where})` : `by “${cron}” (${where})`;
  }
}

const HOURLY = /^\d{1,2} \* \* \* \*$/;

/** A threshold in words. `labelOf` returns the name of a measure. */
export function describeThreshold(
  {query, measure, op, value, compare}: Threshold,
  labelOf: (field: string) => string = titleFromName,
): string {
  const is = OPS.find(one => one.value === op)?.text ?? op;
  const dimensions = (query.dimensions ?? []).map(named).map(labelOf);
  const each = dimensions.length > 0 ? `, for each ${dimensions.join(" and ")}` : "";
  const name = `${labelOf(measure)}${describeSpan(query)}`;
  if (!compare) return `${name} ${is} ${NUMBER.format(value ?? 0)}${each}`;
  if ("measure" in compare) return `${name} ${is} ${labelOf(compare.measure)}${each}`;
  const {offset, change} = compare;
  const earlier = `${offset.count === 1 ? `a ${offset.unit}` : `${offset.count} ${offset.unit}s`} earlier`;
  if (change === undefined) return `${name} ${is} what it was ${earlier}${each}`;
  const by = `${NUMBER.format(value ?? 0)}${change === "percent" ? " %" : ""}`;
  return `the change of ${name} since ${earlier} ${is} ${by}${each}`;
}

/** The span of a query that moves with time: " of this month". */
function describeSpan({filters = []}: Threshold["query"]): string {
  const moving = filters.flatMap((filter): string[] => {
    if (!("op" in filter) || !("value" in filter)) return [];
    const {unit, count = 1, completed} = filter.value as {unit?: string; count?: number; completed?: boolean};
    if (filter.op === "in_current") return [`this ${unit}`];
    if (filter.op !== "in_past") return [];
    if (completed) return [count === 1 ? `the last whole ${unit}` : `the last ${count} whole ${unit}s`];
    const known = SPANS.find(({value}) => value === `${count} ${unit}`);
    return [known ? known.text : `the last ${count} ${unit}s`];
  });
  return moving.length > 0 ? ` of ${moving.join(" and ")}` : "";
}

function named(column: unknown): string {
  if (typeof column === "string") return column;
  return typeof column === "object" && column !== null && "name" in column ? String(column.name) : "group";
}

export function describeTrigger(trigger: Trigger, labelOf?: (field: string) => string): string {
  switch (trigger.type) {
    case "manual":
      return "When somebody starts a run";
    case "schedule":
      return `On a schedule: ${describeCadence(trigger)}`;
    case "event":
      return `On the event: ${trigger.event.replaceAll(/[._]/g, " ")}`;
    case "threshold":
      return `When ${describeThreshold(trigger, labelOf)}`;
  }
}

export function describeEffect(effect: Effect): string {
  switch (effect.type) {
    case "email":
      return `a mail to ${effect.recipients.join(", ")}`;
    case "run_delivery":
      return "a schedule is sent";
    case "run_agent":
      return "an agent runs";
    case "sync_project":
      return "a project is synced with its repository";
    case "snapshot_dataset":
      return `the rows are stored as the dataset “${effect.name}”`;
  }
}
