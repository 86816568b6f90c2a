import type {MeasureField} from "../layer/layer.ts";
import type {Branch, Fill, Journey, Keyed, Plan} from "../plan/plan.ts";
import type {MovedBy} from "../resolve/resolved.ts";
import {branchSource} from "./branch.ts";
import {nameOwn, writeValue} from "./branch-source.ts";
import {presence} from "./calculations.ts";
import {isCount, writeAggregate, writeBareInput, writeOnly} from "./field.ts";
import {writeJourney} from "./journey/journey.ts";
import type {AggregateWriter} from "./measure.ts";
import {nameCalendarPeriods, namePeriods, writeEnds} from "./periods.ts";
import {type Select, writeSelect} from "./select.ts";
import {keyedSource} from "./sources/eager-aggregation.ts";
import {writeTable} from "./table.ts";
import type {Writer} from "./writer.ts";

interface Statement {
  select: Select;
  aggregate: AggregateWriter;
}

/** A select of the groups' dimensions, and how their measures are written in it. */
export function renderGroups(writer: Writer, plan: Plan, pad = ""): Statement {
  if (plan.journey !== undefined) return renderJourney(writer, plan, plan.journey);
  const fill = plan.fill ?? plan.axis;
  if (fill !== undefined) return renderFilled(writer, plan, fill);
  if (plan.keyed !== undefined) return renderKeyed(writer, plan, plan.keyed, pad);
  return plan.branches.length === 1 ? renderSingle(writer, plan, pad) : renderStitched(writer, plan, pad);
}

/** Adds every period, with every combination of the other dimensions, to the groups that have rows. */
function renderFilled(writer: Writer, plan: Plan, fill: Fill): Statement {
  const dimensions = plan.dimensions.map((_, i) => writer.own(`d${i}`));
  const measures = plan.branches.flatMap(branch => branch.measures).map((_, i) => writer.own(`m${i}`));
  const groups = writer.nameSelect("groups", writeGroups(writer, plan, dimensions, measures));
  const others = dimensions.filter((_, i) => i !== fill.index);
  const periods = writeFilledPeriods(writer, fill, groups);
  const distinct = `select distinct ${others.join(", ")} from ${groups}`;
  const keys = others.length > 0 ? `\n  cross join (${distinct}) as ${writer.own("others")}` : "";
  const nulls = measures.map(name => `null as ${name}`);
  const [there, added] = plan.fill === undefined ? presence(writer) : [[], []];
  const from =
    `(\n  select ${[...dimensions, ...measures, ...there].join(", ")} from ${groups}\n  union all\n` +
    `  select ${[...dimensions, ...nulls, ...added].join(", ")}\n  from ${periods}${keys}\n) as ${writer.own("filled")}`;
  const select = {columns: nameColumns(writer, plan, dimensions), from, groupBy: dimensions.length};
  return {select, aggregate: stitchedAggregate(writer, plan)};
}

/** One row per group, with its dimensions and aggregates, from one branch or several. */
function writeGroups(
  writer: Writer,
  plan: Plan,
  dimensions: readonly string[],
  measures: readonly string[],
): string {
  if (plan.branches.length === 1) return writeBranch(writer, plan, 0, "  ");
  const parts = plan.branches.map((_, i) => `    ${writeBranch(writer, plan, i, "    ")}`);
  const fields = plan.branches.flatMap(branch => branch.measures);
  const values = fields.map(
    (field, i) => `${writeOnly(writer, field, measures[i] ?? "")} as ${measures[i] ?? ""}`,
  );
  const from = `(\n${parts.join("\n    union all\n")}\n  ) as ${writer.own("branches")}`;
  return writeSelect({columns: [...dimensions, ...values], from, groupBy: dimensions.length}, "  ");
}

function writeFilledPeriods(writer: Writer, fill: Fill, groups: string): string {
  const column = writer.own(`d${fill.index}`);
  const {grain} = fill;
  if (typeof grain !== "string") return nameCalendarPeriods(writer, {...fill, grain}, {column, groups});
  const ends = writeEnds(writer, {...fill, grain}, {first: column, last: column, from: groups});
  return namePeriods(writer, {column, grain, limited: true, ...ends});
}

/** A select of the rows of a funnel or a retention, which are grouped already. */
function renderJourney(writer: Writer, plan: Plan, journey: Journey): Statement {
  const from = writeJourney(writer, plan, journey);
  const dimensions = plan.dimensions.map((_, i) => writer.own(`d${i}`));
  const select = {columns: nameColumns(writer, plan, dimensions), from};
  const placeOf = (branch: number, index: number) => (branch === 0 ? index : journey.ownMeasures + index);
  return {select, aggregate: (branch, index) => writer.own(`m${placeOf(branch, index)}`)};
}

/** The groups of a plan with one branch: one select over its tables. */
function renderSingle(writer: Writer, plan: Plan, pad: string): Statement {
  const [branch] = plan.branches;
  if (branch === undefined) throw new Error("a plan without branches");
  if (branch.dimensions.length > plan.dimensions.length && plan.rows) {
    return {select: selectSorted(writer, plan, branch, pad), aggregate: noAggregate};
  }
  const source = branchSource(writer, branch, pad, renderGroups);
  const aggregate: AggregateWriter = (_branch, index, field) => writeValue(writer, source, field, index);
  const dimensions = nameColumns(writer, plan, source.dimensions);
  const grouped =
    plan.measures.length > 0 || plan.having.length > 0 || plan.order.some(({by}) => typeof by !== "number");
  const select = {
    columns: dimensions,
    distinct: !grouped && plan.rows !== true && !isKeyed(branch),
    from: source.from,
    where: source.where,
    groupBy: grouped ? dimensions.length : 0,
  };
  return {select, aggregate};
}

/**
 * A select of the result's columns over a select that also has the dimensions to sort by. `order by` then names
 * columns: in place of an expression, a number would be taken for a position and a text would be refused.
 */
function selectSorted(writer: Writer, plan: Plan, branch: Branch, pad: string): Select {
  const inner = `${pad}  `;
  const {dimensions, from, where} = branchSource(writer, branch, inner, renderGroups);
  const columns = dimensions.map((sql, i) => nameOwn(sql, writer.own(`d${i}`)));
  const names = plan.dimensions.map((_, i) => writer.own(`d${i}`));
  return {
    columns: nameColumns(writer, plan, names),
    from: `(\n${inner}${writeSelect({columns, from, where}, inner)}\n${pad}) as ${writer.own("sorted")}`,
  };
}

const noAggregate: AggregateWriter = () => {
  throw new Error("an aggregate of rows that are not grouped");
};

/**
 * Whether the rows are distinct as they are: the dimensions contain the home model's primary key, and no join repeats
 * rows.
 */
function isKeyed({scope, dimensions, named, nested}: Branch): boolean {
  if (named !== undefined || nested?.shownMeasures !== undefined) return false;
  const key = scope.root.model.source.primaryKey ?? [];
  const isSelected = (column: string) =>
    dimensions.some(
      ({node, field, grain}) =>
        node === scope.root &&
        grain === undefined &&
        field.source.column === column &&
        field.source.path === undefined,
    );
  return key.length > 0 && !scope.joins.some(node => node.many) && key.every(isSelected);
}

/** The groups of a keyed plan: the facts are aggregated by the key of a small table, which is joined to their union. */
function renderKeyed(writer: Writer, plan: Plan, keyed: Keyed, pad: string): Statement {
  const {from, dimensions, aggregate} = keyedSource(writer, plan, keyed, pad);
  const columns = nameColumns(writer, plan, dimensions);
  return {select: {columns, from, groupBy: columns.length}, aggregate};
}

/** A union of the branches, grouped again so that each group gets the values of all of them. */
function renderStitched(writer: Writer, plan: Plan, pad: string): Statement {
  const inner = `${pad}  `;
  const parts = plan.branches.map((_, i) => `${inner}${writeBranch(writer, plan, i, inner)}`);
  const dimensions = nameColumns(
    writer,
    plan,
    plan.dimensions.map((_, i) => writer.own(`d${i}`)),
  );
  const select = {
    columns: dimensions,
    from: `(\n${parts.join(`\n${inner}union all\n`)}\n${pad}) as ${writer.own("branches")}`,
    groupBy: dimensions.length,
  };
  return {select, aggregate: stitchedAggregate(writer, plan)};
}

/** The dimensions as columns of the result, or of a select within the statement. */
function nameColumns(writer: Writer, plan: Plan, dimensions: readonly string[]): string[] {
  return plan.dimensions.map(({name, own}, i) =>
    name === undefined
      ? nameOwn(dimensions[i]!, writer.own(own ?? `d${i}`))
      : `${dimensions[i]!} as ${writer.alias(name)}`,
  );
}

/** Picks the value of an aggregate from a group's rows: one row has the value, and all other rows have null. */
function stitchedAggregate(writer: Writer, plan: Plan): AggregateWriter {
  const firsts: number[] = [];
  let width = 0;
  for (const branch of plan.branches) {
    firsts.push(width);
    width += branch.measures.length;
  }
  return (branch, index, field) => {
    const value = writeOnly(writer, field, writer.own(`m${firsts[branch]! + index}`));
    return isCount(field) ? `coalesce(${value}, 0)` : value;
  };
}

function writeBranch(writer: Writer, plan: Plan, position: number, pad: string): string {
  const branch = plan.branches[position]!;
  const source = branchSource(writer, branch, pad, renderGroups);
  const columns = source.dimensions.map((sql, i) =>
    nameOwn(writeMoved(writer, sql, branch.moved?.[i]), writer.own(`d${i}`)),
  );
  let number = 0;
  for (const [i, other] of plan.branches.entries()) {
    for (const [j, field] of other.measures.entries()) {
      const value =
        i === position ? writeValue(writer, source, field, j) : writeNull(writer, plan, field, pad);
      columns.push(`${value} as ${writer.own(`m${number++}`)}`);
    }
  }
  const {from, where} = source;
  return writeSelect({columns, from, where, groupBy: branch.dimensions.length}, pad);
}

/**
 * A null for another branch's measure. In a union of two the other branch gives it a type, but in a longer one the
 * nulls of the first branches would become text. If the layer does not know the type, the measure over no rows gives
 * it.
 */
function writeNull(writer: Writer, plan: Plan, field: MeasureField, pad: string): string {
  if (plan.branches.length < 3) return "null";
  const typed = writer.dialect.nullOf(field.type, isCount(field));
  if (field.isTypeKnown || typed === "null") return typed;
  const of = field.nested?.of.reference.field ?? field;
  const table = {alias: of.model.name, alone: true};
  const value = writeAggregate(writer, of, writeBareInput(writer, of, table));
  return `(select ${value} from ${writeTable(writer, of.model, table.alias, pad, false)} where false)`;
}

/** A period of the earlier span, moved to the period with which it is compared. */
function writeMoved(writer: Writer, sql: string, by: MovedBy | undefined): string {
  if (by === undefined || by.count === 0) return sql;
  const shifted = writer.shift(`(${sql})`, "+", by, by.kind);
  return by.kind === "date" ? writer.dialect.cast(`(${shifted})`, "date") : shifted;
}
