import type {Part, Period} from "../grains.ts";
import type {Value} from "../tests.ts";
import type {Dialect, Rank} from "./dialect.ts";
import {hexadecimal, settleFragment} from "./mysql-fragment.ts";
import {shiftToZone} from "./mysql-zones.ts";
import {positional} from "./positional.ts";

/** Digits after the point that a division or an average keeps, beside the four that MySQL itself adds. */
const EXACT = `1.${"0".repeat(16)} * `;
/** The longest alias, in characters. */
const MAX_NAME = 256;

/**
 * MySQL 8 and MariaDB, in what both understand. What is written reads the same whatever the session's `sql_mode`
 * says of quotes and backslashes, and counts as exactly whatever its `div_precision_increment` is. Zones stand in
 * the statement, so that the server's time zone tables are not needed; the executor keeps the session in UTC.
 *
 * Texts are compared, grouped, sorted and counted by the collation of their column, as its keys, joins and indexes
 * are: under a case-insensitive one `Paid` and `paid` are one value, as they are to everybody else on that server.
 */
export const mysql: Dialect = {
  name: "mysql",
  // Its `/` keeps only four digits more than its left side has.
  exactPrefix: EXACT,
  exactDecimals: EXACT,
  maxNameBytes: Number.POSITIVE_INFINITY,
  quote: quoteName,
  fragment: settleFragment,
  placeholder: (position, value) => castValue(`\u0001${position}\u0002`, value),
  literal: writeLiteral,
  // Every type is compared as text where text is asked for, by its own collation only without a cast.
  cast: (expression, to) => (to === "text" ? expression : `cast(${expression} as ${CASTS[to]})`),
  interval: (count, unit) => `interval ${count} ${unit}`,
  distinctFrom: (expression, value) => `not (${expression} <=> ${value})`,
  sameAs: (expression, other) => `${expression} <=> ${other}`,
  // Null counts as the least. In an expression an aggregate cannot go by its name.
  order: (key, descending, expression) => (descending ? `${key} desc` : `${expression} is null, ${key}`),
  finish: positional,
  local: (expression, timezone) => (timezone === "UTC" ? expression : shiftToZone(expression, timezone)),
  startOf: writeStart,
  part: writePart,
  needsRank: type => type === "median" || type === "percentile",
  aggregate: (type, input, percentile, rank) => {
    switch (type) {
      case "count_distinct":
      case "count_distinct_approx":
        return `count(distinct ${input})`;
      case "avg":
        return `avg(${EXACT}${/^[`.\w]+$/.test(input) ? input : `(${input})`})`;
      case "median":
      case "percentile":
        return percentileOf(input, type === "median" ? 0.5 : percentile, rank);
      default:
        return `${type}(${input})`;
    }
  },
  nullOf: () => "null",
};

const CASTS = {date: "date", timestamp: "datetime(6)"};

/** Between two values it lies as near to either as the place asked for lies to theirs: each weighs by its nearness. */
function percentileOf(input: string, percentile: number, rank: Rank | undefined): string {
  if (rank === undefined) throw new Error("a percentile without ranks");
  const {place, count} = rank;
  return `sum(${input} * greatest(0, 1 - abs(${place} - 1 - ${percentile} * (${count} - 1))))`;
}

/** Parameters arrive as text. */
function castValue(sql: string, value: Value): string {
  switch (value.kind) {
    case "integer":
    case "boolean":
      return `cast(${sql} as signed)`;
    case "decimal":
      return decimalOf(sql, String(value.value));
    case "date":
    case "timestamp":
      return `cast(${sql} as ${CASTS[value.kind]})`;
    default:
      return sql;
  }
}

/** A decimal of just the digits that are there; past 65, or with an exponent, a double. */
function decimalOf(sql: string, text: string): string {
  const parts = /^[+-]?(\d*)(?:\.(\d*))?$/.exec(text);
  const scale = parts?.[2]?.length ?? 0;
  const width = Math.max((parts?.[1]?.length ?? 0) + scale, 1);
  return parts === null || width > 65 || scale > 30
    ? `(${sql} + 0e0)`
    : `cast(${sql} as decimal(${width}, ${scale}))`;
}

function writeLiteral(value: Value): string {
  switch (value.kind) {
    case "integer":
    case "boolean":
      return String(value.value);
    case "decimal":
      return String(value.value);
    case "date":
    case "timestamp":
      return `${value.kind} '${String(value.value)}'`;
    default:
      return quoteText(String(value.value));
  }
}

/** Only an alias can be longer than a name may be: a part of it and a mark of all of it stand for it. */
function quoteName(name: string): string {
  const fits =
    name.length <= MAX_NAME ? name : `${name.slice(0, MAX_NAME - 20)}~${Bun.hash(name).toString(36)}`;
  return `\`${fits.replaceAll("`", "``")}\``;
}

/** A backslash escapes in some sessions and not in others: text that has one is written in hexadecimal. */
function quoteText(text: string): string {
  if (!text.includes("\\")) return `'${text.replaceAll("'", "''")}'`;
  return hexadecimal(text);
}

function writeStart(period: Period, expression: string, weekStart: "monday" | "sunday"): string {
  switch (period) {
    case "second":
      return `cast(date_format(${expression}, '%Y-%m-%d %H:%i:%s') as datetime)`;
    case "minute":
      return `cast(date_format(${expression}, '%Y-%m-%d %H:%i:00') as datetime)`;
    case "hour":
      return `cast(date_format(${expression}, '%Y-%m-%d %H:00:00') as datetime)`;
    case "day":
      return `date(${expression})`;
    case "week":
      return since(
        weekStart === "monday" ? "1900-01-01" : "1899-12-31",
        "week",
        day => `floor(datediff(${expression}, ${day}) / 7)`,
      );
    case "month":
      return `cast(date_format(${expression}, '%Y-%m-01') as date)`;
    case "quarter":
      return since("1000-01-01", "quarter", day => `timestampdiff(quarter, ${day}, ${expression})`);
    case "year":
      return `makedate(year(${expression}), 1)`;
  }
}

/** Whole periods counted from a day that begins one; the moment, which may be long, stands there once. */
function since(day: string, period: Period, count: (day: string) => string): string {
  return `date '${day}' + interval ${count(`'${day}'`)} ${period}`;
}

function writePart(part: Part, expression: string): string {
  switch (part) {
    case "hour_of_day":
      return `hour(${expression})`;
    case "day_of_week":
      return `weekday(${expression}) + 1`;
    case "day_of_month":
      return `dayofmonth(${expression})`;
    case "day_of_year":
      return `dayofyear(${expression})`;
    case "week_of_year":
      return `week(${expression}, 3)`;
    case "month_of_year":
      return `month(${expression})`;
    case "quarter_of_year":
      return `quarter(${expression})`;
  }
}
