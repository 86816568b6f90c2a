import type {Filter, FilterCondition, Query} from "../../shared/semantic/documents.ts";
import type {CompiledQuery} from "../../shared/semantic/index.ts";
import {isOfItsRows} from "../../shared/semantic/layers.ts";
import {operatorNamed} from "../../shared/semantic/vocabulary.ts";

/**
 * The query restricted to the part of its current periods that has passed at `now`: of this month, the days until
 * today. With an earlier `now` it covers the same days of the earlier period. Completed periods stay whole, and so do
 * queries with windows or balances, whose values over some days differ from those over the period. `compiled` is the
 * compiled `query`.
 */
export function withinElapsed(query: Query, compiled: CompiledQuery, now: Date): Query {
  const {fields, conditions, timezone} = compiled;
  if (!fields.every(({field}) => field.kind !== "measure" || isOfItsRows(field))) return query;
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timezone)
    .toPlainDateTime();
  const ended = (filters: readonly Filter[], at: string): Filter[] =>
    filters.map((filter, i): Filter => {
      const pointer = `${at}/${i}`;
      if ("and" in filter) return {and: ended(filter.and, `${pointer}/and`)};
      if (!("op" in filter) || "per" in filter || !goesOn(filter)) return filter;
      const reference = conditions.find(one => one.pointer === pointer)?.reference;
      if (reference === undefined) return filter;
      const {grain, field} = reference;
      const name = grain === undefined ? filter.field : filter.field.slice(0, -grain.length - 1);
      const end =
        field.type === "date"
          ? {field: name, op: "<=", value: local.toPlainDate().toString()}
          : {field: name, op: "<", value: local.toString({smallestUnit: "millisecond"})};
      return {and: [filter, end]};
    });
  return {...query, filters: ended(query.filters ?? [], "/filters")};
}

/** Whether the condition's period contains the present, so that days of it may still come. */
function goesOn({op, value}: FilterCondition): boolean {
  const operator = operatorNamed(op);
  if (operator === "in_current") return true;
  const isCompleted = typeof value === "object" && value !== null && "completed" in value && value.completed;
  return operator === "in_past" && isCompleted !== true;
}
