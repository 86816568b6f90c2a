import type {Value} from "../tests.ts";
import {quoteString, standard} from "./common.ts";
import type {Dialect} from "./dialect.ts";

/**
 * Text is bound without a cast: Postgres then reads the parameter as the column's own type, so that an
 * index on a `uuid`, enum, `citext` or `varchar` column serves the comparison. Whole numbers are `bigint`,
 * which has operators with the other integers in the same index family; what does not fit is `numeric`.
 * Moments are `timestamp` in UTC: a `timestamp` column compares with them as they are, a `timestamptz`
 * column through the session's timezone, which the executor sets to UTC, and both through an index.
 */
const CASTS = {
  text: "",
  pattern: "",
  integer: "::bigint",
  decimal: "::numeric",
  boolean: "::boolean",
  date: "::date",
  timestamp: "::timestamp",
};

const NULLS = {
  string: "null::text",
  number: "null::numeric",
  boolean: "null::boolean",
  date: "null::date",
  timestamp: "null::timestamp",
  json: "null::text",
};

export const postgres: Dialect = {
  name: "postgres",
  exactPrefix: "1.0 * ",
  exactDecimals: "",
  maxNameBytes: 63,
  placeholder: (position, value) => `$${position}${CASTS[value.kind]}`,
  literal: writeLiteral,
  ...standard,
  // It has no hash for `is not distinct from`; arrays are equal where nulls stand in the same places.
  sameAs: (expression, other) => `array[${expression}] = array[${other}]`,
  aggregate: (type, input, percentile) => {
    switch (type) {
      case "count_distinct":
      case "count_distinct_approx":
        return `count(distinct ${input})`;
      case "median":
        return `percentile_cont(0.5) within group (order by ${input})`;
      case "percentile":
        return `percentile_cont(${percentile}) within group (order by ${input})`;
      default:
        return `${type}(${input})`;
    }
  },
  series: (first, last, step) => `generate_series(${first}, ${last}, ${step})`,
  nullOf: (type, isCount) => (isCount ? "null::bigint" : NULLS[type]),
};

function writeLiteral(value: Value): string {
  switch (value.kind) {
    case "integer":
      return String(value.value);
    case "decimal":
      return `${value.value}::numeric`;
    case "boolean":
      return String(value.value);
    case "date":
    case "timestamp":
      return `${value.kind} ${quoteString(String(value.value))}`;
    default:
      return quoteString(String(value.value));
  }
}
