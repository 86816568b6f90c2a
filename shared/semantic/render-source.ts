import type {Rank} from "./dialects/dialect.ts";
import type {MeasureField} from "./layer.ts";
import type {Branch, PlacedDimension} from "./plan.ts";
import type {ScopeNames} from "./render-scope.ts";
import {type TableName, writeBareInput, writeColumn, writeGrain, writeInput} from "./write-field.ts";
import type {Writer} from "./writer.ts";

/** What a branch's rows are taken from, and how its dimensions and inputs are written over that. */
export interface BranchSource {
  from: string;
  where: string;
  /** By measure, where the dialect computes it from ranks. */
  ranks?: (Rank | undefined)[];
  dimensions: string[];
  /** What a measure aggregates: `undefined` for the rows themselves. */
  input(field: MeasureField, index: number): string | undefined;
}

/** A dimension over the tables of its branch. */
export function writePlaced(
  writer: Writer,
  {node, field, grain}: PlacedDimension,
  names: ScopeNames,
): string {
  return writeGrain(writer, field, grain, names.table(node));
}

/**
 * What keeps rows apart when they are made single, and what the measures aggregate of them, each once.
 * Returns the names of the latter, measure by measure.
 */
export function addKeyAndInputs(
  writer: Writer,
  branch: Branch,
  home: TableName,
  columns: string[],
): (string | undefined)[] {
  if (branch.fansOut) {
    const key = branch.scope.root.model.source.primaryKey ?? [];
    columns.push(...key.map((column, i) => `${writeColumn(writer, column, home)} as k${i}`));
  }
  const picks = branch.special?.ends?.picks !== undefined;
  const names = new Map<string, string>();
  return branch.measures.map(field => {
    if (countsRows(field)) return undefined;
    const input = (picks ? writeBareInput(writer, field, home) : writeInput(writer, field, home)) ?? "1";
    const known = names.get(input);
    if (known !== undefined) return known;
    const name = `v${names.size}`;
    names.set(input, name);
    columns.push(`${input} as ${name}`);
    return name;
  });
}

function countsRows({source}: MeasureField): boolean {
  return source.column === undefined && source.sql === undefined && source.where === undefined;
}
