import type {Test} from "../filters/predicates.ts";
import type {MeasureField} from "../layer/layer.ts";
import type {GroupCondition, MeasureExpression, TypedMeasure} from "../plan/plan.ts";
import {writeCompared} from "./compare-values.ts";
import {orFalse, writeTest} from "./predicate.ts";
import type {Writer} from "./writer.ts";

/** Writes an aggregate of a branch for the outermost select. */
export type AggregateWriter = (branch: number, index: number, field: MeasureField) => string;

/** A measure over the groups. */
export function writeMeasure(
  writer: Writer,
  expression: MeasureExpression,
  aggregate: AggregateWriter,
): string {
  if (expression.kind === "calculation") return writer.own(`c${expression.index}`);
  if (expression.kind === "aggregate") {
    return writer.countedWhole(() => aggregate(expression.branch, expression.index, expression.field));
  }
  if (expression.kind === "change") {
    const [now, before] = [expression.of, expression.before].map(one => writeOperand(writer, one, aggregate));
    return `${writer.exact(false)}(${now} - ${before}) / nullif(${before}, 0)`;
  }
  let sql = "";
  for (const piece of expression.field.fragment?.pieces ?? []) {
    if (piece.kind === "text") sql += writer.fragment(piece.text);
    else if (piece.kind === "exact") sql += writer.exact(piece.decimals);
    else if (piece.kind === "ref") {
      const inner = expression.references.get(piece.name);
      if (inner === undefined) throw new Error(`unplanned reference ${piece.name}`);
      sql += writeOperand(writer, inner, aggregate);
    }
  }
  return sql;
}

/** A measure, in parentheses if it needs them as an operand. */
export function writeOperand(
  writer: Writer,
  expression: MeasureExpression,
  aggregate: AggregateWriter,
): string {
  const written = writeMeasure(writer, expression, aggregate);
  return isCompound(expression) ? `(${written})` : written;
}

function isCompound(expression: MeasureExpression): boolean {
  if (expression.kind === "change") return true;
  return expression.kind === "derived" && expression.field.fragment?.compound === true;
}

/** Conditions on groups, combined by AND. */
export function writeHaving(
  writer: Writer,
  having: readonly GroupCondition[],
  aggregate: AggregateWriter,
): string {
  return having.map(condition => writeGroupTest(writer, condition, aggregate)).join("\n  and ");
}

export function writeGroupTest(
  writer: Writer,
  condition: GroupCondition,
  aggregate: AggregateWriter,
): string {
  if (condition.kind === "not") return `not ${orFalse(writeGroupTest(writer, condition.part, aggregate))}`;
  if (condition.kind === "comparison") {
    const compared = (one: TypedMeasure) => ({...one, sql: writeOperand(writer, one.expression, aggregate)});
    const [one, other] = condition.measures;
    return writeCompared(writer, condition, [compared(one), compared(other)]);
  }
  if (condition.kind !== "test") {
    if (condition.parts.length === 0) return condition.kind === "and" ? "true" : "false";
    const parts = condition.parts.map(part => writeGroupTest(writer, part, aggregate));
    return `(${parts.join(` ${condition.kind} `)})`;
  }
  return writeGroupComparison(writer, writeOperand(writer, condition.measure, aggregate), condition.test);
}

function writeGroupComparison(writer: Writer, expression: string, test: Test): string {
  const written = writeTest(writer, expression, test);
  return test.kind === "range" && test.negated !== true ? `(${written})` : written;
}
