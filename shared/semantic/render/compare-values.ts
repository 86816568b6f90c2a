import type {Comparison} from "../filters/predicates.ts";
import {typeAtGrain} from "../layer/grains.ts";
import type {DimensionType} from "../layer/graph.ts";
import type {PlacedDimension} from "../plan/plan.ts";
import {type TableName, writeDimension, writeGrain} from "./field.ts";
import {orFalse} from "./predicate.ts";
import type {Writer} from "./writer.ts";

interface Compared {
  /** An expression in parentheses if it needs them as an operand. */
  sql: string;
  type: DimensionType;
  /** The timezone of the value's days, if it is not the query's. */
  timezone?: string;
}

interface How {
  op: Comparison;
  negated: boolean;
}

/** Compares two values, safe to use within an `and`. A negated comparison is true where one of them is null. */
export function writeCompared(
  writer: Writer,
  {op, negated}: How,
  values: readonly [Compared, Compared],
): string {
  const types = values.map(({type}) => type);
  const isByDay = types.includes("date") && types.includes("timestamp");
  const written = (value: Compared) => (isByDay ? writeDay(writer, value) : writeAlike(writer, value));
  const [one, other] = [written(values[0]), written(values[1])];
  const comparison = `${one} ${op} ${other}`;
  return negated ? `not ${orFalse(comparison)}` : comparison;
}

/** Compares two dimensions of the rows of these tables, at their grains. */
export function writeComparison(
  writer: Writer,
  {places, ...how}: How & {places: readonly [PlacedDimension, PlacedDimension]},
  tables: readonly [TableName, TableName],
): string {
  const compared = (i: 0 | 1): Compared => {
    const {field, grain, timezone} = places[i];
    const zone = timezone === undefined ? {} : {timezone};
    const sql =
      grain === undefined
        ? writeDimension(writer, field, tables[i])
        : `(${writeGrain(writer, field, grain, tables[i], timezone)})`;
    return {sql, type: typeAtGrain(field.type, grain), ...zone};
  };
  return writeCompared(writer, how, [compared(0), compared(1)]);
}

/** The local day of a moment, or a date as it is. */
function writeDay({dialect, calendar}: Writer, {sql, type, timezone = calendar.timezone}: Compared): string {
  if (type === "date") return sql;
  return dialect.startOf("day", dialect.local(sql, timezone), calendar.weekStart);
}

function writeAlike({dialect, texts}: Writer, {sql, type}: Compared): string {
  return (type === "string" ? texts.compared?.(sql) : undefined) ?? dialect.comparable?.(sql, type) ?? sql;
}
