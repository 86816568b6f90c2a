import type {Value} from "../filters/predicates.ts";
import type {Part} from "../layer/grains.ts";
import {redshiftArray} from "./arrays.ts";
import {aggregateBy, literalsBy, percentileByRank, rankedPercentiles, standard} from "./common.ts";
import type {Dialect, Rank} from "./dialect.ts";
import {toEngineSpelling} from "./engine-spelling.ts";
import {redshiftPath} from "./json-paths.ts";
import {POSTGRES_CASTS} from "./postgres.ts";

const NULLS = {
  string: "null::varchar",
  number: "null::float8",
  boolean: "null::boolean",
  date: "null::date",
  timestamp: "null::timestamp",
  json: "null::varchar",
};

const DIGITS =
  "(select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9)";

/** Amazon Redshift, which shares Postgres' protocol and much of its SQL. */
export const redshift: Dialect = {
  ...standard,
  name: "redshift",
  early: "bc",
  // Integers divide as integers, and decimals to few digits, at least four.
  exactPrefix: "1::float8 * ",
  exactDecimals: "1::float8 * ",
  maxNameBytes: 127,
  fragment: sql => toEngineSpelling(sql, {engine: "Redshift", string: quoteText, name: standard.quote}),
  placeholder: (position, value) => `$${position}${castOf(value)}`,
  literal: literalsBy({decimal: text => `'${text}'${decimalCast(text)}`, string: quoteText}),
  cast: (expression, to) => `${expression}::${to === "text" ? "varchar" : to}`,
  // Redshift's `extract(epoch …)` has only whole seconds.
  seconds: (from, to) => `datediff(microsecond, ${from}, ${to})::float8 / 1000000`,
  distinctFrom: (expression, value) => `(${expression} <> ${value} or ${expression} is null)`,
  sameAs: (expression, other) => `(${expression} = ${other} or (${expression} is null and ${other} is null))`,
  json: expression => `json_serialize(${expression})`,
  part: writePart,
  ...rankedPercentiles,
  aggregate: aggregateBy({
    count_distinct_approx: input => `approximate count(distinct ${input})`,
    // The average of integers would be an integer.
    avg: input => `avg((${input})::float8)`,
    percentile_approximate: (input, percentile) =>
      `approximate percentile_disc(${percentile}) within group (order by (${input})::float8)`,
    percentile_discrete: percentileByRank,
    percentile: percentileOf,
  }),
  averaged: {addend: input => `(${input})::float8`},
  countOf: sum => `${sum}::bigint`,
  shift: (moment, count, unit, kind) => `dateadd(${unit}, ${count}, ${moment})::${kind}`,
  // Redshift's own series functions run only on the leader node, and cannot be joined with tables.
  spine: grain => {
    const kind = grain === "second" || grain === "minute" || grain === "hour" ? "timestamp" : "date";
    const steps = grain === "week" ? "datediff(day, lo, hi) / 7" : `datediff(${grain}, lo, hi)`;
    // The highest digit comes first, so that few periods give few rows at every step.
    const digits = ["f", "e", "d", "c", "b", "a"].map((name, i) => ({name, times: 10 ** (5 - i)}));
    const number = digits.map(({name, times}) => `${name}.n * ${times}`).join(" + ");
    return {
      value: `dateadd(${grain}, ${number}, lo)::${kind}`,
      join: digits
        .map(({name, times}) => `join ${DIGITS} as ${name} on ${name}.n * ${times} <= ${steps}`)
        .join("\n  "),
      where: `${number} <= ${steps}`,
    };
  },
  truths: {min: "bool_and", max: "bool_or"},
  path: redshiftPath,
  array: redshiftArray,
  nullOf: (type, isCount) => (isCount ? "null::bigint" : NULLS[type]),
};

function writePart(part: Part, expression: string): string {
  // Redshift counts days from Sunday as 0.
  if (part === "day_of_week") return `((extract(dow from ${expression}) + 6)::integer % 7 + 1)`;
  if (part === "millisecond_of_second") return `(extract(milliseconds from ${expression})::integer % 1000)`;
  return standard.part(part, expression);
}

function percentileOf(input: string, percentile: number, rank: Rank | undefined): string {
  if (rank === undefined) throw new Error("a percentile without ranks");
  const {place, count} = rank;
  return `sum((${input})::float8 * greatest(0, 1 - abs(${place} - 1 - ${percentile}::float8 * (${count} - 1))))`;
}

function castOf({kind, value}: Value): string {
  return kind === "decimal" ? decimalCast(String(value)) : POSTGRES_CASTS[kind];
}

/** Decimals get a scale, because `numeric` without one has no digits after the point. */
function decimalCast(text: string): string {
  const scale = /^[+-]?\d*\.(\d*)$/.exec(text)?.[1]?.length ?? 0;
  if (/[eE]/.test(text) || scale > 37) return "::float8";
  return `::decimal(38, ${scale})`;
}

/** A backslash is written by its character code, because some configurations read it as an escape. */
function quoteText(text: string): string {
  const parts = text.split("\\").map(part => `'${part.replaceAll("'", "''")}'`);
  return parts.length === 1 ? parts.join() : `(${parts.join(" || chr(92) || ")})`;
}
