import type {MeasureField} from "../layer/layer.ts";
import type {Branch, PlacedDimension} from "../plan/plan.ts";
import {writeNumberLabel} from "./bins.ts";
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
import type {BranchSource} from "./sources/source.ts";
import type {Writer} from "./writer.ts";

/** Writes a dimension over the tables of its branch. */
export function writePlaced(
  writer: Writer,
  {node, field, grain, timezone}: PlacedDimension,
  names: ScopeNames,
): string {
  const written = writeGrain(writer, field, grain, names.table(node), timezone);
  const isText = field.type === "string" && grain === undefined;
  return (isText ? writer.texts.selected?.(written) : undefined) ?? written;
}

function writeOperand(writer: Writer, dimension: PlacedDimension, names: ScopeNames): string {
  const {node, field, grain} = dimension;
  if (grain === undefined) return writeDimension(writer, field, names.table(node));
  return `(${writePlaced(writer, dimension, names)})`;
}

/**
 * The dimensions of a branch. With `top` and `others`, values that `top` does not keep are replaced by the name in
 * `others`.
 */
export function writeDimensions(
  writer: Writer,
  {named}: Branch,
  dimensions: readonly PlacedDimension[],
  names: ScopeNames,
): string[] {
  return dimensions.map(dimension => {
    if (named === undefined || named.dimension !== dimension) return writePlaced(writer, dimension, names);
    return writeNamed(writer, named, writeOperand(writer, dimension, names));
  });
}

/** A value as text if `top` keeps the value, else the name that `top` gives to all other values. */
export function writeNamed(
  writer: Writer,
  {groups, dimension, ofNumbers, others}: NonNullable<Branch["named"]>,
  value: string,
): string {
  const place = `${writer.groupsOf(groups)}.${writer.own("place")}`;
  const {bins} = dimension.field;
  const isNumber = bins !== undefined || ofNumbers;
  // Enums and uuids count as texts here, but in the engine the name of all other values cannot have their type.
  const text = isNumber ? writeNumberLabel(writer, bins, value) : writer.dialect.cast(value, "text");
  return `case when ${place} is not null then ${text} else ${writer.bind({kind: "text", value: others})} end`;
}

/** A measure of the branch over the rows of its source. */
export function writeValue(writer: Writer, source: BranchSource, field: MeasureField, index: number): string {
  if (source.value !== undefined) return source.value(index);
  return writeAggregate(writer, field, source.input(field, index), source.ranks?.[index]);
}

/** A column of a generated select, with `as` unless it already has that name. */
export function nameOwn(sql: string, name: string): string {
  return sql === name ? sql : `${sql} as ${name}`;
}

/**
 * Adds the columns that identify rows, so that `distinct` does not merge different ones, and the inputs of the measures,
 * each once. Returns the name of each measure's input.
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
  const picks = branch.preparation?.ends?.picks !== undefined;
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

/**
 * An input in a form for `distinct`. Not every engine can compare documents, and a count only needs to know whether
 * there is a document.
 */
function comparable({source, inputType}: MeasureField, input: string): string {
  const isGiven = source.column !== undefined || source.sql !== undefined;
  const mayBeJson = inputType === "json" || (inputType === undefined && isGiven);
  return source.type === "count" && mayBeJson ? `case when (${input}) is not null then 1 end` : input;
}

function countsRows({source, ofRows, conditional}: MeasureField): boolean {
  if (ofRows !== undefined) return ofRows === "rows" && conditional === undefined;
  return source.column === undefined && source.sql === undefined && source.where === undefined;
}
