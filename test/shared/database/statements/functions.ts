/** Functions and operators of Postgres that return a value if no argument is null. */
const ALWAYS_VALUED = new Set([
  ...[
    "lower",
    "upper",
    "trim",
    "btrim",
    "ltrim",
    "rtrim",
    "left",
    "right",
    "replace",
    "length",
    "char_length",
  ],
  ...["md5", "sha256", "encode", "decode", "convert_to", "convert_from", "octet_length", "chr", "reverse"],
  ...["regexp_replace", "string_to_array", "split_part", "starts_with", "position", "to_char", "quote_ident"],
  ...["now", "clock_timestamp", "statement_timestamp", "transaction_timestamp", "date_trunc", "date_part"],
  ...["extract", "make_interval", "timezone", "to_timestamp", "age", "justify_interval"],
  ...["ceil", "ceiling", "floor", "round", "abs", "trunc", "mod", "power", "random", "sign"],
  ...["to_json", "to_jsonb", "row_to_json", "jsonb_set", "jsonb_strip_nulls", "json_strip_nulls"],
  ...["json_array_length", "jsonb_array_length", "jsonb_typeof", "json_typeof"],
  ...["array_append", "array_cat", "array_remove", "cardinality", "array_to_string", "array_agg"],
  ...["pg_backend_pid", "txid_current", "pg_current_xact_id", "gen_random_uuid", "uuid_extract_timestamp"],
  ...["pg_try_advisory_xact_lock", "pg_try_advisory_lock", "pg_advisory_unlock", "pg_advisory_xact_lock"],
  ...[
    "hashtext",
    "hashtextextended",
    "set_config",
    "pg_column_size",
    "pg_notify",
    "num_nulls",
    "num_nonnulls",
  ],
]);
/** Functions that return a value even for a null argument. */
const VALUED_OF_NULL = new Set([
  ...["json_build_object", "jsonb_build_object", "json_build_array", "jsonb_build_array", "concat", "format"],
  ...["num_nulls", "num_nonnulls", "pg_notify", "array_append", "array_cat"],
]);
/** Operators that return null, and do not fail, if they find nothing in a value. */
const FINDING = /^(json|jsonb)_(object_field|array_element|extract_path)|^jsonb?_path|^arraysubscript/;
/** Functions that return rows without nulls. */
const VALUED_ROWS = new Set([
  ...[
    "generate_series",
    "string_to_table",
    "regexp_split_to_table",
    "json_array_elements",
    "jsonb_array_elements",
  ],
  ...["json_object_keys", "jsonb_object_keys", "generate_subscripts"],
]);
/** Aggregates that return a value even over no rows, or over nulls alone. */
const VALUED_OF_NONE = new Set(["count", "regr_count"]);
const VALUED_OF_NULLS = new Set([
  "array_agg",
  "json_agg",
  "jsonb_agg",
  "json_object_agg",
  "jsonb_object_agg",
]);
const RANKS = new Set(["row_number", "rank", "dense_rank", "percent_rank", "cume_dist", "ntile"]);

export const isValued = (name: string): boolean => ALWAYS_VALUED.has(name);
export const isValuedOfNull = (name: string): boolean => VALUED_OF_NULL.has(name);
export const isFinding = (name: string): boolean => FINDING.test(name);
export const givesValuedRows = (name: string): boolean => VALUED_ROWS.has(name);
export const countsRows = (name: string): boolean => VALUED_OF_NONE.has(name);
export const collectsNulls = (name: string): boolean => VALUED_OF_NULLS.has(name);
export const isRank = (name: string): boolean => RANKS.has(name);
