import type {WarehouseColumn} from "./tables.ts";

/**
 * SQL expressions of an engine, for introspection: for its statements over the data, and for the layer that it
 * proposes.
 */
export interface Expressions {
  /** Quotes a name, where the session quotes names in another way than the dialect. */
  quote?(name: string): string;
  /** Converts an array or a structure to JSON. */
  json(value: string): string;
  /** Converts a value that the engine does not compare with text to text. */
  textual?(value: string): string;
  /** Whether the engine can sum values of the column's type; absent where it can sum numbers of every type. */
  hasSum?(column: WarehouseColumn): boolean;
  /** The operand of a sum over the column; `undefined` where it is the column itself. */
  summand?(column: WarehouseColumn, value: string): string | undefined;
  /** Combines several columns into one value that can be counted. */
  row(columns: string): string;
  dates: DateExpressions;
}

/** A date format as Postgres' `to_date` spells it, and as `strptime` does. */
interface Form {
  letters: string;
  percents: string;
}

/** How an engine parses dates from columns of other types. */
export interface DateExpressions {
  /** The name of the type for text. */
  text: string;
  date(column: string): string;
  /** Parses ISO 8601, with or without a zone. */
  timestamp(column: string): string;
  /** Parses a date; a format without a day gives the first day of the month. */
  parsed(column: string, form: Form): string;
  fromSeconds(seconds: string): string;
}

export const standardDates: DateExpressions = {
  text: "varchar",
  date: column => `cast(${column} as date)`,
  timestamp: column => `cast(${column} as timestamptz)`,
  parsed: (column, {letters}) => `to_date(${column}, '${letters}')`,
  fromSeconds: seconds => `to_timestamp(${seconds})`,
};

/** For engines in which `(a, b)` is a value. */
export const rowValue = (columns: string) => `(${columns})`;
/** For engines that count several columns without combining them. */
export const columnsAlone = (columns: string) => columns;
