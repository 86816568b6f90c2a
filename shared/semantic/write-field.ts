import {ServiceError} from "../errors.ts";
import type {Rank} from "./dialects/dialect.ts";
import {type Fragment, parseFragment} from "./fragment.ts";
import {type Grain, isIntraday, isPeriod} from "./grains.ts";
import type {DimensionField, LayerModel, MeasureField} from "./layer.ts";
import type {Writer} from "./writer.ts";

/** A table as it can be spoken of: by its alias, which columns go without where the table stands alone. */
export interface TableName {
  alias: string;
  alone: boolean;
  /** A column that is null just where a left join found no row: there, every dimension is null. */
  key?: string;
}

const MAX_NESTING = 40;

/** The stored value of a dimension; as an operand, in parentheses where it needs them. */
export function writeDimension(
  writer: Writer,
  field: DimensionField,
  table: TableName,
  {nesting = 0, asOperand = true} = {},
): string {
  if (field.source.column !== undefined) return writeColumn(writer, field.source.column, table);
  field.fragment ??= readFragment(field.source.sql ?? "", field.model);
  const guarded = table.key !== undefined && nesting === 0 && !field.fragment.strict;
  const operand = asOperand && !guarded;
  const expression = writeFragment(writer, field.fragment, field.model, table, nesting, operand);
  if (!guarded || table.key === undefined) return expression;
  const sql = `case when ${writeColumn(writer, table.key, table)} is not null then ${expression} end`;
  return asOperand ? `(${sql})` : sql;
}

export function writeColumn(writer: Writer, column: string, table: TableName): string {
  const quoted = writer.quote(column);
  return table.alone ? quoted : `${writer.quote(table.alias)}.${quoted}`;
}

/** A dimension as it is grouped by and shown: at its grain, in the query's timezone unless another is given. */
export function writeGrain(
  writer: Writer,
  field: DimensionField,
  grain: Grain | undefined,
  table: TableName,
  timezone?: string,
): string {
  if (grain === undefined && field.type !== "json") {
    return writeDimension(writer, field, table, {asOperand: false});
  }
  const stored = writeDimension(writer, field, table);
  // Not every engine groups its json type; as text they all do.
  if (grain === undefined) return writer.dialect.json?.(stored) ?? writer.dialect.cast(stored, "text");
  return writeGrainOf(writer, field, grain, stored, timezone);
}

/** A stored value of a dimension, cut to a period or a part of it taken. */
export function writeGrainOf(
  writer: Writer,
  field: DimensionField,
  grain: Grain,
  stored: string,
  timezone = writer.calendar.timezone,
): string {
  const {dialect, calendar} = writer;
  if (isPeriod(grain) && isIntraday(grain)) return dialect.startOf(grain, stored, calendar.weekStart);
  const local = field.type === "timestamp" ? dialect.local(stored, timezone) : stored;
  return isPeriod(grain) ? dialect.startOf(grain, local, calendar.weekStart) : dialect.part(grain, local);
}

/** What a measure aggregates, over one table: `undefined` for a count of rows. */
export function writeInput(writer: Writer, field: MeasureField, table: TableName): string | undefined {
  const {source} = field;
  const input = writeBareInput(writer, field, table);
  if (source.where === undefined) return input;
  return `case when ${writeMeasureFilter(writer, field, table)} then ${input ?? "1"} end`;
}

/** The `where` of a measure that has one. */
export function writeMeasureFilter(writer: Writer, field: MeasureField, table: TableName): string {
  field.where ??= readFragment(field.source.where ?? "", field.model);
  return writeFragment(writer, field.where, field.model, table, 0, false);
}

/** What a measure aggregates, its own `where` left out. */
export function writeBareInput(writer: Writer, field: MeasureField, table: TableName): string | undefined {
  const {source, model} = field;
  let input: string | undefined;
  if (source.column !== undefined) input = writeColumn(writer, source.column, table);
  else if (source.sql !== undefined) {
    field.fragment ??= readFragment(source.sql, model);
    input = writeFragment(writer, field.fragment, model, table, 0, false);
  }
  return input;
}

/** The aggregate of what `input` holds, in a select that groups it. */
export function writeAggregate(
  writer: Writer,
  field: MeasureField,
  input: string | undefined,
  rank?: Rank,
): string {
  const {type, percentile} = field.source;
  if (type === "number") throw new Error(`${field.name} is derived`);
  if (input === undefined) return type === "count" ? "count(*)" : unsound(field, "has nothing to aggregate");
  return writer.dialect.aggregate(type, input, percentile ?? 0.5, rank);
}

function readFragment(sql: string, model: LayerModel): Fragment {
  const {table} = model.source;
  return parseFragment(sql, model.columns, "name" in table ? [model.name, table.name] : [model.name]);
}

function writeFragment(
  writer: Writer,
  fragment: Fragment,
  model: LayerModel,
  table: TableName,
  nesting: number,
  asOperand = true,
): string {
  let sql = "";
  for (const piece of fragment.pieces) {
    if (piece.kind === "text") sql += writer.dialect.fragment(piece.text);
    else if (piece.kind === "alias") sql += writer.quote(table.alias);
    else if (piece.kind === "exact") sql += writer.exact(piece.decimals);
    else if (piece.kind === "qualify") sql += table.alone ? "" : `${writer.quote(table.alias)}.`;
    else {
      const field = model.fields.get(piece.name);
      if (field?.kind !== "dimension" || nesting > MAX_NESTING) {
        throw new ServiceError(
          "invalid_request",
          `An expression of model "${model.name}" refers to "${piece.name}", which ${
            field === undefined ? "is none of its dimensions" : "comes back to itself or is a measure"
          }. Correct it in the layer.`,
        );
      }
      sql += writeDimension(writer, field, table, {nesting: nesting + 1});
    }
  }
  return fragment.compound && asOperand ? `(${sql})` : sql;
}

function unsound(field: MeasureField, why: string): never {
  throw new ServiceError(
    "invalid_request",
    `The measure "${field.model.name}.${field.name}" ${why}. Correct it in the layer.`,
  );
}
