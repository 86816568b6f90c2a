import type {Rank} from "../dialects/dialect.ts";
import type {MeasureField} from "../layer/layer.ts";
import type {Branch, PlacedDimension} from "../plan/plan.ts";
import {writeEdgeText} from "./bins.ts";
import {
  type TableName,
  writeAggregate,
  writeBareInput,
  writeColumn,
  writeDimension,
  writeGrain,
  writeInput,
} from "./field.ts";
import type {ScopeNames} from "./scope.ts";
import type {Writer} from "./writer.ts";

/** Where a branch's rows come from, and how its dimensions and inputs are written over that. */
export interface BranchSource {
  from: string;
  where: string;
  /** One for each measure that the dialect computes from ranks. */
  ranks?: (Rank | undefined)[];
  dimensions: string[];
  /** What a measure aggregates; `undefined` for whole rows. */
  input(field: MeasureField, index: number): string | undefined;
  /** A measure, if it is not the aggregate of an input. */
  value?(index: number): string;
}

/** Writes a dimension over the tables of its branch. */
export function writePlaced(
  writer: Writer,
  {node, field, grain, timezone}: PlacedDimension,
  names: ScopeNames,
): string {
  return writeGrain(writer, field, grain, names.table(node), timezone);
}

function writeOperand(writer: Writer, dimension: PlacedDimension, names: ScopeNames): string {
  const {node, field, grain} = dimension;
  if (grain === undefined) return writeDimension(writer, field, names.table(node));
  return `(${writePlaced(writer, dimension, names)})`;
}

/** The dimensions of a branch, the values that have no name of their own under the one that they share. */
export function writeDimensions(
  writer: Writer,
  {named}: Branch,
  dimensions: readonly PlacedDimension[],
  names: ScopeNames,
): string[] {
  return dimensions.map(dimension => {
    if (named === undefined || named.dimension !== dimension) return writePlaced(writer, dimension, names);
    const place = `${writer.groupsOf(named.groups)}.${writer.own("place")}`;
    // An enum or a uuid is of a text's type here, and of none that a name could have in its own engine.
    const operand = writeOperand(writer, dimension, names);
    const {bins} = dimension.field;
    const value = bins ? writeEdgeText(writer, bins, operand) : writer.dialect.cast(operand, "text");
    return `case when ${place} is not null then ${value} else ${writer.bind({kind: "text", value: named.others})} end`;
  });
}

/** A measure of the branch over the rows of its source. */
export function writeValue(writer: Writer, source: BranchSource, field: MeasureField, index: number): string {
  if (source.value !== undefined) return source.value(index);
  return writeAggregate(writer, field, source.input(field, index), source.ranks?.[index]);
}

/** A column of a select of ours, with `as` unless it already has that name. */
export function nameOwn(sql: string, name: string): string {
  return sql === name ? sql : `${sql} as ${name}`;
}

/**
 * Adds the columns that keep different rows apart under `distinct`, and the measures' inputs, each once. Returns the
 * input's name for each measure.
 */
export function addKeyAndInputs(
  writer: Writer,
  branch: Branch,
  home: TableName,
  columns: string[],
): (string | undefined)[] {
  if (branch.fansOut) {
    const key = branch.scope.root.model.source.primaryKey ?? [];
    columns.push(...key.map((column, i) => `${writeColumn(writer, column, home)} as ${writer.own(`k${i}`)}`));
  }
  const picks = branch.special?.ends?.picks !== undefined;
  const names = new Map<string, string>();
  return branch.measures.map(field => {
    if (countsRows(field)) return undefined;
    const written = (picks ? writeBareInput(writer, field, home) : writeInput(writer, field, home)) ?? "1";
    const input = branch.fansOut ? comparable(field, written) : written;
    const known = names.get(input);
    if (known !== undefined) return known;
    const name = writer.own(`v${names.size}`);
    names.set(input, name);
    columns.push(`${input} as ${name}`);
    return name;
  });
}

/** Not every engine can compare documents, which `distinct` needs. A count only needs to know whether there is one. */
function comparable({source, inputType}: MeasureField, input: string): string {
  const isGiven = source.column !== undefined || source.sql !== undefined;
  const mayBeJson = inputType === "json" || (inputType === undefined && isGiven);
  return source.type === "count" && mayBeJson ? `case when (${input}) is not null then 1 end` : input;
}

function countsRows({source}: MeasureField): boolean {
  return source.column === undefined && source.sql === undefined && source.where === undefined;
}
