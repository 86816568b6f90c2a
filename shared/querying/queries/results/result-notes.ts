import type {ResultNote} from "../../../ground/wire/result-note.ts";
import type {CompiledQuery} from "../../../semantic/index.ts";
import {type FieldReference, isAdditive, type MeasureField} from "../../../semantic/layers.ts";

/**
 * Notes on calculations that are shares of the sum of the groups, where that sum differs from the measure over all of
 * their rows.
 */
export function notesOf({columns, fields, calculations, overlaps = []}: CompiledQuery): ResultNote[] {
  return calculations.flatMap(({kind, of, behind, within}, i) => {
    const column = columns[fields.length + i]?.name ?? "";
    if (kind !== "percent_of_total" || behind !== undefined || of.field.kind !== "measure") return [];
    const split = fields.flatMap(({field}, index) =>
      field.kind === "dimension" && !within.includes(index) ? [index] : [],
    );
    const reason = reasonOf(of.field, split, fields, columns, overlaps[fields.indexOf(of)] ?? []);
    if (reason === undefined) return [];
    const message = `"${column}" is a share of the sum of the groups, which is not the measure over all of them: ${reason}. For shares of that, ask with "totals" and divide by the total.`;
    return [{column, code: "not_of_the_whole" as const, message}];
  });
}

function reasonOf(
  measure: MeasureField,
  split: readonly number[],
  fields: readonly FieldReference[],
  columns: CompiledQuery["columns"],
  overlaps: readonly number[],
): string | undefined {
  const name = `${measure.model.name}.${measure.name}`;
  const many = split.find(index => overlaps.includes(index));
  if (many !== undefined)
    return `what "${name}" counts can be in several groups of "${columns[many]?.name ?? ""}"`;
  if (split.length === 0 || isAdditive(measure)) return undefined;
  // Windows and balances can be added up over every dimension except time.
  const {rolling, toDate, nonAdditive, ...source} = measure.source;
  const isOverTime = split.some(index => ["date", "timestamp"].includes(fields[index]?.field.type ?? ""));
  if (!isOverTime && isAdditive({...measure, source})) return undefined;
  return `values of "${name}" do not add up`;
}
