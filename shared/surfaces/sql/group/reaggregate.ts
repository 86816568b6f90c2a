import type {SqlType} from "../../../core/wire/sql-tables.ts";
import type {CatalogColumn} from "../catalog-types.ts";

/** The aggregate of a group, computed from the aggregates of the group's parts. */
export function combined(aggregate: string, quoted: string, type: SqlType): string {
  if (aggregate === "min" || aggregate === "max") return `${aggregate}(${quoted})`;
  if (aggregate === "count") return `coalesce(sum(${quoted}), 0)::bigint`;
  const isSameType = type === "numeric" || type === "double precision";
  return isSameType ? `sum(${quoted})` : `sum(${quoted})::${type}`;
}

export function sumTypeOf(column: CatalogColumn | undefined): SqlType {
  return column?.type === "double precision" ? "double precision" : "numeric";
}
