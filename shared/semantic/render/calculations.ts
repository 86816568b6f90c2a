import type {Plan} from "../plan/plan.ts";
import type {ResolvedCalculation} from "../resolve/resolved.ts";
import {orderBy, orderByValue} from "./bins.ts";
import {type Select, writeSelect} from "./select.ts";
import type {Writer} from "./writer.ts";

/** The select of a plan's groups: columns of their dimensions, then of whatever is computed over them. */
export interface Groups {
  select: Select;
  measures: readonly string[];
  having: string;
  /** Expressions to order by that are not columns of the result. */
  ordered: readonly string[];
}

/** The columns of a select that has calculations in it. */
export interface Calculated {
  from: string;
  where: string[];
  measures: readonly string[];
  ordered: readonly string[];
}

/**
 * Names the select of the groups, and the select of their calculations over it. Filters on measures usually leave
 * groups out of the first select. If a calculation counts periods, they leave groups out only of the result: until
 * then, these groups keep their place but have no value.
 */
export function nameCalculated(writer: Writer, plan: Plan, groups: Groups): Calculated {
  const {calculations, axis} = plan;
  const dimensions = plan.dimensions.map((_, i) => writer.own(`d${i}`));
  const measures = groups.measures.map((_, i) => writer.own(`x${i}`));
  const ordered = groups.ordered.map((_, i) => writer.own(`o${i}`));
  const [having, visibleColumn] = [groups.having, writer.own("shown")];
  const columns = [
    ...groups.select.columns,
    ...groups.measures.map((sql, i) => `${sql} as ${measures[i]}`),
    ...groups.ordered.map((sql, i) => `${sql} as ${ordered[i]}`),
  ];
  const visibleConditions =
    axis === undefined ? [] : [...(plan.fill ? [] : [isPresent(writer)]), ...(having ? [having] : [])];
  if (visibleConditions.length > 0)
    columns.push(`case when ${visibleConditions.join(" and ")} then 1 else 0 end as ${visibleColumn}`);
  // The value in a period is null if a filter on measures leaves the group out.
  const values = measures.map((name, i) =>
    axis === undefined || having === "" ? name : writer.own(`y${i}`),
  );
  for (const [i, value] of values.entries()) {
    if (value !== measures[i]) columns.push(`case when ${having} then ${groups.measures[i]} end as ${value}`);
  }
  const select = {...groups.select, columns, ...(axis === undefined ? {having} : {})};
  const results = writer.nameSelect("results", writeSelect(select, "  "));
  const named = (i: number) => writer.own(`c${i}`);
  const wholeOf = (i: number) => writer.own(`w${i}`);
  const inputOf = ({behind, of}: ResolvedCalculation) =>
    (behind === undefined ? measures[of] : named(behind)) ?? "";
  const windowOf = (calculation: ResolvedCalculation, windows: number) => {
    const {behind, countsPeriods, alongValue} = calculation;
    const isApart = visibleConditions.length > 0;
    const apart = isApart && !countsPeriods ? [visibleColumn] : [];
    let of = countsPeriods ? values[calculation.of] : measures[calculation.of];
    let whole: string | undefined;
    if (behind !== undefined) {
      of = named(behind);
      const share = sharesOf(calculation, calculations[behind]);
      if (share !== undefined) {
        of = inputOf(share);
        whole = `nullif(${wholeOf(behind)}, 0)`;
      }
      if (countsPeriods && isApart) of = `case when ${visibleColumn} = 1 then ${of} end`;
    }
    const key =
      alongValue && (alongValue.kind === "measure" ? measures[alongValue.index] : named(alongValue.index));
    const types = plan.dimensions;
    return writeCalculation(writer, calculation, {
      of: of ?? "",
      whole,
      key,
      dimensions,
      types,
      apart,
      windows,
    });
  };
  const columnsToKeep = [
    ...dimensions,
    ...measures,
    ...ordered,
    ...(visibleConditions.length > 0 ? [visibleColumn] : []),
  ];
  // A calculation over another calculation, or ordered by one, needs a select around the select of that calculation.
  const levels = levelsOf(calculations);
  const inputs = values.filter((value, i) => value !== measures[i] && !columnsToKeep.includes(value));
  const hasWhole = calculations.map((_, i) =>
    calculations.some(one => one.behind === i && sharesOf(one, calculations[i]) !== undefined),
  );
  let from = results;
  for (let level = 0; level <= Math.max(...levels); level++) {
    const isLast = level === Math.max(...levels);
    const windows = levels.filter(at => at === level).length;
    const columns = calculations.flatMap((calculation, i) => {
      const at = levels[i] ?? 0;
      if (at > level) return [];
      if (at < level) return [named(i), ...(hasWhole[i] && !isLast ? [wholeOf(i)] : [])];
      const own = `${windowOf(calculation, windows)} as ${named(i)}`;
      if (!hasWhole[i]) return [own];
      // The whole that shares are divided by is a column of its own: in an expression beside other windows, MariaDB
      // computes it wrong.
      const parts = partitionOf(calculation, dimensions, visibleConditions.length > 0 ? [visibleColumn] : []);
      return [own, `${writeTotal(writer, inputOf(calculation), parts, windows)} as ${wholeOf(i)}`];
    });
    const all = [...columnsToKeep, ...(isLast ? [] : inputs), ...columns];
    from = writer.nameSelect("calculated", writeSelect({columns: all, from}, "  "));
  }
  return {from, where: visibleConditions.length > 0 ? [`${visibleColumn} = 1`] : [], measures, ordered};
}

/**
 * The level of each calculation: 0 over measures alone, otherwise one above the calculations that it is computed from
 * or ordered by.
 */
function levelsOf(calculations: readonly ResolvedCalculation[]): number[] {
  const levels: number[] = [];
  for (const {behind, alongValue} of calculations) {
    const below = [behind, alongValue?.kind === "calculation" ? alongValue.index : undefined];
    levels.push(Math.max(...below.map(index => (index === undefined ? 0 : (levels[index] ?? 0) + 1))));
  }
  return levels;
}

/** Calculations that add and subtract their values. */
const ADDS: ReadonlySet<string> = new Set(["running_total", "difference"]);

/**
 * The calculation of the shares that a running total or difference adds or subtracts, if all of these shares are of one
 * whole. The numerators are then added and divided once: a sum of rounded quotients misses bounds that the quotient of
 * the sum reaches (0.1 + 0.2 is not 0.3, nor are three thirds 1).
 */
function sharesOf(
  {kind, within}: ResolvedCalculation,
  behind: ResolvedCalculation | undefined,
): ResolvedCalculation | undefined {
  if (behind?.kind !== "percent_of_total" || !ADDS.has(kind)) return undefined;
  return behind.within.every(index => within.includes(index)) ? behind : undefined;
}

/** The expressions that a calculation is partitioned by. */
function partitionOf(
  {within}: ResolvedCalculation,
  dimensions: readonly string[],
  apart: readonly string[],
): string[] {
  return [...apart, ...within.map(i => dimensions[i] ?? "")];
}

/**
 * The sum over the groups of one partition. `windows` is the number of calculations with windows in the same select.
 */
function writeTotal({dialect}: Writer, of: string, parts: readonly string[], windows: number): string {
  const all = windows > 2 ? dialect.partitionOfAll?.(of) : undefined;
  const by = [...(all === undefined ? [] : [all]), ...parts];
  return `sum(${of}) over (${by.length === 0 ? "" : `partition by ${by.join(", ")}`})`;
}

/** The columns that distinguish groups that have rows from groups that are added for periods. */
export function presence(writer: Writer): [there: string[], added: string[]] {
  const name = writer.own("present");
  return [[`1 as ${name}`], [`0 as ${name}`]];
}

function isPresent(writer: Writer): string {
  return `max(${writer.own("present")}) = 1`;
}

/** The expressions that a calculation is computed from. */
interface Inputs {
  of: string;
  /** The whole by which the result is divided, if `of` are shares of one whole. */
  whole: string | undefined;
  /** The measure or calculation whose values order the groups. */
  key: string | undefined;
  dimensions: readonly string[];
  types: Plan["dimensions"];
  /** Expressions by which every calculation is partitioned. */
  apart: readonly string[];
  /** The number of calculations with windows in the same select. */
  windows: number;
}

/** A window over the groups. */
function writeCalculation(
  writer: Writer,
  calculation: ResolvedCalculation,
  {of, whole, key: value, dimensions, types, apart, windows}: Inputs,
): string {
  const {dialect} = writer;
  const {kind, within, along, descending, count} = calculation;
  const parts = partitionOf(calculation, dimensions, apart);
  const partition = parts.length > 0 ? `partition by ${parts.join(", ")}` : "";
  const over = (order: string, frame = "") => `(${[partition, order, frame].filter(Boolean).join(" ")})`;
  const exact = writer.exact(false);
  if (kind === "percent_of_total")
    return `${exact}${of} / nullif(${writeTotal(writer, of, parts, windows)}, 0)`;
  if (kind === "rank") return `rank() over ${over(`order by ${orderByValue(writer, of, descending)}`)}`;
  const key = value ?? dimensions[along ?? -1] ?? "";
  // Groups with equal values are ordered by their dimensions.
  const ties = value === undefined ? [] : dimensions.flatMap((_, i) => (within.includes(i) ? [] : i));
  const ofDimension = (i: number, descending: boolean) =>
    types[i]?.type === "number" && types[i].labels === undefined
      ? [orderByValue(writer, dimensions[i] ?? "", descending)]
      : orderBy(writer, types[i] ?? {}, {name: dimensions[i] ?? "", descending});
  const all = "rows between unbounded preceding and unbounded following";
  const ofKey = (value: string) => `case when ${key} is not null then ${value} end`;
  if (kind === "first" || kind === "last") {
    const order = `order by ${ofDimension(along ?? -1, kind === "last").join(", ")}`;
    return ofKey(`${dialect.firstValue?.(of) ?? `first_value(${of})`} over ${over(order, all)}`);
  }
  // The keys may bind values, so they are only written for calculations that use them.
  const keys = [
    ...(value === undefined ? ofDimension(along ?? -1, false) : [orderByValue(writer, key, descending)]),
    ...ties.flatMap(i => ofDimension(i, false)),
  ];
  const forward = `order by ${keys.join(", ")}`;
  const upTo = "rows between unbounded preceding and current row";
  const previous = () =>
    dialect.previous?.(of, count, over(forward, all)) ?? `lag(${of}, ${count}) over ${over(forward)}`;
  const ofWhole = (value: string) => (whole === undefined ? value : `${exact}${value} / ${whole}`);
  switch (kind) {
    case "running_total":
      return ofKey(ofWhole(`sum(${of}) over ${over(forward, upTo)}`));
    case "difference":
      return ofKey(whole === undefined ? `${of} - ${previous()}` : ofWhole(`(${of} - ${previous()})`));
    case "percent_change":
      return ofKey(`${exact}(${of} - ${previous()}) / nullif(${previous()}, 0)`);
    case "moving_average": {
      const frame = `rows between ${count - 1} preceding and current row`;
      return ofKey(`${dialect.aggregate("avg", of, 0)} over ${over(forward, frame)}`);
    }
  }
}
