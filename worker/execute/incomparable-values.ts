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

/** DuckDB: a whole number with so many digits that none is left for the decimals of what it is compared with. */
const NO_DIGIT_LEFT = /^Conversion Error: Could not cast value -?\d+ to DECIMAL\(38,\d+\)/;
/** Postgres: `datetime_field_overflow` of a date that is later than its timestamps, which end in the year 294276. */
const NO_TIMESTAMP = /^(?:date|timestamp) out of range(?: for timestamp)?$/;

/**
 * The cause and the remedy of a refusal by a warehouse that cannot compare two values, aggregate values of their type,
 * or compute a period of a value; `undefined` for any other refusal. Only dimensions are named as the compared values: the columns of joins were
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
  if (NO_DIGIT_LEFT.test(message))
    return "It compares whole numbers of nearly 38 digits with decimals, and has no digits left for the decimals. Add a cast to the SQL of the dimension of the whole numbers, such as cast(id as double).";
  if (errorClass === "22008" && NO_TIMESTAMP.test(message))
    return "It computes a period of a date after the year 294276, in which the timestamps of Postgres end. Set an earlier date in the SQL of the dimension, such as least(ends_on, date '9999-12-31').";
  return undefined;
}
