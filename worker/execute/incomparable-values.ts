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
/** Postgres: an aggregate that the type of the values lacks, as `max` of uuids. */
const NO_AGGREGATE = /^function (avg|max|min|percentile_\w+|sum)\(.*\) does not exist/;

/**
 * The cause and the remedy of a refusal by a warehouse that cannot compare two values, or aggregate values of their
 * type; `undefined` for any other refusal. Only dimensions are named as the compared values: the columns of joins were
 * compared when their layer was applied.
 */
export function incomparableValues({message, details}: WarehouseError): string | undefined {
  const {errorClass} = details;
  if (COLLATION_CLASSES.has(errorClass) || message.includes(DUCKDB_COLLATIONS))
    return 'It compares texts of different collations. Set a collation in the SQL of one of the two dimensions: name collate "C" on Postgres, name collate utf8mb4_bin on MySQL, the collation of the other on DuckDB.';
  if (errorClass === "42883" && NO_COMPARISON.test(message))
    return "It compares values of different types. Add a cast to the SQL of one of the two dimensions, such as cast(id as text).";
  if (errorClass === "42883" && NO_AGGREGATE.test(message))
    return "The type of the values has no such aggregate. Add a cast to the SQL of the dimension or measure, such as cast(id as text).";
  return undefined;
}
