import type {Comparison, Value} from "../filters/predicates.ts";
import type {Part, Period} from "../layer/grains.ts";
import type {DimensionType, MeasureType} from "../layer/graph.ts";

import type {ArrayReader} from "./arrays.ts";
import type {PathReader} from "./json-paths.ts";

export type DialectName =
  | "postgres"
  | "duckdb"
  | "mysql"
  | "clickhouse"
  | "trino"
  | "bigquery"
  | "databricks"
  | "snowflake"
  | "redshift";

/** What is computed of a group's values: the types of measures, and the methods of a percentile. */
export type Aggregate =
  | Exclude<MeasureType, "number" | "conversion">
  | "percentile_discrete"
  | "percentile_approximate";

/** A parameter's value. Numbers that a double cannot hold exactly are strings. */
export type Parameter = string | number | boolean;

/**
 * How an engine writes what engines write differently. Expressions are passed in a form that operators can be added to.
 */
export interface Dialect {
  name: DialectName;
  /** Written before a division whose operands may be integers, so that it is exact. */
  exactPrefix: string;
  /** The same for a division in which an operand has a decimal point. */
  exactDecimals: string;
  /** The longest column name, in bytes, that can be sorted by. A longer one would be truncated or misread. */
  maxNameBytes: number;
  quote(identifier: string): string;
  /** Translates SQL of a layer's author to this engine. */
  fragment(sql: string): string;
  /** The placeholder of the n-th parameter, cast to the value's type. */
  placeholder(position: number, value: Value): string;
  literal(value: Value): string;
  cast(expression: string, to: "text" | "date" | "timestamp"): string;
  interval(count: number | string, unit: Period | "microsecond"): string;
  /**
   * Moves a moment by a number of units, backwards if it is negative, and keeps its type. If absent, an `interval` is
   * added or subtracted.
   */
  shift?(moment: string, count: number | string, unit: Period, kind: "date" | "timestamp"): string;
  /** The seconds from a moment to another of the same kind, as a double, null if either is. Both are columns' names. */
  seconds(from: string, to: string, kind: "date" | "timestamp"): string;
  /** Unequal, with null compared like any other value; `value` itself is never null. */
  distinctFrom(expression: string, value: string, kind: Value["kind"]): string;
  /** Equal, with null compared like any other value, in a form that allows hash joins. */
  sameAs(expression: string, other: string): string;
  /** A sort key with nulls last in both directions: a column's name, or its expression where names cannot be used. */
  order(key: string, descending: boolean, expression: string): string;
  /** Rewrites placeholders for the driver, and puts the parameters in their order. */
  finish(sql: string, parameters: Parameter[]): {sql: string; parameters: Parameter[]};
  /** The local time in a timezone, from a column with or without a zone of its own. */
  local(expression: string, timezone: string): string;
  /** The start of a period. `expression` is an instant for periods shorter than a day, else local time. */
  startOf(period: Period, expression: string, weekStart: "monday" | "sunday"): string;
  part(part: Part, expression: string): string;
  aggregate(type: Aggregate, input: string, percentile: number, rank?: Rank): string;
  /** An average of parts: what is summed of each value, if not the value, and the sum by the count, if not with `/`. */
  averaged?: {addend?(input: string): string; quotient?(sum: string, count: string): string};
  /** A sum of counts in the type of a count, if it has another. */
  countOf?(sum: string): string;
  /** Whether this aggregate is computed from the ranks of its values. */
  needsRank(type: Aggregate): boolean;
  /**
   * A select list that generates one row for each moment from `first` to `last` in steps of `step`. If absent,
   * `interval` must accept an expression for its count, and a recursive select generates the rows.
   */
  series?(first: string, last: string, step: string): string;
  /**
   * Whether a window can reach back over a span of time by its `range`, without subtracting what leaves it from sums of
   * doubles, and `series` can stand in a select of rows.
   */
  framesTime?: true;
  /**
   * Generates periods from a select with one row, which has the first moment as `lo` and the last as `hi`: the
   * expression of a period, what else the `from` needs, and a condition.
   */
  spine?(grain: Period): {value: string; join?: string; where?: string};
  /**
   * Combines several values into one that can be compared, with null like any other value. If present, correlated
   * subqueries are avoided: rows are looked up with `in` over an independent select.
   */
  together?(values: readonly string[]): string;
  /**
   * `a.b` may be the field `b` of a column `a`, which a subquery would find before an outer table `a`, and a select in
   * a `from` sees the tables before it. Rows are therefore looked up with `in`, and every column has its table's name.
   */
  readsFields?: true;
  /**
   * Whether a select may be run again for each row of the one around it: an `exists` within another, and a join that is
   * neither distinct nor grouped. Rows are then looked up with `in`.
   */
  repeatsSelects?: true;
  /** Whether a left join compares columns for equality only. */
  joinsEqual?: true;
  /** Combines several columns into one, if the select of an `in` may have only one. */
  rowOf?(columns: readonly string[]): string;
  /** The minimum and maximum of booleans, if `min` and `max` do not accept them. */
  truths?: {min: string; max: string};
  /** Whether an alias hides every table of that name in the statement, not only its own. */
  aliasesHideTables?: true;
  /** A comparison that works where the plain one would fail for some values of a column; else `undefined`. */
  compare?(expression: string, op: Comparison, value: Value, bind: () => string): string | undefined;
  /** A value to compare with any other of its type, if the engine has several types of such values that it does not compare. */
  comparable?(expression: string, type: DimensionType): string | undefined;
  /** Fails the statement with a text, if casting that text to a date would give null instead. */
  fail?(text: string): string;
  /** Whether its dates cover so few centuries that days need no limit. */
  hasFewDays?: true;
  /** Whether `||` may mean `or`, which can be true although one side is null. */
  pipesAreOr?: true;
  /** Whether `ilike` ignores the case of all letters, not only of those in ASCII. */
  hasIlike?: true;
  /** The function that turns letters into small ones, if `lower` does so only with those in ASCII. */
  lower?: string;
  /** A text to search in, if its type or collation decides what `like` takes for the same letter. */
  searched?(expression: string): string;
  /** Whether patterns escape with a backslash, without an `escape` clause. */
  backslashPatterns?: true;
  /** The name of a result column, if the query's own may not be used. */
  alias?(name: string): string;
  /** A value of a key as text, which sorts as such; if absent, a cast does it. */
  textOfKey?(expression: string): string;
  /** A document as text that can be grouped; if absent, a cast does it. */
  json?(expression: string): string;
  /** The value so many rows before, of an engine without `lag`, over a window of all rows in order. */
  previous?(value: string, count: number, over: string): string;
  /** The first value of a window, null or not, if `first_value` passes over nulls. */
  firstValue?(value: string): string;
  /** An expression converted to the engine's boolean type; if absent, comparisons already have it. */
  truth?(expression: string): string;
  /** Reads a value in a column of JSON. */
  path: PathReader;
  /** Finds values in an array. */
  array: ArrayReader;
  /** An array as JSON in text; if absent, as any document. */
  arrayText?(array: string): string;
  /** A null in a column of a union, with a type that is compatible with a measure's. */
  nullOf(type: DimensionType, isCount: boolean): string;
}

/** Columns with a value's rank in its group, nulls last, and the number of the group's values that are not null. */
export interface Rank {
  place: string;
  count: string;
}
