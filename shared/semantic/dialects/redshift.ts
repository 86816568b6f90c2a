import type {Part} from "../grains.ts";
import type {Value} from "../tests.ts";
import {standard} from "./common.ts";
import type {Dialect, Rank} from "./dialect.ts";
import {settle} from "./settle.ts";

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
  string: "null::varchar",
  number: "null::float8",
  boolean: "null::boolean",
  date: "null::date",
  timestamp: "null::timestamp",
  json: "null::varchar",
};

const DIGITS =
  "(select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9)";

/** Amazon Redshift: Postgres in how it is spoken to and in much of what it is told. */
export const redshift: Dialect = {
  ...standard,
  name: "redshift",
  // Whole numbers divide as such, and decimals to four digits and up.
  exactPrefix: "1::float8 * ",
  exactDecimals: "1::float8 * ",
  maxNameBytes: 127,
  fragment: sql => settle(sql, {engine: "Redshift", string: quoteText, name: standard.quote}),
  placeholder: (position, value) => `$${position}${castOf(value)}`,
  literal: writeLiteral,
  cast: (expression, to) => `${expression}::${to === "text" ? "varchar" : to}`,
  distinctFrom: (expression, value) => `(${expression} <> ${value} or ${expression} is null)`,
  sameAs: (expression, other) => `(${expression} = ${other} or (${expression} is null and ${other} is null))`,
  json: expression => `json_serialize(${expression})`,
  part: writePart,
  needsRank: type => type === "median" || type === "percentile",
  aggregate: (type, input, percentile, rank) => {
    switch (type) {
      case "count_distinct":
        return `count(distinct ${input})`;
      case "count_distinct_approx":
        return `approximate count(distinct ${input})`;
      case "avg":
        // Of whole numbers it would be a whole number.
        return `avg((${input})::float8)`;
      case "median":
      case "percentile":
        return percentileOf(input, type === "median" ? 0.5 : percentile, rank);
      default:
        return `${type}(${input})`;
    }
  },
  shift: (moment, count, unit, kind) => `dateadd(${unit}, ${count}, ${moment})::${kind}`,
  // Its own series live on the leader alone, which joins them with no table.
  spine: grain => {
    const kind = grain === "second" || grain === "minute" || grain === "hour" ? "timestamp" : "date";
    const steps = grain === "week" ? "datediff(day, lo, hi) / 7" : `datediff(${grain}, lo, hi)`;
    // From the highest on, so that few periods are few rows all the way.
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
  nullOf: (type, isCount) => (isCount ? "null::bigint" : NULLS[type]),
};

const EXTRACTED: Record<Exclude<Part, "day_of_week">, string> = {
  hour_of_day: "hour",
  day_of_month: "day",
  day_of_year: "doy",
  week_of_year: "week",
  month_of_year: "month",
  quarter_of_year: "quarter",
};

function writePart(part: Part, expression: string): string {
  // Sunday is its day 0.
  if (part === "day_of_week") return `((extract(dow from ${expression}) + 6)::integer % 7 + 1)`;
  return `extract(${EXTRACTED[part]} from ${expression})::integer`;
}

function percentileOf(input: string, percentile: number, rank: Rank | undefined): string {
  if (rank === undefined) throw new Error("a percentile without ranks");
  const {place, count} = rank;
  return `sum((${input})::float8 * greatest(0, 1 - abs(${place} - 1 - ${percentile}::float8 * (${count} - 1))))`;
}

/** A decimal keeps its digits: without them `numeric` would be one of whole numbers. */
function castOf(value: Value): string {
  if (value.kind !== "decimal") return CASTS[value.kind];
  const scale = /^[+-]?\d*\.(\d*)$/.exec(String(value.value))?.[1]?.length ?? 0;
  if (/[eE]/.test(String(value.value)) || scale > 37) return "::float8";
  return `::decimal(38, ${scale})`;
}

function writeLiteral(value: Value): string {
  const text = String(value.value);
  switch (value.kind) {
    case "integer":
    case "boolean":
      return text;
    case "decimal":
      return `'${text}'${castOf(value)}`;
    case "date":
    case "timestamp":
      return `${value.kind} '${text}'`;
    default:
      return quoteText(text);
  }
}

/** A backslash is written by its number: whether one escapes is not the same everywhere. */
function quoteText(text: string): string {
  const parts = text.split("\\").map(part => `'${part.replaceAll("'", "''")}'`);
  return parts.length === 1 ? parts.join() : `(${parts.join(" || chr(92) || ")})`;
}
