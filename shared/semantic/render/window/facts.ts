import {isIntraday, type PeriodGrain} from "../../layer/grains.ts";
import {hasParts} from "../../plan/fan-out/deduplicate.ts";
import type {Branch, Periods} from "../../plan/plan.ts";
import type {Window} from "../../resolve/window.ts";
import {addKeyAndInputs, writeDimensions} from "../branch-source.ts";
import {writeDimension, writeGrain, writeInput} from "../field.ts";
import {writeMoment, writePer} from "../first-last-moment.ts";
import {writeBranchFrom} from "../kept-groups.ts";
import {nameParts, type Parts, partsOf} from "../partial-aggregates.ts";
import {nameTables, writeConditions} from "../scope.ts";
import {writeSelect} from "../select.ts";
import type {Writer} from "../writer.ts";
import type {Frame} from "./frame.ts";
import {writeMarks} from "./framed.ts";
import {writeReach} from "./span.ts";

/** The rows that the periods may contain, each with its groups, its day and the inputs of the measures. */
export interface Facts {
  /** The name of the select. */
  facts: string;
  /** The column with the start of the step that the row lies in: its day, or a period. */
  step: string;
  /** The name of the column with each measure's input. */
  inputs: (string | undefined)[];
  /** The columns that distinguish the rows, whatever the groups are. */
  identity: string[];
  /** The partial aggregates, instead of `inputs`; set if there is one row for each step, group and mark of a frame. */
  parts?: Parts;
}

/**
 * Whether a dimension is the period shown, or is implied by that period. The rows have no column for such a dimension.
 */
export function isOfPeriod({index, implied}: Periods, dimension: number): boolean {
  return dimension === index || implied.some(one => one.index === dimension);
}

/** Whether rows of a step and group can be aggregated before they are assigned to periods. */
export function isSummed({preparation, measures, fansOut, picked}: Branch): boolean {
  // A row that lies in several groups counts once in a total.
  return preparation?.ends === undefined && !(fansOut && picked !== undefined) && measures.every(hasParts);
}

/**
 * Names the select of all rows that the periods may contain, or of their partial aggregates by step, group and the
 * marks of the frame.
 */
export function nameFacts(
  writer: Writer,
  branch: Branch,
  window: Window,
  periods: Periods,
  unit: PeriodGrain,
  frame: Frame | undefined,
): Facts {
  const names = nameTables(writer, branch.scope, {enclosesOthers: branch.named !== undefined});
  const rootTable = names.table(branch.scope.root);
  const periodTable = names.table(periods.node);
  const step = writer.own(isIntraday(unit) ? "instant" : unit === "day" ? "day" : "period");
  const written = writeDimensions(writer, branch, branch.picked ?? branch.dimensions, names);
  const groups = written.flatMap((_, i) => (isOfPeriod(periods, i) ? [] : [writer.own(`d${i}`)]));
  const columns = written.flatMap((sql, i) =>
    isOfPeriod(periods, i) ? [] : [`${sql} as ${writer.own(`d${i}`)}`],
  );
  columns.push(`${writeGrain(writer, window.dimension, unit, periodTable)} as ${step}`);
  const {marks, where: within} = writeMarks(writer, window, frame, unit, periodTable);
  columns.push(...marks.map(({name, sql}) => `${sql} as ${name}`));
  groups.push(step, ...marks.map(({name}) => name));
  const areSummed = isSummed(branch);
  const identity: string[] = [];
  let inputs: Facts["inputs"] = [];
  let parts: Parts | undefined;
  if (areSummed && !branch.fansOut) {
    parts = partsOf(writer, branch.measures, field => writeInput(writer, field, rootTable));
    columns.push(...nameParts(parts));
  } else inputs = addKeyAndInputs(writer, branch, rootTable, identity);
  const ends = branch.preparation?.ends;
  if (ends !== undefined) {
    identity.push(`${writeMoment(writer, ends, rootTable)} as ${writer.own("moment")}`);
    identity.push(...writePer(writer, ends, rootTable).map((sql, i) => `${sql} as ${writer.own(`p${i}`)}`));
  }
  const stored = writeDimension(writer, window.dimension, periodTable);
  const from = writeBranchFrom(writer, branch, names, "  ");
  const conditions = writeConditions(writer, branch.scope.conditions, names, "  ");
  const where = [conditions, ...writeReach(writer, window, periods, stored), ...within]
    .filter(Boolean)
    .join("\n    and ");
  const select = {columns: [...columns, ...identity], distinct: branch.fansOut, from, where};
  const groupBy = parts === undefined ? 0 : groups.length;
  const facts = writer.nameSelect("facts", writeSelect({...select, groupBy}, "  "));
  const rest = identity.map(column => column.slice(column.lastIndexOf(" ") + 1));
  if (parts !== undefined) return {facts, step, inputs: [], identity: [], parts};
  if (!areSummed) return {facts, step, inputs, identity: rest};
  parts = partsOf(writer, branch.measures, (_field, i) => inputs[i]);
  const sums = {columns: [...groups, ...nameParts(parts)], from: facts, groupBy: groups.length};
  return {facts: writer.nameSelect("sums", writeSelect(sums, "  ")), step, inputs: [], identity: [], parts};
}
