import type {Node} from "libpg-query";
import type {CatalogColumn} from "../catalog-types.ts";
import {functionName, typeNameOf} from "../statement/nodes.ts";
import {type Condition, type ConditionContext, combine} from "./condition.ts";
import type {Constant} from "./constant.ts";
import {firstDayOf, type Period, periodNamed} from "./moments.ts";
import {readsAs} from "./read-text.ts";

/** An expression for the day of a moment, `at::date`, or the start of its period, `date_trunc('month', at)`. */
export interface DayExpression {
  period: Period;
  column: CatalogColumn;
  /** The type that Postgres compares: days, or moments at midnight. */
  type: "date" | "timestamp with time zone";
}

/** The day or period of a column that an expression computes; `undefined` for other expressions. */
export function dayExpressionOf(node: Node, context: ConditionContext): DayExpression | undefined {
  if ("ColumnRef" in node) {
    const behind = context.expressionOf(node.ColumnRef);
    return behind && dayExpressionOf(behind, context);
  }
  if ("TypeCast" in node && node.TypeCast.arg !== undefined) {
    const {arg, typeName} = node.TypeCast;
    const type = typeNameOf(typeName);
    if (type !== "date") return undefined;
    if ("ColumnRef" in arg) {
      const column = context.columnOf(arg.ColumnRef);
      return column?.type === "timestamp with time zone" ? {period: "day", column, type: "date"} : undefined;
    }
    const inner = dayExpressionOf(arg, context);
    return inner && {...inner, type: "date"};
  }
  if (!("FuncCall" in node)) return undefined;
  const call = node.FuncCall;
  const [unit, of] = call.args ?? [];
  const name = functionName(call);
  if (name === "date" && call.args?.length === 1 && unit !== undefined && "ColumnRef" in unit) {
    const column = context.columnOf(unit.ColumnRef);
    return column?.type === "timestamp with time zone" ? {period: "day", column, type: "date"} : undefined;
  }
  if (name !== "date_trunc" || call.args?.length !== 2 || of === undefined) return undefined;
  const period = unit !== undefined && "A_Const" in unit ? periodNamed(unit.A_Const.sval?.sval) : undefined;
  if (period === undefined || !("ColumnRef" in of)) return undefined;
  const column = context.columnOf(of.ColumnRef);
  const isTime = column?.type === "timestamp with time zone" || column?.type === "date";
  return isTime ? {period, column, type: "timestamp with time zone"} : undefined;
}

/** The condition on the stored column that is equivalent to a condition on its period. */
export function periodFilter(
  operator: string,
  {period, column, type}: DayExpression,
  constant: Constant,
  context: ConditionContext,
): Condition | undefined {
  if (constant.text === null) return false;
  const day = dayOfConstant(constant, type, context);
  if (day === undefined) return undefined;
  const start = firstDayOf(day, period);
  const isStart = start.equals(day);
  const next = start.add(lengthOf(period));
  const from = boundary(start, column, context);
  const until = boundary(next, column, context);
  if (from === undefined || until === undefined) return undefined;
  const {field} = column;
  const before = (value: string): Condition => ({field, op: "<", value});
  const since = (value: string): Condition => ({field, op: ">=", value});
  switch (operator) {
    case "=":
      return isStart ? combine([since(from), before(until)], true) : false;
    case "<>":
      return isStart ? combine([before(from), since(until)], false) : {field, op: "is_not_null"};
    case "<":
      return before(isStart ? from : until);
    case "<=":
      return before(until);
    case ">":
      return since(until);
    case ">=":
      return since(isStart ? from : until);
    default:
      return undefined;
  }
}

/** The day that begins at the constant; `undefined` for moments within a day, which are left to Postgres. */
function dayOfConstant(
  {type, text}: Constant,
  compared: DayExpression["type"],
  {timezone}: ConditionContext,
): Temporal.PlainDate | undefined {
  if (text === null) return undefined;
  const isDay = type === "date" || (type === "unknown" && readsAs(text, "date", timezone) !== undefined);
  if (isDay) {
    const day = readsAs(text, "date", timezone);
    return day === undefined ? undefined : Temporal.PlainDate.from(day);
  }
  if (compared === "date" || !["unknown", "timestamp", "timestamp with time zone"].includes(type))
    return undefined;
  const instant = readsAs(text, "timestamp with time zone", timezone);
  if (instant === undefined) return undefined;
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO(timezone);
  const isMidnight = local.toPlainTime().equals(new Temporal.PlainTime());
  return isMidnight ? local.toPlainDate() : undefined;
}

function lengthOf(period: Period): Temporal.DurationLike {
  if (period === "quarter") return {months: 3};
  return {[`${period}s`]: 1};
}

/**
 * The first moment of a day, in the form of a filter's value. `undefined` if the clocks change around midnight, because an
 * hour of the day before may be repeated then: such conditions are left to Postgres.
 */
function boundary(
  day: Temporal.PlainDate,
  column: CatalogColumn,
  {timezone}: ConditionContext,
): string | undefined {
  if (day.year < 1 || day.year > 9999) return undefined;
  if (column.type === "date") return day.toString();
  try {
    const midnight = day.toZonedDateTime(timezone);
    const around = [midnight.subtract({hours: 3}), midnight.add({hours: 3})];
    const hasOneOffset = around.every(
      ({offsetNanoseconds}) => offsetNanoseconds === midnight.offsetNanoseconds,
    );
    return hasOneOffset && midnight.hour === 0 ? midnight.toInstant().toString() : undefined;
  } catch {
    return undefined;
  }
}
