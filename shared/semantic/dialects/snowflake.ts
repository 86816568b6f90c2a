import type {Part, Period} from "../layer/grains.ts";
import {snowflakeArray} from "./arrays.ts";
import {aggregateBy, castsTo, literalsBy, standard} from "./common.ts";
import type {Dialect} from "./dialect.ts";
import {backslashString, digitsOf, toEngineSpelling} from "./engine-spelling.ts";
import {snowflakePath} from "./json-paths.ts";
import {positional} from "./positional.ts";

/** Snowflake. A `TIMESTAMP_NTZ` is read in the session's zone, which the executor sets to UTC. */
export const snowflake: Dialect = {
  ...standard,
  name: "snowflake",
  // Divisions keep six digits more than their operands, and at most twelve.
  exactPrefix: "1::float * ",
  exactDecimals: "1::float * ",
  maxNameBytes: 255,
  fragment: sql =>
    toEngineSpelling(sql, {
      engine: "Snowflake",
      string: backslashString,
      name: standard.quote,
      comment: "//",
    }),
  placeholder: (position, value) => castValue(`\u0001${position}\u0002`, value),
  literal: literalsBy({timestamp: text => `cast('${text}' as timestamp_ntz)`, string: backslashString}),
  cast: (expression, to) => `cast(${expression} as ${CASTS[to]})`,
  seconds: (from, to) => `datediff(microsecond, ${from}, ${to})::float / 1000000`,
  sameAs: (expression, other) => `equal_null(${expression}, ${other})`,
  together: values => `to_json(array_construct(${values.join(", ")}))`,
  json: expression => `to_json(${expression})`,
  finish: positional,
  local: (expression, timezone) =>
    `cast(convert_timezone(${backslashString(timezone)}, ${expression}) as timestamp_ntz)`,
  startOf: writeStart,
  part: (part, expression) =>
    part === "millisecond_of_second"
      ? `floor(date_part(nanosecond, ${expression}) / 1000000)`
      : `${PARTS[part]}(${expression})`,
  aggregate: aggregateBy({
    count_distinct_approx: input => `approx_count_distinct(${input})`,
    avg: input => `avg(cast(${input} as float))`,
    median: input => `median(cast(${input} as float))`,
    percentile_approximate: (input, percentile) =>
      `approx_percentile(cast(${input} as float), ${percentile})`,
    percentile: (input, percentile) =>
      `percentile_cont(${percentile}) within group (order by cast(${input} as float))`,
  }),
  averaged: {addend: input => `cast(${input} as float)`},
  shift: (moment, count, unit) => `dateadd(${unit}, ${count}, ${moment})`,
  spine: grain => {
    // The first day of a week depends on a setting of the session.
    const steps = grain === "week" ? "floor(datediff(day, lo, hi) / 7)" : `datediff(${grain}, lo, hi)`;
    return {
      value: `dateadd(${grain}, cast(steps.value as integer), lo)`,
      join: `cross join lateral flatten(input => array_generate_range(0, ${steps} + 1)) as steps`,
    };
  },
  truths: {min: "booland_agg", max: "boolor_agg"},
  codePointText: expression => `collate(cast(${expression} as varchar), '')`,
  path: snowflakePath,
  array: snowflakeArray,
  nullOf: () => "null",
};

const CASTS = {text: "varchar", date: "date", timestamp: "timestamp_ntz"};

const PARTS: Record<Exclude<Part, "millisecond_of_second">, string> = {
  hour_of_day: "hour",
  day_of_week: "dayofweekiso",
  day_of_month: "dayofmonth",
  day_of_year: "dayofyear",
  week_of_year: "weekiso",
  month_of_year: "month",
  quarter_of_year: "quarter",
  year_number: "year",
};

function writeStart(period: Period, expression: string, weekStart: "monday" | "sunday"): string {
  switch (period) {
    case "second":
    case "minute":
    case "hour":
      return `date_trunc('${period}', cast(convert_timezone('UTC', ${expression}) as timestamp_ntz))`;
    case "day":
      return `cast(${expression} as date)`;
    case "week": {
      // `date_trunc` would depend on the session's `WEEK_START`.
      const back = weekStart === "monday" ? "1 - dayofweekiso" : "0 - mod(dayofweekiso";
      const end = weekStart === "monday" ? "" : ", 7)";
      return `dateadd(day, ${back}(${expression})${end}, cast(${expression} as date))`;
    }
    default:
      return `cast(date_trunc('${period}', ${expression}) as date)`;
  }
}

function numberOrFloat(text: string): string {
  const digits = digitsOf(text, 38);
  return digits === undefined || digits.scale > 37 ? "float" : `number(38, ${digits.scale})`;
}

const castValue = castsTo({
  integer: "number(38, 0)",
  decimal: numberOrFloat,
  timestamp: sql => `cast(${sql} as timestamp_ntz)`,
});
