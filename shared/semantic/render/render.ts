import {writeDouble, writeIsFinite} from "../dialects/numbers.ts";
import type {DimensionField} from "../layer/layer.ts";
import type {MeasureExpression, Plan} from "../plan/plan.ts";
import {orderBy, orderByValue} from "./bins.ts";
import {nameCalculated} from "./calculations.ts";
import {nameGroups} from "./group-membership.ts";
import {renderGroups} from "./groups.ts";
import {namePicked} from "./kept-groups.ts";
import {writeGroupTest, writeHaving, writeMeasure, writeOperand} from "./measure.ts";
import {type Select, writeSelect} from "./select.ts";
import {nameChosenRows} from "./sources/chosen.ts";
import {writeSubtotals} from "./subtotals.ts";
import type {Writer} from "./writer.ts";

/** The statement of a plan. `limit` is the number of rows to select, `undefined` for all. */
export function renderPlan(writer: Writer, plan: Plan, limit: number | undefined): string {
  const [first] = plan.branches;
  if (first?.named?.isOfSameRows) nameChosenRows(writer, first, first.named);
  for (const lookup of plan.lookups) nameLookup(writer, lookup);
  if (plan.picked !== undefined) {
    for (const lookup of plan.picked.lookups) nameLookup(writer, lookup);
    namePicked(writer, selectGroups(writer, plan.picked));
  }
  if (plan.subtotals !== undefined) return renderSubtotals(writer, plan, plan.subtotals, limit);
  // Labels and texts may be sorted by expressions over columns, which must have names then.
  const isNamed = plan.calculations.length > 0 || plan.order.some(entry => isByOwnKeys(writer, plan, entry));
  const render = isNamed ? renderCalculated : renderPlain;
  const {select, operands} = render(writer, plan);
  return withNamed(writer, writeSelect(select, "") + writeTail(writer, plan, operands, limit));
}

/** The rows of the groups and of their subtotals. */
function renderSubtotals(
  writer: Writer,
  plan: Plan,
  subtotals: readonly Plan[],
  limit: number | undefined,
): string {
  for (const {lookups} of subtotals) for (const inner of lookups) nameLookup(writer, inner);
  const groups = [plan, ...subtotals].map(level => {
    const unnamed = {...level, dimensions: level.dimensions.map(({type}) => ({type}))};
    const {select, aggregate} = renderGroups(writer, unnamed, "  ");
    const measures = level.measures.map(({expression}) => writeMeasure(writer, expression, aggregate));
    const ordered = hiddenIn(level).map(by => writeOperand(writer, by, aggregate));
    return {select: {...select, having: writeHaving(writer, level.having, aggregate)}, measures, ordered};
  });
  return withNamed(writer, writeSubtotals(writer, plan, groups, limit));
}

function withNamed(writer: Writer, sql: string): string {
  if (writer.named.length === 0) return sql;
  const named = writer.named.map(({name, sql: inner}) => `${name} as (\n  ${inner}\n)`);
  return `with ${writer.isRecursive ? "recursive " : ""}${named.join(",\n")}\n${sql}`;
}

/**
 * Names the select of groups that a condition looks up. Groups that the plan's own conditions look up are named before.
 */
function nameLookup(writer: Writer, plan: Plan): void {
  for (const inner of plan.lookups) nameLookup(writer, inner);
  const groups = selectGroups(writer, plan);
  if (plan.spread === undefined) nameGroups(writer, plan, groups);
  else nameSpread(writer, plan.spread, groups);
}

/** Names a select of the least finite value and the range of the number that the rows are grouped by. */
function nameSpread(writer: Writer, field: DimensionField, groups: Select): void {
  const {name} = writer.dialect;
  const value = writeDouble(name, writer.own("d0"));
  const where = writeIsFinite(name, value);
  const range = `max(${value}) - min(${value})`;
  const rows = writer.nameSelect("values", writeSelect(groups, "  "));
  const columns = [
    `min(${value}) as ${writer.own("least_value")}`,
    `case when ${range} > 0 then ${range} else 1 end as ${writer.own("range_value")}`,
  ];
  writer.spreads.set(
    field,
    writer.nameSelect(
      "spread",
      writeSelect({columns, from: rows, ...(where === undefined ? {} : {where})}, "  "),
    ),
  );
}

/** A select of the groups that pass a plan's filters, for use within the statement. */
function selectGroups(writer: Writer, plan: Plan): Select {
  if (plan.first !== undefined) return selectFirst(writer, plan, plan.first);
  if (plan.calculations.length > 0) return selectCalculated(writer, plan).select;
  const {select, aggregate} = renderGroups(writer, plan, "  ");
  return {...select, having: writeHaving(writer, plan.having, aggregate)};
}

/** The groups with the greatest or least measure. Among equal ones, those that sort first by the last dimension. */
function selectFirst(writer: Writer, plan: Plan, first: NonNullable<Plan["first"]>): Select {
  const {count, within, ascending} = first;
  const {select, aggregate} = renderGroups(writer, plan, "  ");
  const [value, place] = [writer.own("x0"), writer.own("place")];
  const measures = plan.measures.map(
    ({expression}) => `${writeMeasure(writer, expression, aggregate)} as ${value}`,
  );
  const results = writer.nameSelect(
    "results",
    writeSelect({...select, columns: [...select.columns, ...measures]}, "  "),
  );
  const dimensions = plan.dimensions.map((_, i) => writer.own(`d${i}`));
  const order = [
    orderByValue(writer, value, !ascending),
    ...orderBy(writer, plan.dimensions.at(-1) ?? {}, {name: dimensions.at(-1) ?? ""}),
  ];
  const partition = within > 0 ? `partition by ${dimensions.slice(0, within).join(", ")} ` : "";
  const number = `row_number() over (${partition}order by ${order.join(", ")}) as ${place}`;
  const numbered = writeSelect({columns: [...dimensions, number], from: results}, "    ");
  return {
    // The rank shows whether a left join found a kept value. MariaDB gets this wrong with a constant in its place.
    columns: [...dimensions, place],
    from: `(\n    ${numbered}\n  ) as ${writer.own("numbered")}`,
    where: `${place} <= ${count}`,
  };
}

/** The outermost select, and how it writes the expressions of `order by`. */
interface Outermost {
  select: Select;
  operands: Operands;
}

interface Operands {
  measure(index: number): string;
  /** The n-th expression of `order by` that is not a result column. */
  hidden(index: number): string;
}

function renderPlain(writer: Writer, plan: Plan): Outermost {
  const {select, aggregate} = renderGroups(writer, plan);
  for (const {name, expression} of plan.measures) {
    select.columns.push(`${writeMeasure(writer, expression, aggregate)} as ${writer.alias(name ?? "")}`);
  }
  for (const name of plan.blank ?? []) select.columns.push(`null as ${writer.alias(name)}`);
  select.having = writeHaving(writer, plan.having, aggregate);
  return {
    select,
    operands: {
      measure: index => writeOperand(writer, plan.measures[index]!.expression, aggregate),
      hidden: index => writeOperand(writer, hiddenIn(plan)[index]!, aggregate),
    },
  };
}

function renderCalculated(writer: Writer, plan: Plan): Outermost {
  const {select, measures, ordered} = selectCalculated(writer, plan);
  const columns = [...select.columns, ...measures, ...plan.calculations.map((_, i) => writer.own(`c${i}`))];
  const names = [...plan.dimensions, ...plan.measures, ...plan.calculations];
  return {
    select: {...select, columns: columns.map((sql, i) => `${sql} as ${writer.alias(names[i]?.name ?? "")}`)},
    operands: {measure: index => measures[index]!, hidden: index => ordered[index]!},
  };
}

/**
 * A select of the groups' dimensions from the select with their calculations, with the names of its further columns.
 */
function selectCalculated(writer: Writer, plan: Plan) {
  const unnamed = {...plan, dimensions: plan.dimensions.map(({type}) => ({type}))};
  const {select, aggregate} = renderGroups(writer, unnamed, "  ");
  const {from, where, measures, ordered} = nameCalculated(writer, plan, {
    select,
    measures: plan.measures.map(({expression}) => writeMeasure(writer, expression, aggregate)),
    having: writeHaving(writer, plan.having, aggregate),
    ordered: hiddenIn(plan).map(by => writeOperand(writer, by, aggregate)),
  });
  where.push(...plan.calculated.map(condition => writeGroupTest(writer, condition, aggregate)));
  const columns = plan.dimensions.map((_, i) => writer.own(`d${i}`));
  return {select: {columns, from, where: where.join("\n  and ")}, measures, ordered};
}

/** The measures of `order by` that are not result columns. */
function hiddenIn({order}: Plan): MeasureExpression[] {
  return order.flatMap(({by}) => (typeof by === "number" ? [] : [by]));
}

/** Whether an entry of the order is a dimension of groups that is sorted by something other than its column. */
function isByOwnKeys(
  {texts}: Writer,
  {dimensions, rows}: Plan,
  {by}: Pick<Plan["order"][number], "by">,
): boolean {
  const dimension = typeof by === "number" && rows !== true ? dimensions[by - 1] : undefined;
  if (dimension === undefined) return false;
  return dimension.labels !== undefined || (dimension.type === "string" && texts.sorted !== undefined);
}

function writeTail(writer: Writer, plan: Plan, operands: Operands, limit: number | undefined): string {
  const columns = [...plan.dimensions, ...plan.measures, ...plan.calculations];
  let hidden = 0;
  const order = plan.order.flatMap(({by, descending}) => {
    if (typeof by !== "number") {
      const expression = operands.hidden(hidden++);
      return writer.dialect.order(expression, descending, expression);
    }
    if (isByOwnKeys(writer, plan, {by}))
      return orderBy(writer, plan.dimensions[by - 1] ?? {}, {name: writer.own(`d${by - 1}`), descending});
    if (by > columns.length) {
      const sorted = writer.own(`d${by - 1}`);
      return writer.dialect.order(sorted, descending, sorted);
    }
    const key = columnName(writer, columns[by - 1]?.name ?? "", by);
    const index = by - 1 - plan.dimensions.length;
    const isMeasure = index >= 0 && index < plan.measures.length;
    return writer.dialect.order(key, descending, isMeasure ? operands.measure(index) : key);
  });
  let sql = order.length > 0 ? `\norder by ${order.join(", ")}` : "";
  if (limit !== undefined) sql += `\nlimit ${limit}`;
  return sql;
}

/** The column's name, or its position for dialects that truncate names this long and could confuse two columns. */
function columnName(writer: Writer, name: string, position: number): string {
  const longest = writer.dialect.maxNameBytes;
  const fits = name.length * 3 <= longest || new TextEncoder().encode(name).length <= longest;
  return fits ? writer.alias(name) : String(position);
}
