import type {CompiledQuery} from "../../shared/semantic/compile.ts";
import {operatorNamed} from "../../shared/semantic/filters/operators.ts";
import {isOfItsRows} from "../../shared/semantic/layer/of-its-rows.ts";
import type {Filter, FilterCondition, Query} from "../../shared/semantic/query.ts";

/**
 * The query of what has passed at `now` of the periods that go on then: of this month its days until today. Asked for an
 * earlier moment it is of the same days. Periods that are over stay whole, and so do windows and balances, which are not
 * of some days what they are of a period. `compiled` is of the query.
 */
export function soFar(query: Query, compiled: CompiledQuery, now: Date): Query {
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

/** Whether the condition's period holds the present, and may have days to come. */
function goesOn({op, value}: FilterCondition): boolean {
  const operator = operatorNamed(op);
  if (operator === "in_current") return true;
  const isCompleted = typeof value === "object" && value !== null && "completed" in value && value.completed;
  return operator === "in_past" && isCompleted !== true;
}
