import type {FilterCondition, Query} from "../../../../shared/semantic/query.ts";
import type {Value} from "./values.ts";

/** The query over its earlier span alone: random queries that are compared end with the condition that says theirs. */
export function earlierQuery({compare, ...query}: Query): Query {
  const filters = query.filters ?? [];
  const span = spanOf(query);
  if (compare === undefined) throw new Error("no comparison");
  const [from, to] = span.value.map(day => Temporal.PlainDate.from(day));
  if (from === undefined || to === undefined) throw new Error("a span without days");
  const by = {[`${compare.offset.unit}s`]: compare.offset.count};
  const moved = [
    {field: span.field, op: ">=", value: from.subtract(by).toString()},
    {field: span.field, op: "<", value: to.add({days: 1}).subtract(by).toString()},
  ];
  return {...query, filters: [...filters.slice(0, -1), ...moved]};
}

export function spanOf({filters = []}: Query): {field: string; value: string[]} {
  const {field, value} = filters.at(-1) as FilterCondition;
  return {field, value: value as string[]};
}

/** The value of an earlier period at its place in the query's own span; nothing for a day that this does not have. */
export function movedValue(query: Query, grain: string, value: Value): Value | undefined {
  const offset = query.compare?.offset;
  if (value === null || offset === undefined) return value;
  const day = Temporal.PlainDate.from(String(value));
  const by = {[`${offset.unit}s`]: offset.count};
  const moved = day.add(by);
  if (grain === "day") return moved.day === day.day ? moved.toString() : undefined;
  if (grain !== "week") return moved.toString();
  const start = Temporal.PlainDate.from(spanOf(query).value[0] ?? "");
  const monday = (one: Temporal.PlainDate) => one.subtract({days: one.dayOfWeek - 1});
  return day.add({days: monday(start.subtract(by)).until(monday(start)).days}).toString();
}
