import type {WarehouseError} from "../warehouses/warehouse.ts";

/** Postgres: `collation_mismatch`, `indeterminate_collation`. */
const COLLATION_CLASSES: ReadonlySet<string> = new Set([
  "42P21",
  "42P22",
  "ER_CANT_AGGREGATE_2COLLATIONS",
  "ER_CANT_AGGREGATE_3COLLATIONS",
  "ER_CANT_AGGREGATE_NCOLLATIONS",
]);
const DUCKDB_COLLATIONS = "Cannot combine types with different collation";
/** Postgres: an operator by which conditions and joins compare. */
const NO_COMPARISON = /^operator does not exist: \S.* (=|<>|<|>|<=|>=) \S/;

/**
 * The cause and the remedy of a refusal by a warehouse that cannot compare two values; `undefined` for any other refusal.
 * The values are dimensions of a condition, because joins are tried when their layer is applied.
 */
export function incomparableValues({message, details}: WarehouseError): string | undefined {
  const {errorClass} = details;
  if (COLLATION_CLASSES.has(errorClass) || message.includes(DUCKDB_COLLATIONS))
    return 'It compares texts of different collations. Set a collation in the SQL of one of the two dimensions: name collate "C" on Postgres, name collate utf8mb4_bin on MySQL, the collation of the other on DuckDB.';
  if (errorClass === "42883" && NO_COMPARISON.test(message))
    return "It compares values of different types. Add a cast to the SQL of one of the two dimensions, such as cast(id as text).";
  return undefined;
}
