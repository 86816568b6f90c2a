import type {Branch, Journey, Plan} from "../../plan/plan.ts";
import {type TableName, writeColumn, writeInput} from "../field.ts";
import {writeKey} from "../group-membership.ts";
import {nameBranch, writeBranchFrom, writeRowConditions} from "../kept-groups.ts";
import {writeSelect} from "../select.ts";
import type {Writer} from "../writer.ts";
import {unionOf} from "./columns.ts";
import {writeFunnel} from "./funnel.ts";
import {writeRetention} from "./retention.ts";

/** The operand of `from`: the rows of a funnel or a retention, with columns `d0 …` and `m0 …`. */
export function writeJourney(writer: Writer, plan: Plan, journey: Journey): string {
  const {shape} = journey;
  if (shape.kind === "funnel") {
    const events = writer.nameSelect("events", unionOf(writeSteps(writer, plan, journey)));
    return writeFunnel(writer, journey, shape, events);
  }
  const again = plan.branches[1];
  const measures = again?.measures ?? [];
  if (again === undefined || measures.length === 0) {
    return writeRetention(writer, journey, shape, writeSteps(writer, plan, journey));
  }
  const {sql, inputs} = writeReturns(writer, again, journey);
  const rows = writer.nameSelect("returns", sql);
  const steps = writeSteps(writer, plan, journey, rows);
  return writeRetention(writer, journey, shape, steps, {rows, measures, inputs});
}

/**
 * A select of the rows of each step. If `returns` is given, it names the select that has the rows of the second step.
 */
function writeSteps(writer: Writer, plan: Plan, journey: Journey, returns?: string): string[] {
  return plan.branches.map((branch, i) =>
    i === 1 && returns !== undefined
      ? writeReturned(writer, returns, plan, journey)
      : writeStep(writer, branch, i, plan, journey),
  );
}

/** The rows of a step that have an entity and a moment, with the columns that all steps have. */
function writeStep(writer: Writer, branch: Branch, position: number, plan: Plan, journey: Journey): string {
  const {dialect} = writer;
  const step = nameStep(writer, branch, journey);
  const columns = [...step.columns, `${position + 1} as ${writer.own("step")}`];
  if (journey.isRanked) {
    columns.push(`${journey.models.indexOf(branch.scope.root.model)} as ${writer.own("place")}`);
  }
  for (let i = 0; i < journey.width; i++) {
    columns.push(`${step.others[i] ?? nullOf(writer, plan, i)} as ${writer.own(`d${i}`)}`);
  }
  const primary = branch.scope.root.model.source.primaryKey ?? [];
  const noKey = dialect.nullOf("string", false);
  for (let i = 0; i < journey.keys; i++) {
    const column = primary[i];
    columns.push(
      `${column === undefined ? noKey : writeComparableText(writer, column, step.home)} as ${writer.own(`k${i}`)}`,
    );
  }
  return writeSelect({columns, ...step.rows()}, PAD);
}

/** The returning rows and the column with each measure's input; `undefined` for a measure of whole rows. */
function writeReturns(
  writer: Writer,
  branch: Branch,
  journey: Journey,
): {sql: string; inputs: (string | undefined)[]} {
  const {columns, home, rows} = nameStep(writer, branch, journey);
  const names = new Map<string, string>();
  const inputs = branch.measures.map(field => {
    const input = writeInput(writer, field, home);
    if (input === undefined) return undefined;
    const name = names.get(input) ?? writer.own(`v${names.size}`);
    if (!names.has(input)) columns.push(`${input} as ${name}`);
    names.set(input, name);
    return name;
  });
  return {sql: writeSelect({columns, ...rows()}, PAD), inputs};
}

/** The returning rows as a step, without values of the query's dimensions. */
function writeReturned(writer: Writer, returns: string, plan: Plan, {width}: Journey): string {
  const columns = [
    ...["entity", "moment", "period"].map(name => writer.own(name)),
    `2 as ${writer.own("step")}`,
    ...Array.from({length: width}, (_, i) => `${nullOf(writer, plan, i)} as ${writer.own(`d${i}`)}`),
  ];
  return writeSelect({columns, from: returns}, PAD);
}

/** A key column as text, so that it sorts as text. */
function writeComparableText(writer: Writer, column: string, home: TableName): string {
  const value = writeColumn(writer, column, home);
  return writer.dialect.writeKeyText?.(value) ?? writer.dialect.cast(value, "text");
}

const PAD = "  ";

function nullOf({dialect}: Writer, {dimensions}: Plan, index: number): string {
  return dialect.nullOf(dimensions[index]?.type ?? "string", false);
}

/** The entity, moment and dimensions of a step's rows. `rows` writes the tables and conditions; call it after these. */
function nameStep(writer: Writer, branch: Branch, journey: Journey) {
  const names = nameBranch(writer, branch);
  const values = branch.dimensions.map(dimension => writeKey(writer, dimension, names.table(dimension.node)));
  const [entity, moment, ...others] = values;
  if (entity === undefined || moment === undefined) throw new Error("a step without an entity or a time");
  const written = journey.mixesTimes ? writer.dialect.cast(moment.operand, "timestamp") : moment.value;
  const columns = [`${entity.value} as ${writer.own("entity")}`, `${written} as ${writer.own("moment")}`];
  if (journey.shape.kind === "retention") columns.push(`${others.shift()?.value} as ${writer.own("period")}`);
  const rows = () => {
    const conditions = writeRowConditions(writer, branch, names, PAD);
    const there = `${entity.operand} is not null\n${PAD}  and ${moment.operand} is not null`;
    return {
      from: writeBranchFrom(writer, branch, names, PAD),
      where: conditions === "" ? there : `${there}\n${PAD}  and ${conditions}`,
    };
  };
  return {columns, others: others.map(({value}) => value), home: names.table(branch.scope.root), rows};
}
