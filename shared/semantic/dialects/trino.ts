import type {Part, Period} from "../layer/grains.ts";
import {trinoArray} from "./arrays.ts";
import {
  aggregateBy,
  castsTo,
  decimalOrDouble,
  literalsBy,
  percentileByRank,
  rankedPercentiles,
  standard,
} from "./common.ts";
import type {Dialect} from "./dialect.ts";
import {digitsOf, quoteText} from "./engine-spelling.ts";
import {trinoPath} from "./json-paths.ts";
import {percentileInDoubles, positional} from "./positional.ts";

/** The most entries that a sequence may have in Trino. */
const MAX_STEPS = 10_000;

/** Trino. The executor sets its sessions to UTC, so moments without a zone are in UTC. */
export const trino: Dialect = {
  ...standard,
  name: "trino",
  early: "iso",
  // Integers divide as integers, and decimals only to the digits of their operands.
  exactPrefix: "1e0 * ",
  exactDecimals: "1e0 * ",
  maxNameBytes: Number.POSITIVE_INFINITY,
  placeholder: (position, value) => castValue(`\u0001${position}\u0002`, value),
  literal: literalsBy({
    decimal: text => (digitsOf(text, 38) === undefined ? `cast('${text}' as double)` : `decimal '${text}'`),
    string: quoteText,
  }),
  cast: (expression, to) => `cast(${expression} as ${CASTS[to]})`,
  // Trino's own differences are in whole milliseconds. The difference of two doubles is exact to the microsecond.
  seconds: (from, to, kind) =>
    kind === "date"
      ? `date_diff('day', ${from}, ${to}) * 86400e0`
      : `round(to_unixtime(${to}) - to_unixtime(${from}), 6)`,
  together: values => {
    const list = values.map(value => `cast(${value} as json)`);
    return `json_format(cast(array[${list.join(", ")}] as json))`;
  },
  json: expression => `json_format(${expression})`,
  finish: positional,
  local: localTime,
  startOf: writeStart,
  part: (part, expression) => `${PARTS[part]}(${expression})`,
  ...rankedPercentiles,
  aggregate: aggregateBy({
    count_distinct_approx: input => `approx_distinct(${input})`,
    avg: input => `avg(cast(${input} as double))`,
    percentile_approximate: (input, percentile) =>
      `approx_percentile(cast(${input} as double), ${percentile})`,
    percentile_discrete: percentileByRank,
    percentile: (input, percentile, rank) =>
      percentileInDoubles(`cast(${input} as double)`, percentile, rank),
  }),
  averaged: {addend: input => `cast(${input} as double)`},
  shift: (moment, count, unit) => `date_add('${unit}', ${count}, ${moment})`,
  spine: grain => {
    const steps = `date_diff('${grain}', lo, hi)`;
    const step = `many * ${MAX_STEPS} + few`;
    return {
      value: `date_add('${grain}', ${step}, lo)`,
      join:
        `cross join unnest(sequence(0, ${steps} / ${MAX_STEPS})) as outer_steps (many)\n` +
        `  cross join unnest(sequence(0, least(${steps}, ${MAX_STEPS - 1}))) as inner_steps (few)`,
      where: `lo <= hi and ${step} <= ${steps}`,
    };
  },
  codePointText: expression => `cast(${expression} as varchar)`,
  path: trinoPath,
  array: trinoArray,
  arrayText: array => `json_format(cast(${array} as json))`,
  nullOf: () => "null",
};

const CASTS = {text: "varchar", date: "date", timestamp: "timestamp(6)"};

const PARTS: Record<Part, string> = {
  millisecond_of_second: "millisecond",
  hour_of_day: "hour",
  day_of_week: "day_of_week",
  day_of_month: "day",
  day_of_year: "day_of_year",
  week_of_year: "week",
  month_of_year: "month",
  quarter_of_year: "quarter",
  year_number: "year",
};

/** Converts even to UTC, because a column may have a timezone of its own. */
function localTime(expression: string, timezone: string): string {
  const instant = `cast(${expression} as timestamp(6) with time zone)`;
  return `cast(${instant} at time zone ${quoteText(timezone)} as timestamp(6))`;
}

function writeStart(period: Period, expression: string, weekStart: "monday" | "sunday"): string {
  switch (period) {
    case "second":
    case "minute":
    case "hour":
      return `date_trunc('${period}', ${localTime(expression, "UTC")})`;
    case "day":
      return `cast(${expression} as date)`;
    case "week":
      return weekStart === "monday"
        ? `cast(date_trunc('week', ${expression}) as date)`
        : `cast(date_add('day', -1, date_trunc('week', date_add('day', 1, ${expression}))) as date)`;
    default:
      return `cast(date_trunc('${period}', ${expression}) as date)`;
  }
}

const castValue = castsTo({
  integer: "bigint",
  decimal: decimalOrDouble,
  timestamp: sql => `cast(${sql} as timestamp(6))`,
});
