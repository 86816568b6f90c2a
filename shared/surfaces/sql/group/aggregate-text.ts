import type {SqlType} from "../../../core/wire/sql-tables.ts";
import type {DialectName} from "../../../semantic/index.ts";
import {typeOf} from "../catalog-types.ts";
import type {Arm} from "./case-branches.ts";
import type {MeasureColumns} from "./measure-columns.ts";
import {combined, markDoubles, sumTypeOf} from "./reaggregate.ts";
import type {RowAggregateCall} from "./row-aggregate.ts";
import type {WholeAggregate} from "./whole-aggregates.ts";

interface Grouping {
  dialect: DialectName;
  measures: MeasureColumns;
  /** A column of the input, written as a reference of the block. */
  quoted(name: string): string;
  /** Whether the input's groups are exactly the block's groups. */
  isExact: boolean;
  /** Whether each group of the block has rows. */
  hasRows: boolean;
  /** Whether the block compares or sorts its groups. */
  isCompared: boolean;
}

/** The SQL text of an aggregate over the input. */
export interface AggregateText {
  text: string;
  /** The column of the input, if the aggregate is nothing but a column. */
  plain?: string | undefined;
  /** The column of the input that has equal numbers, perhaps of another type than the aggregate. */
  equal?: string | undefined;
}

type InputAggregate = WholeAggregate | {agg: "count" | "sum" | "min" | "max"};

/** Adds the measures that a call needs to the input, and writes the call over their columns. */
export function writeAggregate(grouping: Grouping, call: RowAggregateCall): AggregateText {
  return new AggregateWriter(grouping, call).write();
}

class AggregateWriter {
  constructor(
    readonly grouping: Grouping,
    readonly of: RowAggregateCall,
  ) {}

  write(): AggregateText {
    const {aggregate, arms, type} = this.of;
    const [first] = arms;
    if (first === undefined) throw new Error("an aggregate of nothing");
    if (typeof aggregate !== "string") {
      const column = this.#addColumn(
        first,
        aggregate,
        aggregate.agg === "percentile" ? "double precision" : "bigint",
      );
      return {text: `any_value(${this.grouping.quoted(column)})`, plain: column};
    }
    if (aggregate === "count") return this.#count();
    if (aggregate === "sum") return this.#sum();
    if (aggregate === "avg") {
      const isDouble = type === "double precision";
      const [sum, count] = [this.#sum().text, this.#count().text];
      const dividend = this.#isOfConstants ? `(${sum})::${isDouble ? type : "numeric"}` : sum;
      return {text: `(${dividend} / nullif(${count}, 0)${isDouble ? "" : "::numeric"})`};
    }
    return this.#extremum(aggregate);
  }

  /** The least or greatest value of all arms. The value of an arm without rows is null. */
  #extremum(agg: "min" | "max"): AggregateText {
    const {arms, type} = this.of;
    const ends = arms.map(arm => {
      const {value} = arm;
      if ("column" in value) return this.#one(arm, agg, value.column.type);
      const {text} = this.#one(arm, "count", "bigint");
      return {text: `case when ${text} > 0 then ${value.constant} end`};
    });
    const [only, ...others] = ends;
    const isAsIs = arms.every(({value}) => "column" in value && value.column.type === type);
    if (only !== undefined && others.length === 0 && isAsIs) return only;
    const texts = ends.map(({text}) => text).join(", ");
    return {text: `${agg === "min" ? "least" : "greatest"}(${texts})::${type}`};
  }

  get #isOfConstants(): boolean {
    return this.of.arms.every(({value}) => "constant" in value);
  }

  /** The first arm, if its value is a column and the expression is zero in all rows of the other arm. */
  get #orZero(): Arm | undefined {
    const {arms, isTotal} = this.of;
    const [first, second] = arms;
    const isZero = second !== undefined && "constant" in second.value && Number(second.value.constant) === 0;
    return isTotal && arms.length === 2 && isZero && first && "column" in first.value ? first : undefined;
  }

  #count(): AggregateText {
    const orZero = this.#orZero;
    if (orZero !== undefined) return this.#one(orZero, "count", "bigint", 0);
    const {isTotal, arms} = this.of;
    if (isTotal && this.#isOfConstants)
      return this.#one({where: [], value: {constant: "1"}}, "count", "bigint");
    const [first, ...others] = arms.map(arm => this.#one(arm, "count", "bigint"));
    if (first === undefined || others.length === 0) return first ?? {text: "0::bigint"};
    return {text: `(${[first, ...others].map(({text}) => text).join(" + ")})`};
  }

  #sum(): AggregateText {
    const {arms, type, isTotal} = this.of;
    const {hasRows, isCompared} = this.grouping;
    const orZero = this.#orZero;
    if (orZero !== undefined) {
      if (this.#hasOwnDigits(orZero)) return this.#sumOf(orZero, 0);
      return isCompared ? {...this.#added(), equal: this.#sumOf(orZero, 0).plain} : this.#added();
    }
    const ones = arms.filter(({value}) => "constant" in value && Number(value.constant) === 1);
    const zeros = arms.filter(({value}) => "constant" in value && Number(value.constant) === 0);
    const [one] = ones;
    // Where each row is one or zero, the sum is a number of rows.
    if (one !== undefined && hasRows && isTotal && ones.length === 1 && zeros.length === arms.length - 1) {
      const count = this.#one(one, "count", "bigint");
      return type === "integer" ? count : {...this.#added(), equal: count.plain};
    }
    const [only, ...others] = arms;
    return only !== undefined && others.length === 0 ? this.#sumOf(only) : this.#added();
  }

  #sumOf(arm: Arm, otherwise?: 0): AggregateText {
    if (!("column" in arm.value) || !this.#isOfOwnType(arm)) return this.#added();
    return this.#one(arm, "sum", sumTypeOf(arm.value.column), otherwise);
  }

  /**
   * Whether the warehouse writes the sum of a column and zeros with as many decimals as Postgres. Postgres takes the
   * decimals of the value that has the most; a constant `0.0` has one. Other engines take the decimals of the column's
   * type, even if the sum contains no value of the column.
   */
  #hasOwnDigits({value}: Arm): boolean {
    const {arms, type} = this.of;
    if (type === "double precision") return true;
    if (arms.some(one => "constant" in one.value && one.value.constant.includes("."))) return false;
    return this.grouping.dialect === "postgres" || ("column" in value && value.column.type === "bigint");
  }

  /** The sum of all arms. An arm without a value is null. */
  #added(): AggregateText {
    const {arms, type} = this.of;
    const terms = arms.map(arm => {
      const {value} = arm;
      if ("column" in value) return this.#one(arm, "sum", sumTypeOf(value.column)).text;
      const rows = `nullif(${this.#one(arm, "count", "bigint").text}, 0)`;
      return Number(value.constant) === 1 && !value.constant.includes(".")
        ? rows
        : `(${value.constant} * ${rows})`;
    });
    const text = terms.reduce((sum, term) => `coalesce(${sum} + ${term}, ${sum}, ${term})`);
    if (type === "integer" || arms.some(arm => this.#isOfOwnType(arm))) return {text};
    return {text: `(${text})::${type === "double precision" ? type : "numeric"}`};
  }

  /** Whether the sum of an arm has the type of the whole sum: both are doubles, or neither is. */
  #isOfOwnType({value}: Arm): boolean {
    const isDouble = this.of.type === "double precision";
    return "column" in value && (value.column.type === "double precision") === isDouble;
  }

  #one(arm: Arm, agg: "count" | "sum" | "min" | "max", type: SqlType, otherwise?: 0): AggregateText {
    const {quoted, isExact} = this.grouping;
    const column = this.#addColumn(arm, {agg}, type, otherwise);
    const text = isExact ? `any_value(${quoted(column)})` : combined(agg, quoted(column), type);
    return {text, plain: column};
  }

  #addColumn({where, value}: Arm, aggregate: InputAggregate, type: SqlType, otherwise?: 0): string {
    const column = "column" in value ? value.column : undefined;
    const isCount = aggregate.agg === "count" || aggregate.agg === "count_distinct";
    const some = where.length > 0 ? " where" : "";
    const preferred = (column === undefined ? "count" : `${aggregate.agg} ${column.name}`) + some;
    const entry = {
      name: "",
      ...aggregate,
      ...(column === undefined ? {} : {of: column.field}),
      ...markDoubles(this.grouping.dialect, aggregate.agg, column),
      ...(where.length === 0 ? {} : {where, ...(otherwise === undefined ? {} : {otherwise})}),
    };
    const columnType = isCount || column === undefined ? {type} : typeOf({...column, type});
    return this.grouping.measures.add(entry, preferred, columnType, isCount);
  }
}
