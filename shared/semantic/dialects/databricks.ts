import type {Part, Period} from "../layer/grains.ts";
import {databricksArray} from "./arrays.ts";
import {aggregateBy, castsTo, decimalOrDouble, literalsBy, standard} from "./common.ts";
import type {Dialect} from "./dialect.ts";
import {backslashString, digitsOf, toEngineSpelling} from "./engine-spelling.ts";
import {databricksPath} from "./json-paths.ts";

/**
 * Databricks SQL. A `TIMESTAMP_NTZ` is read in the session's zone, which is UTC unless the warehouse is configured
 * otherwise.
 */
export const databricks: Dialect = {
  ...standard,
  name: "databricks",
  early: "iso",
  // Decimals divide to few digits; a double on one side makes both doubles.
  exactPrefix: "1D * ",
  exactDecimals: "1D * ",
  maxNameBytes: Number.POSITIVE_INFINITY,
  quote: quoteName,
  fragment: sql => toEngineSpelling(sql, {engine: "Databricks", string: backslashString, name: quoteName}),
  placeholder: (position, value) => castValue(`:p${position}`, value),
  literal: literalsBy({
    decimal: text => (digitsOf(text, 38) === undefined ? `cast('${text}' as double)` : `${text}BD`),
    timestamp: text => `timestamp '${text}Z'`,
    string: backslashString,
  }),
  cast: (expression, to) => `cast(${expression} as ${to === "text" ? "string" : to})`,
  seconds: (from, to, kind) => {
    if (kind === "date") return `datediff(${to}, ${from}) * 86400D`;
    const [first, last] = [from, to].map(at => `unix_micros(cast(${at} as timestamp))`);
    return `(${last} - ${first}) / 1000000D`;
  },
  distinctFrom: (expression, value) => `not (${expression} <=> ${value})`,
  sameAs: (expression, other) => `${expression} <=> ${other}`,
  together: values => {
    const fields = values.map((value, i) => `'c${i}', ${value}`);
    return `to_json(named_struct(${fields.join(", ")}))`;
  },
  json: expression => `to_json(${expression})`,
  local: (expression, timezone) => `convert_timezone(${backslashString(timezone)}, ${expression})`,
  startOf: writeStart,
  part: writePart,
  aggregate: aggregateBy({
    count_distinct_approx: input => `approx_count_distinct(${input})`,
    avg: input => `avg(cast(${input} as double))`,
    percentile_approximate: (input, percentile) =>
      `approx_percentile(cast(${input} as double), ${percentile})`,
    percentile: (input, percentile) => `percentile(cast(${input} as double), ${percentile})`,
  }),
  averaged: {addend: input => `cast(${input} as double)`},
  shift: (moment, count, unit, kind) => `cast(dateadd(${unit}, ${count}, ${moment}) as ${kind})`,
  spine: grain => {
    const step = grain === "quarter" ? "interval 3 month" : `interval 1 ${grain}`;
    return {value: `explode(sequence(lo, hi, ${step}))`, where: "lo <= hi"};
  },
  fail: text => `raise_error(${text})`,
  codePointText: expression => `cast(${expression} as string) collate utf8_binary`,
  path: databricksPath,
  array: databricksArray,
  nullOf: () => "null",
};

function quoteName(name: string): string {
  return `\`${name.replaceAll("`", "``")}\``;
}

const PARTS: Record<Exclude<Part, "day_of_week" | "millisecond_of_second">, string> = {
  hour_of_day: "hour",
  day_of_month: "dayofmonth",
  day_of_year: "dayofyear",
  week_of_year: "weekofyear",
  month_of_year: "month",
  quarter_of_year: "quarter",
  year_number: "year",
};

function writePart(part: Part, expression: string): string {
  if (part === "day_of_week") return `weekday(${expression}) + 1`;
  if (part === "millisecond_of_second") return `cast(date_format(${expression}, 'SSS') as int)`;
  return `${PARTS[part]}(${expression})`;
}

function writeStart(period: Period, expression: string, weekStart: "monday" | "sunday"): string {
  switch (period) {
    case "second":
    case "minute":
    case "hour":
      return `date_trunc('${period}', convert_timezone('UTC', ${expression}))`;
    case "day":
      return `cast(${expression} as date)`;
    case "week":
      return weekStart === "monday"
        ? `cast(date_trunc('week', ${expression}) as date)`
        : `date_add(cast(date_trunc('week', date_add(cast(${expression} as date), 1)) as date), -1)`;
    default:
      return `cast(date_trunc('${period}', ${expression}) as date)`;
  }
}

const castValue = castsTo({
  integer: "bigint",
  decimal: decimalOrDouble,
  timestamp: sql => `cast(concat(${sql}, 'Z') as timestamp)`,
});
