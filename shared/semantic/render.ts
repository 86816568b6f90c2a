import type {MeasureField} from "./layer.ts";
import type {Branch, GroupCondition, MeasureExpression, Plan} from "./plan.ts";
import {nameTables, writeConditions, writeFrom} from "./render-scope.ts";
import type {Test} from "./tests.ts";
import {writeAggregate, writeGrain, writeInput} from "./write-field.ts";
import {writeTest} from "./write-test.ts";
import type {Writer} from "./writer.ts";

/** The statement of a plan. `limit` is how many rows to ask for, `undefined` for all. */
export function renderPlan(writer: Writer, plan: Plan, limit: number | undefined): string {
  const [only, ...others] = plan.branches;
  if (only === undefined) throw new Error("a plan without branches");
  if (others.length > 0) return renderStitched(writer, plan, limit);
  return only.fansOut ? renderFannedOut(writer, plan, only, limit) : renderFlat(writer, plan, only, limit);
}

/** How a measure of a branch is written in the outermost select. */
type AggregateWriter = (branch: number, index: number, field: MeasureField) => string;

interface Select {
  columns: string[];
  distinct?: boolean;
  from: string;
  where: string;
  groupBy: number;
  having: string;
}

function writeSelect(select: Select, pad: string): string {
  const head = select.distinct === true ? "select distinct" : "select";
  const columns =
    select.columns.length === 1
      ? ` ${select.columns[0]!}`
      : `\n${pad}  ${select.columns.join(`,\n${pad}  `)}`;
  let sql = `${head}${columns}\n${pad}from ${select.from}`;
  if (select.where !== "") sql += `\n${pad}where ${select.where}`;
  if (select.groupBy > 0) sql += `\n${pad}group by ${positions(select.groupBy)}`;
  if (select.having !== "") sql += `\n${pad}having ${select.having}`;
  return sql;
}

function positions(count: number): string {
  return Array.from({length: count}, (_, i) => String(i + 1)).join(", ");
}

function renderFlat(writer: Writer, plan: Plan, branch: Branch, limit: number | undefined): string {
  const names = nameTables(branch.scope);
  const dimensions = branch.dimensions.map(
    (dimension, i) =>
      `${writeGrain(writer, dimension.field, dimension.grain, names.table(dimension.node))} as ${writer.quote(plan.dimensions[i]!.name)}`,
  );
  const home = names.table(branch.scope.root);
  const aggregate: AggregateWriter = (_branch, _index, field) =>
    writeAggregate(writer, field, writeInput(writer, field, home));
  const measures = writeMeasures(writer, plan, aggregate);
  const grouped = measures.length > 0 || plan.having.length > 0;
  const select = {
    columns: [...dimensions, ...measures],
    distinct: !grouped && !isKeyed(branch),
    from: writeFrom(writer, branch.scope, names, ""),
    where: writeConditions(writer, branch.scope.conditions, names, ""),
    groupBy: grouped ? dimensions.length : 0,
    having: writeHaving(writer, plan, aggregate),
  };
  return writeSelect(select, "") + writeTail(writer, plan, aggregate, limit);
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

/** Each row of the home model once per group, and the aggregates over those. */
function renderFannedOut(writer: Writer, plan: Plan, branch: Branch, limit: number | undefined): string {
  const from = writeSingleRows(writer, branch, "");
  const dimensions = plan.dimensions.map((dimension, i) => `d${i} as ${writer.quote(dimension.name)}`);
  const aggregate: AggregateWriter = (_branch, index, field) =>
    writeAggregate(writer, field, singleInput(field, index));
  const select = {
    columns: [...dimensions, ...writeMeasures(writer, plan, aggregate)],
    from,
    where: "",
    groupBy: dimensions.length,
    having: writeHaving(writer, plan, aggregate),
  };
  return writeSelect(select, "") + writeTail(writer, plan, aggregate, limit);
}

function singleInput(field: MeasureField, index: number): string | undefined {
  return countsRows(field) ? undefined : `v${index}`;
}

function countsRows({source}: MeasureField): boolean {
  return source.column === undefined && source.sql === undefined && source.where === undefined;
}

/** `(select distinct dimensions, primary key, inputs …) as "model"`. */
function writeSingleRows(writer: Writer, branch: Branch, pad: string): string {
  const inner = `${pad}  `;
  const names = nameTables(branch.scope);
  const home = names.table(branch.scope.root);
  const columns = branch.dimensions.map(
    (dimension, i) =>
      `${writeGrain(writer, dimension.field, dimension.grain, names.table(dimension.node))} as d${i}`,
  );
  const key = branch.scope.root.model.source.primaryKey ?? [];
  columns.push(...key.map((column, i) => `${writer.quote(home.alias)}.${writer.quote(column)} as k${i}`));
  for (const [i, field] of branch.measures.entries()) {
    const input = countsRows(field) ? undefined : writeInput(writer, field, home);
    if (input !== undefined) columns.push(`${input} as v${i}`);
  }
  const select = {
    columns,
    distinct: true,
    from: writeFrom(writer, branch.scope, names, inner),
    where: writeConditions(writer, branch.scope.conditions, names, inner),
    groupBy: 0,
    having: "",
  };
  return `(\n${inner}${writeSelect(select, inner)}\n${pad}) as ${writer.quote(home.alias)}`;
}

/** Branches one under another, and of each group the values that its branches have. */
function renderStitched(writer: Writer, plan: Plan, limit: number | undefined): string {
  const offsets: number[] = [];
  let width = 0;
  for (const branch of plan.branches) {
    offsets.push(width);
    width += branch.measures.length;
  }
  const parts = plan.branches.map((_, i) => `  ${writeBranch(writer, plan, i, "  ")}`);
  const dimensions = plan.dimensions.map((dimension, i) => `d${i} as ${writer.quote(dimension.name)}`);
  const aggregate: AggregateWriter = (branch, index, field) => {
    const value = `max(m${offsets[branch]! + index})`;
    return isCount(field) ? `coalesce(${value}, 0)` : value;
  };
  const measures = writeMeasures(writer, plan, aggregate);
  const select = {
    columns: [...dimensions, ...measures],
    distinct: false,
    from: `(\n${parts.join("\n  union all\n")}\n) as branches`,
    where: "",
    groupBy: dimensions.length,
    having: writeHaving(writer, plan, aggregate),
  };
  return writeSelect(select, "") + writeTail(writer, plan, aggregate, limit);
}

function isCount(field: MeasureField): boolean {
  return field.source.type.startsWith("count");
}

function writeBranch(writer: Writer, plan: Plan, position: number, pad: string): string {
  const branch = plan.branches[position]!;
  const names = nameTables(branch.scope);
  const home = names.table(branch.scope.root);
  const columns = branch.dimensions.map((dimension, i) =>
    branch.fansOut
      ? `d${i}`
      : `${writeGrain(writer, dimension.field, dimension.grain, names.table(dimension.node))} as d${i}`,
  );
  let number = 0;
  for (const [i, other] of plan.branches.entries()) {
    for (const [j, field] of other.measures.entries()) {
      const name = `m${number++}`;
      if (i !== position) columns.push(`${writeNull(writer, plan, field)} as ${name}`);
      else {
        const input = branch.fansOut ? singleInput(field, j) : writeInput(writer, field, home);
        columns.push(`${writeAggregate(writer, field, input)} as ${name}`);
      }
    }
  }
  const select = {
    columns,
    from: branch.fansOut ? writeSingleRows(writer, branch, pad) : writeFrom(writer, branch.scope, names, pad),
    where: branch.fansOut ? "" : writeConditions(writer, branch.scope.conditions, names, pad),
    groupBy: branch.dimensions.length,
    having: "",
  };
  return writeSelect(select, pad);
}

/** Of two branches the other gives a null its type; in a longer union nulls alone would become text first. */
function writeNull(writer: Writer, plan: Plan, field: MeasureField): string {
  return plan.branches.length < 3 ? "null" : writer.dialect.nullOf(field.type, isCount(field));
}

function writeMeasures(writer: Writer, plan: Plan, aggregate: AggregateWriter): string[] {
  return plan.measures.map(
    ({name, expression}) => `${writeMeasure(writer, expression, aggregate)} as ${writer.quote(name)}`,
  );
}

function writeMeasure(writer: Writer, expression: MeasureExpression, aggregate: AggregateWriter): string {
  if (expression.kind === "aggregate") {
    return aggregate(expression.branch, expression.index, expression.field);
  }
  let sql = "";
  for (const piece of expression.field.fragment?.pieces ?? []) {
    if (piece.kind === "text") sql += piece.text;
    else if (piece.kind === "exact") sql += writer.dialect.exactPrefix;
    else if (piece.kind === "ref") {
      const inner = expression.references.get(piece.name);
      if (inner === undefined) throw new Error(`unplanned reference ${piece.name}`);
      const written = writeMeasure(writer, inner, aggregate);
      sql += inner.kind === "derived" && inner.field.fragment?.compound === true ? `(${written})` : written;
    }
  }
  return sql;
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
  const compound =
    condition.measure.kind === "derived" && condition.measure.field.fragment?.compound === true;
  return writeGroupComparison(writer, compound ? `(${expression})` : expression, condition.test);
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
    const key =
      typeof by === "number"
        ? columnName(writer, columns[by - 1]!.name, by)
        : writeMeasure(writer, by, aggregate);
    return `${key}${descending ? " desc" : ""} nulls last`;
  });
  let sql = order.length > 0 ? `\norder by ${order.join(", ")}` : "";
  if (limit !== undefined) sql += `\nlimit ${limit}`;
  return sql;
}

/** An engine that cuts long names could take one column for another: those go by position. */
function columnName(writer: Writer, name: string, position: number): string {
  const longest = writer.dialect.maxNameBytes;
  const fits = name.length * 3 <= longest || new TextEncoder().encode(name).length <= longest;
  return fits ? writer.quote(name) : String(position);
}
