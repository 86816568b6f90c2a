import type {DialectName, Parameter} from "../compile.ts";
import type {Part, Period} from "../grains.ts";
import type {DimensionType, MeasureType} from "../graph.ts";
import type {Value} from "../tests.ts";

/** Where the engines differ in what we write. Expressions come in already safe to put operators on. */
export interface Dialect {
  name: DialectName;
  /** Written before a division whose operands may be whole numbers. */
  exactPrefix: string;
  /** The same where one of them is written with a point. */
  exactDecimals: string;
  /** The longest name, in bytes, that an order may go by: a longer one is cut, or read as something else. */
  maxNameBytes: number;
  quote(identifier: string): string;
  /** What a layer's author wrote, as it goes into a statement. */
  fragment(sql: string): string;
  /** The placeholder of the n-th parameter, cast to what the value is. */
  placeholder(position: number, value: Value): string;
  literal(value: Value): string;
  cast(expression: string, to: "text" | "date" | "timestamp"): string;
  interval(count: number | string, unit: Period | "microsecond"): string;
  /**
   * A moment moved by so many units, back where the count is negative, and of the same type as before. Without it, an
   * `interval` is added or taken away.
   */
  shift?(moment: string, count: number | string, unit: Period, kind: "date" | "timestamp"): string;
  /** Unequal, with null as a value like any other: the value itself is none. */
  distinctFrom(expression: string, value: string): string;
  /** Equal, with null as a value like any other, in a form by which the engine can hash. */
  sameAs(expression: string, other: string): string;
  /** A sort key, nulls last in both directions: the name of a column, or else its expression. */
  order(key: string, descending: boolean, expression: string): string;
  /** Puts placeholders as the driver takes them, and the parameters in their order. */
  finish(sql: string, parameters: Parameter[]): {sql: string; parameters: Parameter[]};
  /** The wall clock of a timezone, from a column with or without a zone of its own. */
  local(expression: string, timezone: string): string;
  /** The start of a period; `expression` is an instant for periods shorter than a day, else local time. */
  startOf(period: Period, expression: string, weekStart: "monday" | "sunday"): string;
  part(part: Part, expression: string): string;
  aggregate(type: Exclude<MeasureType, "number">, input: string, percentile: number, rank?: Rank): string;
  /** Whether such an aggregate is computed from the ranks of its values. */
  needsRank(type: MeasureType): boolean;
  /**
   * A select list that makes a row of each moment from `first` to `last`, `step` apart. Without it, `interval`
   * takes expressions for its count, and the rows come from a select that goes on from its own.
   */
  series?(first: string, last: string, step: string): string;
  /**
   * The same over a select that has one row, of the first moment as `lo` and the last one as `hi`: what the moment is
   * called, what else the `from` needs, and a condition.
   */
  spine?(grain: Period): {value: string; join?: string; where?: string};
  /**
   * Several values as one that can be compared, null like any other. Where it is there, subqueries that look outwards
   * are not written: what is looked for is `in` a select that stands by itself.
   */
  together?(values: readonly string[]): string;
  /** Several columns as one, where a select that an `in` looks into may have no more. */
  rowOf?(columns: readonly string[]): string;
  /** Patterns escape with a backslash, and take no `escape`. */
  backslashPatterns?: true;
  /** How a column of the result is called, where it may not be called as the query has it. */
  alias?(name: string): string;
  /** A document as text that can be grouped; without it a cast makes it one. */
  json?(expression: string): string;
  /** A null for a column of a union, of a type that unites with a measure's. */
  nullOf(type: DimensionType, isCount: boolean): string;
}

/** Columns with a value's place among those of its group, nulls last, and how many of these are not null. */
export interface Rank {
  place: string;
  count: string;
}
