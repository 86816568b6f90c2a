import type {MeasureField} from "./layer.ts";
import {moved} from "./moved.ts";
import type {Branch, GroupCondition, MeasureExpression, Plan} from "./plan.ts";
import type {Bound, Fill} from "./plan-fill.ts";
import {branchSource} from "./render-branch.ts";
import {namePeriods} from "./render-periods.ts";
import {namePicked} from "./render-picked.ts";
import {type Select, writeSelect} from "./render-select.ts";
import type {Test} from "./tests.ts";
import {writeAggregate, writeGrainOf, writeInput} from "./write-field.ts";
import {writeTable} from "./write-source.ts";
import {writeTest} from "./write-test.ts";
import type {Writer} from "./writer.ts";

/** The statement of a plan. `limit` is how many rows to ask for, `undefined` for all. */
export function renderPlan(writer: Writer, plan: Plan, limit: number | undefined): string {
  if (plan.picked !== undefined) {
    const {select, aggregate} = renderGroups(writer, plan.picked, "  ");
    namePicked(writer, {...select, having: writeHaving(writer, plan.picked, aggregate)});
  }
  const {select, aggregate} = renderGroups(writer, plan);
  select.having = writeHaving(writer, plan, aggregate);
  const sql = writeSelect(select, "") + writeTail(writer, plan, aggregate, limit);
  if (writer.named.length === 0) return sql;
  const named = writer.named.map(({name, sql: inner}) => `${name} as (\n  ${inner}\n)`);
  return `with ${writer.isRecursive ? "recursive " : ""}${named.join(",\n")}\n${sql}`;
}

/** How an aggregate of a branch is written in the outermost select. */
type AggregateWriter = (branch: number, index: number, field: MeasureField) => string;

interface Statement {
  select: Select;
  aggregate: AggregateWriter;
}

function renderGroups(writer: Writer, plan: Plan, pad = ""): Statement {
  if (plan.fill !== undefined) return renderFilled(writer, plan, plan.fill);
  return plan.branches.length === 1 ? renderSingle(writer, plan, pad) : renderStitched(writer, plan, pad);
}

/** The groups that there are, and under them every period with every combination of the other dimensions. */
function renderFilled(writer: Writer, plan: Plan, fill: Fill): Statement {
  const dimensions = plan.dimensions.map((_, i) => `d${i}`);
  const measures = plan.branches.flatMap(branch => branch.measures).map((_, i) => `m${i}`);
  const groups = writer.nameSelect("groups", writeGroups(writer, plan, dimensions));
  const others = dimensions.filter((_, i) => i !== fill.index);
  const periods = writeFilledPeriods(writer, fill, groups);
  const keys =
    others.length > 0 ? `\n  cross join (select distinct ${others.join(", ")} from ${groups}) as others` : "";
  const nulls = measures.map(name => `null as ${name}`);
  const from =
    `(\n  select ${[...dimensions, ...measures].join(", ")} from ${groups}\n  union all\n` +
    `  select ${[...dimensions, ...nulls].join(", ")}\n  from ${periods}${keys}\n) as filled`;
  const aggregate = stitchedAggregate(plan);
  const columns = [
    ...plan.dimensions.map(({name}, i) => `d${i} as ${writer.alias(name)}`),
    ...writeMeasures(writer, plan, aggregate),
  ];
  return {select: {columns, from, groupBy: dimensions.length}, aggregate};
}

/** One row a group with its dimensions and aggregates, from one branch or several. */
function writeGroups(writer: Writer, plan: Plan, dimensions: readonly string[]): string {
  if (plan.branches.length === 1) return writeBranch(writer, plan, 0, "  ");
  const parts = plan.branches.map((_, i) => `    ${writeBranch(writer, plan, i, "    ")}`);
  const measures = plan.branches.flatMap(branch => branch.measures).map((_, i) => `max(m${i}) as m${i}`);
  const from = `(\n${parts.join("\n    union all\n")}\n  ) as branches`;
  return writeSelect({columns: [...dimensions, ...measures], from, groupBy: dimensions.length}, "  ");
}

function writeFilledPeriods(writer: Writer, fill: Fill, groups: string): string {
  const start = (bound: Bound, inwards: "+" | "-") =>
    writeGrainOf(writer, fill.field, fill.grain, writeInside(writer, bound, inwards));
  const name = `d${fill.index}`;
  const first = fill.from === undefined ? `min(${name})` : start(fill.from, "+");
  const last = fill.to === undefined ? `max(${name})` : start(fill.to, "-");
  const from = fill.from === undefined || fill.to === undefined ? groups : undefined;
  return namePeriods(writer, {column: name, grain: fill.grain, first, last, from});
}

/** The moment next to a bound that is outside, or the bound itself. */
function writeInside(writer: Writer, {value, inclusive, unit}: Bound, inwards: "+" | "-"): string {
  if (inclusive) return writer.bind(value);
  if (writer.dialect.shift !== undefined) return writer.bind(moved(value, inwards, {count: 1, unit}));
  return `(${writer.bind(value)} ${inwards} ${writer.dialect.interval(1, unit)})`;
}

/** One branch is one select over its tables. */
function renderSingle(writer: Writer, plan: Plan, pad: string): Statement {
  const [branch] = plan.branches;
  if (branch === undefined) throw new Error("a plan without branches");
  const source = branchSource(writer, branch, pad);
  const aggregate: AggregateWriter = (_branch, index, field) =>
    writeAggregate(writer, field, source.input(field, index), source.ranks?.[index]);
  const dimensions = plan.dimensions.map(({name}, i) => nameColumn(writer, source.dimensions[i]!, name));
  const grouped =
    plan.measures.length > 0 || plan.having.length > 0 || plan.order.some(({by}) => typeof by !== "number");
  const select = {
    columns: [...dimensions, ...writeMeasures(writer, plan, aggregate)],
    distinct: !grouped && !isKeyed(branch),
    from: source.from,
    where: source.where,
    groupBy: grouped ? dimensions.length : 0,
  };
  return {select, aggregate};
}

/** The dimensions hold the home model's primary key, and no join multiplies: every row is distinct as it is. */
function isKeyed({scope, dimensions}: Branch): boolean {
  const key = scope.root.model.source.primaryKey ?? [];
  const isSelected = (column: string) =>
    dimensions.some(
      ({node, field, grain}) => node === scope.root && grain === undefined && field.source.column === column,
    );
  return key.length > 0 && !scope.joins.some(node => node.many) && key.every(isSelected);
}

/** Branches one under another, and of each group the values that its branches have. */
function renderStitched(writer: Writer, plan: Plan, pad: string): Statement {
  const inner = `${pad}  `;
  const parts = plan.branches.map((_, i) => `${inner}${writeBranch(writer, plan, i, inner)}`);
  const dimensions = plan.dimensions.map(({name}, i) => nameColumn(writer, `d${i}`, name));
  const aggregate = stitchedAggregate(plan);
  const select = {
    columns: [...dimensions, ...writeMeasures(writer, plan, aggregate)],
    from: `(\n${parts.join(`\n${inner}union all\n`)}\n${pad}) as branches`,
    groupBy: dimensions.length,
  };
  return {select, aggregate};
}

/** Under its own name, which needs no quotes where it is one of ours. */
function nameColumn(writer: Writer, sql: string, name: string): string {
  if (sql === name) return sql;
  return `${sql} as ${/^d\d+$/.test(name) ? name : writer.alias(name)}`;
}

/** Of the one value and the nulls that a group has of an aggregate, the value. */
function stitchedAggregate(plan: Plan): AggregateWriter {
  const firsts: number[] = [];
  let width = 0;
  for (const branch of plan.branches) {
    firsts.push(width);
    width += branch.measures.length;
  }
  return (branch, index, field) => {
    const value = `max(m${firsts[branch]! + index})`;
    return isCount(field) ? `coalesce(${value}, 0)` : value;
  };
}

function isCount(field: MeasureField): boolean {
  return field.source.type.startsWith("count");
}

function writeBranch(writer: Writer, plan: Plan, position: number, pad: string): string {
  const branch = plan.branches[position]!;
  const source = branchSource(writer, branch, pad);
  const columns = source.dimensions.map((sql, i) => (sql === `d${i}` ? sql : `${sql} as d${i}`));
  let number = 0;
  for (const [i, other] of plan.branches.entries()) {
    for (const [j, field] of other.measures.entries()) {
      const value =
        i === position
          ? writeAggregate(writer, field, source.input(field, j), source.ranks?.[j])
          : writeNull(writer, plan, field, pad);
      columns.push(`${value} as m${number++}`);
    }
  }
  const {from, where} = source;
  return writeSelect({columns, from, where, groupBy: branch.dimensions.length}, pad);
}

/**
 * Of two branches the other gives a null its type; in a longer union nulls alone would become text first.
 * A type that the layer does not tell is the one that the measure has over no rows.
 */
function writeNull(writer: Writer, plan: Plan, field: MeasureField, pad: string): string {
  if (plan.branches.length < 3) return "null";
  const typed = writer.dialect.nullOf(field.type, isCount(field));
  if (field.isTypeKnown || typed === "null") return typed;
  const table = {alias: field.model.name, alone: true};
  const value = writeAggregate(writer, field, writeInput(writer, field, table));
  return `(select ${value} from ${writeTable(writer, field.model, table.alias, pad)} where false)`;
}

function writeMeasures(writer: Writer, plan: Plan, aggregate: AggregateWriter): string[] {
  return plan.measures.map(
    ({name, expression}) => `${writeMeasure(writer, expression, aggregate)} as ${writer.alias(name)}`,
  );
}

function writeMeasure(writer: Writer, expression: MeasureExpression, aggregate: AggregateWriter): string {
  if (expression.kind === "aggregate") {
    return aggregate(expression.branch, expression.index, expression.field);
  }
  let sql = "";
  for (const piece of expression.field.fragment?.pieces ?? []) {
    if (piece.kind === "text") sql += writer.dialect.fragment(piece.text);
    else if (piece.kind === "exact") sql += writer.exact(piece.decimals);
    else if (piece.kind === "ref") {
      const inner = expression.references.get(piece.name);
      if (inner === undefined) throw new Error(`unplanned reference ${piece.name}`);
      const written = writeMeasure(writer, inner, aggregate);
      sql += isCompound(inner) ? `(${written})` : written;
    }
  }
  return sql;
}

function isCompound(expression: MeasureExpression): boolean {
  return expression.kind === "derived" && expression.field.fragment?.compound === true;
}

function writeHaving(writer: Writer, plan: Plan, aggregate: AggregateWriter): string {
  return plan.having.map(condition => writeGroupTest(writer, condition, aggregate)).join("\n  and ");
}

function writeGroupTest(writer: Writer, condition: GroupCondition, aggregate: AggregateWriter): string {
  if (condition.kind !== "test") {
    if (condition.parts.length === 0) return condition.kind === "and" ? "true" : "false";
    const parts = condition.parts.map(part => writeGroupTest(writer, part, aggregate));
    return `(${parts.join(` ${condition.kind} `)})`;
  }
  const expression = writeMeasure(writer, condition.measure, aggregate);
  const operand = isCompound(condition.measure) ? `(${expression})` : expression;
  return writeGroupComparison(writer, operand, condition.test);
}

function writeGroupComparison(writer: Writer, expression: string, test: Test): string {
  const written = writeTest(writer, expression, test);
  return test.kind === "range" && test.negated !== true ? `(${written})` : written;
}

function writeTail(
  writer: Writer,
  plan: Plan,
  aggregate: AggregateWriter,
  limit: number | undefined,
): string {
  const columns = [...plan.dimensions, ...plan.measures];
  const order = plan.order.map(({by, descending}) => {
    if (typeof by !== "number") {
      const expression = writeMeasure(writer, by, aggregate);
      return writer.dialect.order(expression, descending, expression);
    }
    const key = columnName(writer, columns[by - 1]!.name, by);
    const measure = plan.measures[by - 1 - plan.dimensions.length];
    const expression = measure === undefined ? key : writeMeasure(writer, measure.expression, aggregate);
    return writer.dialect.order(key, descending, expression);
  });
  let sql = order.length > 0 ? `\norder by ${order.join(", ")}` : "";
  if (limit !== undefined) sql += `\nlimit ${limit}`;
  return sql;
}

/** An engine that cuts long names could take one column for another: those go by position. */
function columnName(writer: Writer, name: string, position: number): string {
  const longest = writer.dialect.maxNameBytes;
  const fits = name.length * 3 <= longest || new TextEncoder().encode(name).length <= longest;
  return fits ? writer.alias(name) : String(position);
}
