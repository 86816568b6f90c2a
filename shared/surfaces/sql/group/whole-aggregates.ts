import type {ColumnRef, FuncCall} from "libpg-query";
import {isScalar, type SqlType} from "../../../core/wire/sql-tables.ts";
import type {DialectName} from "../../../semantic/index.ts";
import type {ColumnType} from "../catalog-types.ts";

/**
 * An aggregate of a dimension that an engine computes like Postgres for a whole group, but that cannot be computed from the
 * group's parts.
 */
export type WholeAggregate = {agg: "count_distinct"} | {agg: "percentile"; percentile: number};

export function wholeAggregateOf(
  call: FuncCall,
  name: string,
  dialect: DialectName,
  column: ColumnType,
): WholeAggregate | undefined {
  if (call.agg_within_group === true) {
    const percentile = name === "percentile_cont" ? fractionOf(call) : undefined;
    if (percentile === undefined || !hasPercentile(dialect, column.type)) return undefined;
    return {agg: "percentile", percentile};
  }
  const isPlain = call.agg_order === undefined && call.agg_distinct === true;
  return isPlain && name === "count" && countsDistinctAsPostgres(dialect, column)
    ? {agg: "count_distinct"}
    : undefined;
}

/** The column by which an ordered-set aggregate sorts, if it sorts by one column, ascending. */
export function soleKey({agg_order = []}: FuncCall): ColumnRef | undefined {
  const [key] = agg_order;
  if (agg_order.length !== 1 || key === undefined || !("SortBy" in key)) return undefined;
  const {node, sortby_dir} = key.SortBy;
  if (sortby_dir === "SORTBY_DESC" || sortby_dir === "SORTBY_USING") return undefined;
  return node !== undefined && "ColumnRef" in node ? node.ColumnRef : undefined;
}

function fractionOf({args = []}: FuncCall): number | undefined {
  const [only] = args;
  if (args.length !== 1 || only === undefined || !("A_Const" in only)) return undefined;
  const fraction = Number(only.A_Const.fval?.fval ?? Number.NaN);
  return fraction > 0 && fraction < 1 ? fraction : undefined;
}

/** Postgres interpolates decimals as doubles, other engines as decimals. Engines also differ in how they treat infinity. */
function hasPercentile(dialect: DialectName, type: SqlType): boolean {
  if (type === "double precision") return dialect === "postgres" || dialect === "mysql";
  return type === "bigint" || (type === "numeric" && dialect === "postgres");
}

/** Whether the engine counts the same values as distinct as Postgres. */
function countsDistinctAsPostgres(dialect: DialectName, {type, isTypeGuessed}: ColumnType): boolean {
  if (!isScalar(type)) return false;
  if (dialect === "postgres") return true;
  // The values may be doubles, and engines differ in whether they count NaN and signed zeros as one.
  if (isTypeGuessed === true) return false;
  return type !== "double precision";
}
