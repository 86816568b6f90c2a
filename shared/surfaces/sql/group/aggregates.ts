import {type DialectName, sortsByCodePoint} from "../../../semantic/index.ts";
import type {ColumnType} from "../catalog-types.ts";
import {hasNullsAsPostgres} from "../pushdown/arrays.ts";
import {ordersAsPostgres} from "../pushdown/column-order.ts";

/** The aggregates of Postgres: https://www.postgresql.org/docs/18/functions-aggregate.html */
const AGGREGATES = new Set(
  `any_value array_agg avg bit_and bit_or bit_xor bool_and bool_or corr count covar_pop covar_samp cume_dist dense_rank every
  json_agg json_agg_strict json_arrayagg json_object_agg json_object_agg_strict json_object_agg_unique
  json_object_agg_unique_strict json_objectagg jsonb_agg jsonb_agg_strict jsonb_object_agg jsonb_object_agg_strict
  jsonb_object_agg_unique jsonb_object_agg_unique_strict max min mode percent_rank percentile_cont percentile_disc
  range_agg range_intersect_agg rank regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy
  regr_syy stddev stddev_pop stddev_samp string_agg sum var_pop var_samp variance xmlagg`.split(/\s+/),
);

export function isAggregate(name: string): boolean {
  return AGGREGATES.has(name);
}

/** Aggregates that do not change if a value occurs more often. */
const IDEMPOTENT = new Set(["any_value", "bit_and", "bit_or", "bool_and", "bool_or", "every", "max", "min"]);

export function isIdempotent(name: string, isDistinct: boolean): boolean {
  return IDEMPOTENT.has(name) || (isDistinct && name !== "mode");
}

/** Whether an aggregate of a dimension over a group can be computed from the same aggregate of the group's parts. */
export function isDecomposable(dialect: DialectName, name: string, column: ColumnType): boolean {
  const {type} = column;
  const isNumber = type === "bigint" || type === "numeric" || type === "double precision";
  if (name === "count") return hasNullsAsPostgres(dialect, column);
  if (name === "sum" || name === "avg") return isNumber;
  if (name !== "min" && name !== "max") return false;
  if (isNumber) return ordersAsPostgres(dialect, column);
  if (type === "text") return sortsByCodePoint(dialect);
  return type === "date" || type === "timestamp with time zone";
}
