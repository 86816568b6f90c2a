import type {ChartData} from "../../service/api.ts";
import type {Filter, Op, Query, Threshold, Unit} from "./data.ts";

type Column = ChartData["columns"][number];

/** A person's choices for watching a chart. */
export interface Watch {
  measure: string;
  /** The names of the dimensions: the measure is compared for each combination of their values. */
  each: readonly string[];
  /** The time span of the rows; `""` for all rows of the chart. */
  span: "" | `${number} ${Unit}`;
  against: "value" | "earlier";
  op: Op;
  value: string;
  /** The earlier period, for `earlier`. */
  since: Unit;
  change: "percent" | "absolute";
}

/** The measures of a chart that can be compared with a number. */
export function measuresOf(columns: readonly Column[]): Column[] {
  return columns.filter(({role, type}) => role === "measure" && type === "number");
}

/** The dimensions whose values can be compared one by one. Dates are left out, because each date has only one row. */
export function groupsOf(columns: readonly Column[]): Column[] {
  return columns.filter(column => column.role === "dimension" && !isTime(column));
}

function isTime({type}: Column): boolean {
  return type === "date" || type === "timestamp";
}

/** The chart's first time dimension, without its grain. */
export function timeOf(columns: readonly Column[]): string | undefined {
  const column = columns.find(one => one.role === "dimension" && isTime(one));
  if (!column) return undefined;
  const suffix = `.${column.grain}`;
  return column.grain && column.name.endsWith(suffix) ? column.name.slice(0, -suffix.length) : column.name;
}

const RELATIVE: ReadonlySet<string> = new Set(["in_past", "in_current"]);

/** Whether the chart's query filters by a span that moves with time, so that an earlier span can be compared. */
export function hasMovingPeriod({filters = []}: Query): boolean {
  return filters.some(filter => "op" in filter && RELATIVE.has(String(filter.op)));
}

/** The trigger, without its cadence. */
export function triggerOf(query: Query, columns: readonly Column[], watch: Watch): Omit<Threshold, "cron"> {
  const time = timeOf(columns);
  const [count = "", unit = ""] = watch.span.split(" ");
  const moving = {op: "in_past", value: {unit, count: Number(count)}};
  const span: Filter[] = time && watch.span !== "" ? [{field: time, ...moving} as Filter] : [];
  const names = columns.filter(({role}) => role === "dimension").map(({name}) => name);
  const dimensions = (query.dimensions ?? []).filter((_, i) => watch.each.includes(names[i] ?? ""));
  const value = Number(watch.value);
  return {
    type: "threshold",
    query: {
      ...("model" in query && {model: query.model}),
      ...(query.projectId !== undefined && {projectId: query.projectId}),
      ...(query.timezone !== undefined && {timezone: query.timezone}),
      ...(dimensions.length > 0 && {dimensions}),
      measures: query.measures ?? [],
      filters: [...(query.filters ?? []), ...span],
    } as Query,
    measure: watch.measure,
    op: watch.op,
    value,
    ...(watch.against === "earlier" && {
      compare: {offset: {unit: watch.since, count: 1}, change: watch.change},
    }),
    mode: "became_true",
  };
}
