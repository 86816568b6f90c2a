import type {SqlType} from "../../../core/wire/sql-tables.ts";
import type {DialectName} from "../../../semantic/index.ts";
import type {CatalogColumn} from "../catalog-types.ts";

/** The aggregate of a group, computed from the aggregates of the group's parts. */
export function combined(aggregate: string, quoted: string, type: SqlType): string {
  if (aggregate === "min" || aggregate === "max") return `${aggregate}(${quoted})`;
  if (aggregate === "count") return `coalesce(sum(${quoted}), 0)::bigint`;
  const isSameType = type === "numeric" || type === "double precision";
  return isSameType ? `sum(${quoted})` : `sum(${quoted})::${type}`;
}

/**
 * Marks a sum of doubles for Postgres, which adds up a column of `real` in single precision. SQL shows such a column as
 * `double precision`, and computes its average from the sum.
 */
export function markDoubles(
  dialect: DialectName,
  aggregate: string,
  column: CatalogColumn | undefined,
): {isOfDoubles?: true} {
  const isMarked = dialect === "postgres" && aggregate === "sum" && column?.type === "double precision";
  return isMarked ? {isOfDoubles: true} : {};
}

export function sumTypeOf(column: CatalogColumn | undefined): SqlType {
  return column?.type === "double precision" ? "double precision" : "numeric";
}
