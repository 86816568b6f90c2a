import type {Part} from "../layer/grains.ts";
import {postgresArray} from "./arrays.ts";
import {aggregateBy, literalsBy, operandOf, quoteString, standard} from "./common.ts";
import type {Dialect} from "./dialect.ts";
import {postgresPath} from "./json-paths.ts";

/**
 * Text is bound without a cast: Postgres then reads the parameter as the column's own type, so that an index on a
 * `uuid`, enum, `citext` or `varchar` column can be used. Integers are `bigint`, which has operators with the other
 * integer types in the same index family; larger ones are `numeric`. Moments are `timestamp` in UTC: a `timestamp`
 * column is compared with them directly, a `timestamptz` column in the session's timezone, which the executor sets to
 * UTC. Both can use an index.
 */
export const POSTGRES_CASTS = {
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
  early: "bc",
  exactPrefix: "1.0 * ",
  exactDecimals: "",
  maxNameBytes: 63,
  placeholder: (position, value) => `$${position}${POSTGRES_CASTS[value.kind]}`,
  literal: literalsBy({decimal: text => `${text}::numeric`, string: quoteString}),
  ...standard,
  part: writePart,
  // Postgres cannot hash `is not distinct from`, but arrays are equal if they have nulls at the same positions.
  sameAs: (expression, other) => `array[${expression}] = array[${other}]`,
  aggregate: aggregateBy({
    count_distinct_approx: input => `count(distinct ${input})`,
    percentile: (input, percentile) => `percentile_cont(${percentile}) within group (order by ${input})`,
  }),
  // A sum of `real` has as few digits as a `real`.
  averaged: {addend: input => `${operandOf(input)} + 0.0`},
  asDouble: input => `${operandOf(input)}::float8`,
  countOf: sum => `${sum}::bigint`,
  framesTime: true,
  runsNamedOnce: true,
  isFinite: time => `isfinite(${time})`,
  series: (first, last, step) => `generate_series(${first}, ${last}, ${step})`,
  hasIlike: true,
  codePointText: expression => `(${expression})::text collate "C"`,
  truths: {min: "bool_and", max: "bool_or"},
  path: postgresPath,
  array: postgresArray,
  arrayText: array => `to_jsonb(${array})::text`,
  nullOf: (type, isCount) => (isCount ? "null::bigint" : NULLS[type]),
};

/**
 * Postgres has no integer for the year of infinity, and counts the years before 1 from -1, where results have a year 0.
 * The product is nearer to zero than the year by less than one, so that `ceil` adds one only to years before 1. The
 * expression, which may convert a timezone, is computed once. `date_part` is the fastest for timestamps. It makes a
 * timestamp of a date, so that it fails for dates after the year 294276.
 */
function writePart(part: Part, expression: string, isDay = false): string {
  if (part !== "year_number") return standard.part(part, expression);
  const year = isDay ? `extract(year from ${expression})::float8` : `date_part('year', ${expression})`;
  return `ceil(nullif(nullif(${year}, 'infinity'), '-infinity') * 0.9999999)::integer`;
}
