import {isScalar, type SqlType} from "../../../core/wire/sql-tables.ts";
import type {CatalogColumn} from "../catalog-types.ts";
import type {Constant, ReadingContext} from "./constant.ts";
import {readsAs} from "./read-text.ts";

/**
 * The value of a constant in a filter; `undefined` if Postgres would convert it to another type, or refuse the comparison.
 */
export function valueFor(
  column: CatalogColumn,
  {type, text}: Constant,
  {timezone}: ReadingContext,
): string | boolean | undefined {
  if (!isComparable(column.type, type)) return undefined;
  if (text === null) return "";
  switch (column.type) {
    case "boolean": {
      const word = readsAs(text, "boolean", timezone);
      return word === undefined ? undefined : word === "true";
    }
    case "bigint":
      return readsAs(text, type === "numeric" ? "numeric" : "bigint", timezone);
    case "date":
      return readsAs(text, "date", timezone);
    default:
      return readsAs(text, column.type, timezone);
  }
}

function isComparable(column: SqlType, constant: Constant["type"]): boolean {
  if (constant === "unknown") return isScalar(column);
  switch (column) {
    case "text":
      return constant === "text";
    case "bigint":
    case "numeric":
      return constant === "integer" || constant === "numeric";
    case "double precision":
      return constant === "integer" || constant === "numeric" || constant === "double precision";
    case "boolean":
      return constant === "boolean";
    case "date":
      return constant === "date";
    case "timestamp with time zone":
      return constant === "timestamp with time zone" || constant === "timestamp" || constant === "date";
    default:
      return false;
  }
}
