import type {Value} from "../filters/predicates.ts";
import type {Part, Period} from "../layer/grains.ts";
import {bigqueryArray} from "./arrays.ts";
import {aggregateBy, literalsBy, percentileByRank, rankedPercentiles, standard} from "./common.ts";
import type {Dialect} from "./dialect.ts";
import {backslashString, digitsOf, toEngineSpelling} from "./engine-spelling.ts";
import {bigqueryPath} from "./json-paths.ts";
import {percentileInDoubles} from "./positional.ts";

/**
 * BigQuery, GoogleSQL. Moments in filters are text, because text can be compared both with a `TIMESTAMP`, in UTC, and
 * with a `DATETIME`; a `TIMESTAMP` and a `DATETIME` cannot be compared with each other.
 */
export const bigquery: Dialect = {
  ...standard,
  name: "bigquery",
  // Integers divide as doubles, but decimals only to nine digits.
  exactPrefix: "1e0 * ",
  exactDecimals: "1e0 * ",
  maxNameBytes: Number.POSITIVE_INFINITY,
  backslashPatterns: true,
  quote: quoteName,
  alias: nameResult,
  fragment: sql =>
    toEngineSpelling(sql, {engine: "BigQuery", string: backslashString, name: quoteName, comment: "#"}),
  placeholder: (position, value) => castValue(`@p${position}`, value),
  literal: literalsBy({
    decimal: text => {
      const type = decimalType(text);
      return type === "float64" ? `cast('${text}' as float64)` : `${type} '${text}'`;
    },
    timestamp: backslashString,
    string: backslashString,
  }),
  cast: (expression, to) =>
    to === "timestamp"
      ? `timestamp(${expression})`
      : `cast(${expression} as ${to === "text" ? "string" : to})`,
  seconds: (from, to, kind) =>
    kind === "date"
      ? `date_diff(${to}, ${from}, day) * 86400e0`
      : `timestamp_diff(timestamp(${to}), timestamp(${from}), microsecond) / 1e6`,
  sameAs: (expression, other) => `to_json_string(${expression}) = to_json_string(${other})`,
  together: values => `to_json_string([${values.map(value => `to_json_string(${value})`).join(", ")}])`,
  rowOf: columns => `(${columns.join(", ")})`,
  json: expression => `to_json_string(${expression})`,
  local: (expression, timezone) => `datetime(timestamp(${expression}), ${backslashString(timezone)})`,
  startOf: writeStart,
  part: writePart,
  ...rankedPercentiles,
  aggregate: aggregateBy({
    count_distinct_approx: input => `approx_count_distinct(${input})`,
    avg: input => `avg(cast(${input} as float64))`,
    percentile_approximate: (input, percentile) =>
      `approx_quantiles(cast(${input} as float64), 1000)[offset(${Math.round(percentile * 1000)})]`,
    percentile_discrete: percentileByRank,
    percentile: (input, percentile, rank) =>
      percentileInDoubles(`cast(${input} as float64)`, percentile, rank),
  }),
  // `timestamp()` converts a `TIMESTAMP` or a `DATETIME`, which cannot be compared with each other otherwise.
  comparable: (expression, type) => (type === "timestamp" ? `timestamp(${expression})` : undefined),
  averaged: {addend: input => `cast(${input} as float64)`},
  shift: (moment, count, unit, kind) => `${kind}_add(${moment}, interval ${count} ${unit})`,
  spine: grain => {
    const kind = grain === "second" || grain === "minute" || grain === "hour" ? "timestamp" : "date";
    const list = `generate_${kind}_array(lo, hi, interval 1 ${grain})`;
    return {value: "step", join: `cross join unnest(${list}) as step`};
  },
  codePointText: expression => `collate(cast(${expression} as string), '')`,
  path: bigqueryPath,
  array: bigqueryArray,
  nullOf: () => "null",
};

function quoteName(name: string): string {
  return `\`${name.replaceAll("\\", "\\\\").replaceAll("`", "\\`")}\``;
}

/**
 * Result columns may only have letters, digits and underscores, and their case is ignored. A dot becomes two
 * underscores. A name with other characters, or one that could equal another name, gets a hash at its end.
 */
function nameResult(name: string): string {
  if (/^[a-z0-9]+(_[a-z0-9]+)*(\.[a-z0-9]+(_[a-z0-9]+)*)*$/.test(name) && name.length < 200) {
    return name.replaceAll(".", "__").replace(/^(?=\d)/, "_");
  }
  return `c_${name.replace(/[^A-Za-z0-9]/g, "_").slice(0, 100)}__${Bun.hash(name).toString(36)}`;
}

function writeStart(period: Period, expression: string, weekStart: "monday" | "sunday"): string {
  switch (period) {
    case "second":
    case "minute":
    case "hour":
      return `timestamp_trunc(timestamp(${expression}), ${period})`;
    case "day":
      return `cast(${expression} as date)`;
    case "week":
      return `date_trunc(cast(${expression} as date), week(${weekStart}))`;
    default:
      return `date_trunc(cast(${expression} as date), ${period})`;
  }
}

const EXTRACTED: Record<Exclude<Part, "day_of_week">, string> = {
  millisecond_of_second: "millisecond",
  hour_of_day: "hour",
  day_of_month: "day",
  day_of_year: "dayofyear",
  week_of_year: "isoweek",
  month_of_year: "month",
  quarter_of_year: "quarter",
  year_number: "year",
};

function writePart(part: Part, expression: string): string {
  // BigQuery counts days from Sunday as 1.
  if (part === "day_of_week") return `mod(extract(dayofweek from ${expression}) + 5, 7) + 1`;
  return `extract(${EXTRACTED[part]} from ${expression})`;
}

/** Casts a parameter, which arrives as text. */
function castValue(sql: string, value: Value): string {
  switch (value.kind) {
    case "integer":
      return `cast(${sql} as int64)`;
    case "decimal":
      return `cast(${sql} as ${decimalType(String(value.value))})`;
    case "boolean":
      return `cast(${sql} as bool)`;
    case "date":
      return `cast(${sql} as date)`;
    default:
      return sql;
  }
}

function decimalType(text: string): "numeric" | "bignumeric" | "float64" {
  const digits = digitsOf(text, 76);
  if (digits === undefined || digits.scale > 38 || digits.width - digits.scale > 38) return "float64";
  return digits.scale <= 9 && digits.width - digits.scale <= 29 ? "numeric" : "bignumeric";
}
