import type {Value} from "../filters/predicates.ts";
import type {Part, Period} from "../layer/grains.ts";
import {mysqlArray} from "./arrays.ts";
import {aggregateBy, literalsBy, percentileByRank, rankedPercentiles} from "./common.ts";
import type {Dialect, Rank} from "./dialect.ts";
import {mysqlPath} from "./json-paths.ts";
import {hexadecimal, toMysqlSpelling} from "./mysql-fragment.ts";
import {shiftToZone} from "./mysql-zones.ts";
import {positional} from "./positional.ts";

/** A factor that gives divisions and averages 16 digits after the point, beside the four that MySQL adds. */
const EXACT = `1.${"0".repeat(16)} * `;
/** The longest alias, in bytes. */
const MAX_NAME = 255;

/**
 * MySQL 8 and MariaDB, in SQL that both understand. Statements mean the same under any `sql_mode` for quotes and
 * backslashes, and keep their precision under any `div_precision_increment`. They contain the zones' offsets, so that
 * the server's time zone tables are not needed; the executor sets the session to UTC. Text is compared, grouped, sorted
 * and counted by its column's collation, like the table's keys, joins and indexes: under a case-insensitive one `Paid`
 * and `paid` are one value, as for everybody else on that server.
 */
export const mysql: Dialect = {
  name: "mysql",
  // MySQL's `/` keeps only four digits more than the dividend has.
  exactPrefix: EXACT,
  exactDecimals: EXACT,
  maxNameBytes: Number.POSITIVE_INFINITY,
  quote: quoteName,
  fragment: toMysqlSpelling,
  placeholder: (position, value) => castValue(`\u0001${position}\u0002`, value),
  literal: literalsBy({string: quoteText}),
  // Text needs no cast: every type can be compared as text, and a cast would lose the column's collation.
  cast: (expression, to) => (to === "text" ? expression : `cast(${expression} as ${CASTS[to]})`),
  writeKeyText: expression => `concat(${expression})`,
  seconds: (from, to) => `timestampdiff(microsecond, ${from}, ${to}) / 1e6`,
  interval: (count, unit) => `interval ${count} ${unit}`,
  distinctFrom: (expression, value) => `not (${expression} <=> ${value})`,
  sameAs: (expression, other) => `${expression} <=> ${other}`,
  // Nulls sort first by default. An expression cannot refer to an aggregate by its alias. If MariaDB groups by a long text
  // from an inner select, `is null` of a column's alias returns the value for the previous row.
  order: (key, descending, expression) => (descending ? `${key} desc` : `${expression} <=> null, ${key}`),
  finish: positional,
  local: (expression, timezone) => (timezone === "UTC" ? expression : shiftToZone(expression, timezone)),
  startOf: writeStart,
  part: writePart,
  needsRank: type => type === "percentile_approximate" || rankedPercentiles.needsRank(type),
  aggregate: aggregateBy({
    count_distinct_approx: input => `count(distinct ${input})`,
    avg: input => `avg(${exactOf(input)})`,
    percentile_discrete: percentileByRank,
    percentile: percentileOf,
  }),
  averaged: {addend: exactOf},
  countOf: sum => `cast(${sum} as signed)`,
  storedTruth: value => `${value} <> 0`,
  compare: (expression, op, {kind, value, isExact}, bind) => {
    if (kind === "boolean") return op === "=" && value === true ? isTrue(expression) : undefined;
    if (isExact !== true) return undefined;
    const exact = () => `${exactText(expression)} ${op} ${bind()}`;
    // The comparison of the bare column can use an index, but its collation orders texts differently, so it is added
    // for `=` only.
    return op === "=" ? `(${expression} ${op} ${bind()} and ${exact()})` : exact();
  },
  exactText,
  searched: expression => `convert(${expression} using utf8mb4) collate utf8mb4_bin`,
  path: mysqlPath,
  array: mysqlArray,
  nullOf: () => "null",
  // An out-of-range number raises an error that quotes its expression.
  fail: text => `from_days(18446744073709551615 + length(${text}))`,
  // MariaDB skips the sort of a window that can use the order of the window before it. An unordered window can use any
  // order: between two ordered windows, it makes MariaDB compute the third window in the order of the first. A
  // partition by a constant prevents this.
  partitionOfAll: column => `${column} <=> ${column}`,
  pipesAreOr: true,
  repeatsSelects: true,
};

function exactOf(input: string): string {
  return `${EXACT}${/^[`.\w]+$/.test(input) ? input : `(${input})`}`;
}

/**
 * Tests that a boolean is true. A column is tested in three ranges: in the range `= 1`, an index of several columns can
 * find rows by the next column, too, where `<> 0` would leave the other columns to a filter.
 */
function isTrue(expression: string): string {
  const isColumn = /^`(?:[^`]|``)*`(?:\.`(?:[^`]|``)*`)*$/.test(expression);
  return isColumn ? `(${expression} = 1 or ${expression} < 0 or ${expression} > 1)` : `(${expression} <> 0)`;
}

/**
 * The text under a collation that distinguishes all characters, and trailing spaces. Bytes become the text that results
 * show for them; a time of the day has the character set of bytes, but the coercibility of a number. MariaDB reads the
 * comment with `M!`, and MySQL from 8.0.17 on the comment with that version; earlier versions ignore trailing spaces.
 */
function exactText(expression: string): string {
  const shown = `concat(_utf8mb4 0x5c78, lower(hex(${expression})))`;
  const isBytes = `charset(${expression}) = 'binary' and coercibility(${expression}) < 5`;
  const text = `if(${isBytes}, ${shown}, convert(${expression} using utf8mb4))`;
  return `${text} collate utf8mb4_bin /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */`;
}

const CASTS = {date: "date", timestamp: "datetime(6)"};

/** Interpolates linearly: the two values next to the percentile are weighted by how near their ranks are to it. */
function percentileOf(input: string, percentile: number, rank: Rank | undefined): string {
  if (rank === undefined) throw new Error("a percentile without ranks");
  const {place, count} = rank;
  return `sum(${input} * greatest(0, 1 - abs(${place} - 1 - ${percentile} * (${count} - 1))))`;
}

/** Casts a parameter, which arrives as text. */
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

/** A decimal with exactly the literal's digits; beyond 65 digits, or with an exponent, a double. */
function decimalOf(sql: string, text: string): string {
  const parts = /^[+-]?(\d*)(?:\.(\d*))?$/.exec(text);
  const scale = parts?.[2]?.length ?? 0;
  const width = Math.max((parts?.[1]?.length ?? 0) + scale, 1);
  return parts === null || width > 65 || scale > 30
    ? `(${sql} + 0e0)`
    : `cast(${sql} as decimal(${width}, ${scale}))`;
}

/**
 * Aliases that are too long for MySQL are cut, and made unique by a hash. All other names exist in the database
 * already.
 */
function quoteName(name: string): string {
  return `\`${(isLong(name) ? shortened(name) : name).replaceAll("`", "``")}\``;
}

function isLong(name: string): boolean {
  return name.length * 3 > MAX_NAME && Buffer.byteLength(name) > MAX_NAME;
}

/** UTF-8 takes at most three bytes per UTF-16 unit. */
function shortened(name: string): string {
  return `${name.slice(0, Math.floor((MAX_NAME - 20) / 3))}~${Bun.hash(name).toString(36)}`;
}

/** Backslashes escape only in some sessions, so text with one is written in hexadecimal. */
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
      // Not `makedate`, which takes years below 100 for those from 1970 to 2069.
      return `cast(date_format(${expression}, '%Y-01-01') as date)`;
  }
}

/** Counts whole periods from a day at which one begins. The expression, which may be long, is used only once. */
function since(day: string, period: Period, count: (day: string) => string): string {
  return `date '${day}' + interval ${count(`'${day}'`)} ${period}`;
}

function writePart(part: Part, expression: string): string {
  switch (part) {
    case "millisecond_of_second":
      return `microsecond(${expression}) div 1000`;
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
    case "year_number":
      return `year(${expression})`;
  }
}
