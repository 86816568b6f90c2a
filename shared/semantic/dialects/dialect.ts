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

/** The aggregates that dialects write: the types of measures, and the methods of a percentile. */
export type Aggregate =
  | Exclude<MeasureType, "number" | "conversion">
  | "percentile_discrete"
  | "percentile_approximate";

/** A parameter's value. Numbers that a double cannot hold exactly are strings. */
export type Parameter = string | number | boolean;

/** The SQL of one engine, where engines differ. Expressions are passed in parentheses if they need them as an operand. */
export interface Dialect {
  name: DialectName;
  /** Written before a division whose operands may be integers, so that it is exact. */
  exactPrefix: string;
  /** As `exactPrefix`, for a division in which an operand has a decimal point. */
  exactDecimals: string;
  /** The longest column name, in bytes, that can be sorted by. A longer one would be truncated or misread. */
  maxNameBytes: number;
  quote(identifier: string): string;
  /** Translates SQL of a layer's author to this engine. */
  fragment(sql: string): string;
  /** The placeholder of the n-th parameter, cast to the value's type. */
  placeholder(position: number, value: Value): string;
  literal(value: Value): string;
  /** How years before 1 are written: as in ISO 8601 (`-0043`), or as `0044-03-15 BC`. Absent if the engine has none. */
  early?: "iso" | "bc";
  cast(expression: string, to: "text" | "date" | "timestamp"): string;
  interval(count: number | string, unit: Period | "microsecond"): string;
  /**
   * Moves a moment by a number of units, backwards if it is negative, and keeps its type. If absent, an `interval` is
   * added or subtracted.
   */
  shift?(moment: string, count: number | string, unit: Period, kind: "date" | "timestamp"): string;
  /**
   * The seconds from one moment to another of the same kind, as a double; null if either moment is. Both are names of
   * columns.
   */
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
  /** As `startOf`, for a value of the engine's date type. Present where a faster expression exists. */
  startOfDay?(period: Period, day: string, weekStart: "monday" | "sunday"): string;
  /** `isDay`: the expression is a date, which may be later than any timestamp. */
  part(part: Part, expression: string, isDay?: boolean): string;
  aggregate(type: Aggregate, input: string, percentile: number, rank?: Rank): string;
  /**
   * An average computed from a sum and a count: `addend` is the expression to sum if it is not the value itself, and
   * `quotient` divides the sum by the count if `/` does not.
   */
  averaged?: {addend?(input: string): string; quotient?(sum: string, count: string): string};
  /** Converts a number to a double, where the engine adds up single-precision numbers in single precision. */
  asDouble?(input: string): string;
  /** Converts a sum of counts to the type of a count, if the sum has another type. */
  countOf?(sum: string): string;
  /** Whether this aggregate is computed from the ranks of its values. */
  needsRank(type: Aggregate): boolean;
  /**
   * A select list that generates one row for each moment from `first` to `last` in steps of `step`. If absent,
   * `interval` must accept an expression for its count, and a recursive select generates the rows.
   */
  series?(first: string, last: string, step: string): string;
  /**
   * Whether a window frame can be a `range` of time, over which sums of doubles are exact (no value that leaves the frame
   * is subtracted), and `series` can be used in a select over rows.
   */
  framesTime?: true;
  /**
   * Generates periods from a select of one row with the first moment as `lo` and the last as `hi`. `value` is the
   * expression of a period, `join` an addition to the `from`, and `where` a condition.
   */
  spine?(grain: Period): {value: string; join?: string; where?: string};
  /**
   * Combines several values into one that can be compared, with null like any other value. If present, correlated
   * subqueries are avoided: rows are looked up with `in` over an independent select.
   */
  together?(values: readonly string[]): string;
  /**
   * Whether `a.b` may be read as the field `b` of a column `a`, which a subquery finds before an outer table `a`, and
   * whether a select in a `from` sees the tables before it. Rows are then looked up with `in`, and every column has its
   * table's name.
   */
  readsFields?: true;
  /**
   * Whether the engine may run a subselect again for each outer row: an `exists` within another, or a joined select that
   * is neither distinct nor grouped. Rows are then looked up with `in`.
   */
  repeatsSelects?: true;
  /**
   * An expression over a column that is the same for all rows. In a select with several windows, a window without an
   * order is partitioned by this expression before its other keys. If absent, such a window is written as usual.
   */
  partitionOfAll?(column: string): string;
  /** Whether a select that a `with` names is run once, however often it is read. */
  runsNamedOnce?: true;
  /** Whether a left join compares columns for equality only. */
  joinsEqual?: true;
  /** Combines several columns into one, if the select of an `in` may have only one. */
  rowOf?(columns: readonly string[]): string;
  /** The minimum and maximum of booleans, if `min` and `max` do not accept them. */
  truths?: {min: string; max: string};
  /**
   * Whether an alias hides every table of that name in the statement, not only its own table, and whether a column `a`
   * hides an alias `a`, so that `a.b` means a part of the column.
   */
  aliasesHideTables?: true;
  /** A comparison that works where the plain one would fail for some values of a column; else `undefined`. */
  compare?(expression: string, op: Comparison, value: Value, bind: () => string): string | undefined;
  /**
   * A value in a form that can be compared with every other value of this type, where the engine has several such types
   * and does not compare them with each other.
   */
  comparable?(expression: string, type: DimensionType): string | undefined;
  /** Fails the statement with a text, if casting that text to a date would give null instead. */
  fail?(text: string): string;
  /**
   * A condition that a date or timestamp is not infinite. Only present in dialects with infinite times: a series of
   * periods up to such a time never ends.
   */
  isFinite?(time: string): string;
  /**
   * A condition that a value of any type is NaN. Only present in dialects that sort NaN behind the numbers in
   * descending order, too.
   */
  isNaN?(value: string): string;
  /** Whether the engine's dates cover so few centuries that days need no limit. */
  hasFewDays?: true;
  /** Whether `||` may mean `or`, which can be true although one side is null. */
  pipesAreOr?: true;
  /** Whether `ilike` ignores the case of all letters, not only of those in ASCII. */
  hasIlike?: true;
  /** The function that lowers the case of all letters, if `lower` does so only for ASCII. */
  lower?: string;
  /**
   * Converts a text so that it equals itself alone, if a column's collation may treat different texts as equal. Grouped
   * by it, the result is the text itself.
   */
  exactText?(expression: string): string;
  /**
   * Converts a text so that it is compared and sorted by the code points of its characters, whatever the column's type
   * and collation are. Absent where `exactText` does that, or where the engine cannot.
   */
  codePointText?(expression: string): string;
  /** Converts a text for `like`, if its type or collation would make `like` treat different letters as equal. */
  searched?(expression: string): string;
  /** Whether patterns escape with a backslash, without an `escape` clause. */
  backslashPatterns?: true;
  /** The name of a result column, if the query's own may not be used. */
  alias?(name: string): string;
  /** A value of a key as text that sorts as text; if absent, a cast does it. */
  writeKeyText?(expression: string): string;
  /** A document as text that can be grouped; if absent, a cast does it. */
  json?(expression: string): string;
  /** The value `count` rows before, for engines without `lag`; `over` is a window of all rows in order. */
  previous?(value: string, count: number, over: string): string;
  /** The first value of a window, which may be null, if `first_value` skips nulls. */
  firstValue?(value: string): string;
  /** An expression converted to the engine's boolean type; if absent, comparisons already have it. */
  truth?(expression: string): string;
  /**
   * A boolean as rows are grouped by it and results show it, for engines where any number but 0 is true; if absent, the
   * stored value is used.
   */
  storedTruth?(value: string): string;
  /** Reads a value in a column of JSON. */
  path: PathReader;
  /** Finds values in an array. */
  array: ArrayReader;
  /** An array as JSON in text; if absent, it is written like any document. */
  arrayText?(array: string): string;
  /** A null in a column of a union, with a type that is compatible with a measure's. */
  nullOf(type: DimensionType, isCount: boolean): string;
}

/** Columns with a value's rank in its group, nulls last, and the number of the group's values that are not null. */
export interface Rank {
  place: string;
  count: string;
}
