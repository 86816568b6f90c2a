import type {Comparison, Value} from "../filters/predicates.ts";
import type {Part, Period} from "../layer/grains.ts";
import {clickhouseArray} from "./arrays.ts";
import {literalsBy, standard} from "./common.ts";
import type {Dialect} from "./dialect.ts";
import {backslashString, digitsOf, toEngineSpelling} from "./engine-spelling.ts";
import {clickhousePath} from "./json-paths.ts";

/** The digits of the widest decimal, so that comparing does not narrow a column. */
const WIDTH = 38;

/**
 * Settings that make ClickHouse follow the standard, sent with the statement: left joins fill with nulls, a column
 * takes precedence over an alias of the same name, and days before 1970 are valid. Instants are cut in an explicit
 * zone, whatever the zone of the column or server is.
 */
const SETTINGS =
  "join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1";

/** ClickHouse from 24.8 on. */
export const clickhouse: Dialect = {
  ...standard,
  name: "clickhouse",
  // Integers divide exactly, but decimals only to the digits of the dividend.
  exactPrefix: "1e0 * ",
  exactDecimals: "1e0 * ",
  // A name with a dot could be read as the column of a table, so columns are sorted by position.
  maxNameBytes: 0,
  backslashPatterns: true,
  lower: "lowerUTF8",
  quote: quoteName,
  fragment: sql =>
    toEngineSpelling(sql, {engine: "ClickHouse", string: backslashString, name: quoteName, comment: "#"}),
  placeholder: (position, value) => `{p${position}:${typeOf(value)}}`,
  literal: literalsBy({
    decimal: text => {
      const digits = digitsOf(text, WIDTH);
      return digits === undefined ? `toFloat64('${text}')` : `toDecimal128('${text}', ${digits.scale})`;
    },
    date: text => `toDate32('${text}')`,
    timestamp: text => `toDateTime64('${text}', 6, 'UTC')`,
    string: backslashString,
  }),
  cast: (expression, to) => {
    if (to === "text") return `toString(${expression})`;
    return to === "date" ? `toDate32(${expression})` : `toDateTime64(${expression}, 6, 'UTC')`;
  },
  interval: (count, unit) => `interval ${count} ${unit}`,
  // Dates are subtracted as days: converted to a time, a `Date` would begin in the timezone of the server.
  seconds: (from, to, kind) => {
    if (kind === "date") return `toFloat64(dateDiff('day', ${from}, ${to})) * 86400`;
    const [first, last] = [from, to].map(at => `toUnixTimestamp64Micro(toDateTime64(${at}, 6, 'UTC'))`);
    return `(${last} - ${first}) / 1e6`;
  },
  // `!=` fails for a text that an enum does not have, where `in` finds no row. But `in` fails for a number that the
  // column's type does not hold (see `compareSingly`).
  distinctFrom: (expression, value, kind) =>
    `ifNull(${expression} ${kind === "text" ? `not in (${value})` : `!= ${value}`}, true)`,
  sameAs: (expression, other) => `[${expression}] = [${other}]`,
  // Correlated subqueries are new in ClickHouse, and lose rows whose outer value is null.
  together: values => `toJSONString(tuple(${values.join(", ")}))`,
  finish: (sql, parameters) => ({sql: `${sql}\nsettings ${SETTINGS}${moreSettings(sql)}`, parameters}),
  local: (expression, timezone) => `toTimeZone(${expression}, ${backslashString(timezone)})`,
  startOf: writeStart,
  part: (part, expression) => `${PARTS[part]}(${expression})`,
  aggregate: (type, input, percentile) => {
    switch (type) {
      case "count":
        return `count(${input})`;
      case "count_distinct":
        // A setting decides which function `count(distinct …)` uses.
        return `uniqExact(${input})`;
      case "count_distinct_approx":
        return `uniq(${input})`;
      case "median":
        return `quantileExactInclusiveOrNull(0.5)(toFloat64(${input}))`;
      case "percentile":
        return `quantileExactInclusiveOrNull(${percentile})(toFloat64(${input}))`;
      case "percentile_discrete":
        // ClickHouse's own percentile functions round ranks differently.
        return `if(count(${input}) = 0, null, arraySort(groupArray(${input}))[toUInt64(ceil(${percentile} * count(${input})))])`;
      case "percentile_approximate":
        return `quantileTDigestOrNull(${percentile})(toFloat64(${input}))`;
      case "sum":
      case "avg":
        // A 64-bit sum, also that of an average, would overflow silently. Decimals and floats keep their types.
        return `${type}OrNull(${/^[".\w]+$/.test(input) ? input : `(${input})`} + toDecimal128(0, 0))`;
      default:
        // Over no rows, the minimum of a type without nulls would be 0.
        return `${type}OrNull(${input})`;
    }
  },
  averaged: {quotient: (sum, count) => `toFloat64(${sum}) / ${count}`},
  joinsEqual: true,
  compare: compareSingly,
  // Two enums would be compared by their numbers.
  comparable: (expression, type) => (type === "string" ? `toString(${expression})` : undefined),
  isNaN: value => `${value} <> ${value}`,
  hasFewDays: true,
  aliasesHideTables: true,
  // A comparison returns a number in ClickHouse.
  truth: expression => `cast(${expression} as Nullable(Bool))`,
  // ClickHouse has `lag` only from 24.10 on.
  previous: (value, count, over) => `lagInFrame(toNullable(${value}), ${count}) over ${over}`,
  firstValue: value => `first_value_respect_nulls(${value})`,
  shift: (moment, count, unit) => `(${moment} + ${UNITS[unit]}(${count}))`,
  spine: grain => ({
    value: `arrayJoin(arrayMap(i -> lo + ${UNITS[grain]}(i), range(greatest(ifNull(${stepsOf(grain)} + 1, 0), 0))))`,
    where: "lo <= hi",
  }),
  codePointText: expression => `toString(${expression})`,
  path: clickhousePath,
  array: clickhouseArray,
  arrayText: array => `toJSONString(${array})`,
  nullOf: () => "null",
};

/**
 * Settings for statements with joins, `or` or values that are looked up together. A server profile may make joins keep
 * only one match of each row, unless the statement sets it otherwise. Comparisons that are combined by `or` because `in`
 * would fail (`compareSingly`) must not be turned into `in`. Values that are looked up together are written as JSON, in
 * which NaN and the infinities would be null, and so equal to each other.
 */
function moreSettings(sql: string): string {
  const singly = sql.includes(" or ") && /Decimal|DateTime64/.test(sql);
  return (
    (sql.includes(" join ") ? ", join_default_strictness = 'ALL'" : "") +
    (sql.includes("toJSONString(tuple(") ? ", output_format_json_quote_denormals = 1" : "") +
    (singly ? ", optimize_min_equality_disjunction_chain_length = 1000000" : "")
  );
}

/**
 * `in` converts every value to the column's type, and fails for one that this type does not hold: a fraction among whole
 * numbers, a moment after a `DateTime`'s last. A comparison converts both sides.
 */
function compareSingly(
  expression: string,
  op: Comparison,
  {kind}: Value,
  bind: () => string,
): string | undefined {
  return kind === "decimal" || kind === "timestamp" ? `${expression} ${op} ${bind()}` : undefined;
}

const UNITS: Record<Period, string> = {
  second: "toIntervalSecond",
  minute: "toIntervalMinute",
  hour: "toIntervalHour",
  day: "toIntervalDay",
  week: "toIntervalWeek",
  month: "toIntervalMonth",
  quarter: "toIntervalQuarter",
  year: "toIntervalYear",
};

const PARTS: Record<Part, string> = {
  millisecond_of_second: "toMillisecond",
  hour_of_day: "toHour",
  day_of_week: "toDayOfWeek",
  day_of_month: "toDayOfMonth",
  day_of_year: "toDayOfYear",
  week_of_year: "toISOWeek",
  month_of_year: "toMonth",
  quarter_of_year: "toQuarter",
  year_number: "toYear",
};

function stepsOf(grain: Period): string {
  // `lo` and `hi` both begin a week, whichever day weeks begin on.
  return grain === "week" ? "intDiv(dateDiff('day', lo, hi), 7)" : `dateDiff('${grain}', lo, hi)`;
}

function writeStart(period: Period, expression: string, weekStart: "monday" | "sunday"): string {
  switch (period) {
    case "second":
    case "minute":
    case "hour":
      return `toStartOfInterval(toTimeZone(${expression}, 'UTC'), ${UNITS[period]}(1))`;
    case "day":
      return `toDate32(${expression})`;
    case "week":
      return `toStartOfWeek(toDate32(${expression}), ${weekStart === "monday" ? 1 : 0})`;
    case "month":
      return `toStartOfMonth(toDate32(${expression}))`;
    case "quarter":
      return `toStartOfQuarter(toDate32(${expression}))`;
    case "year":
      return `toStartOfYear(toDate32(${expression}))`;
  }
}

/** The type written beside a parameter's name. Parameters arrive as text. */
function typeOf({kind, value}: Value): string {
  switch (kind) {
    case "integer":
      return "Int64";
    case "boolean":
      return "Bool";
    case "decimal": {
      const digits = digitsOf(String(value), WIDTH);
      return digits === undefined ? "Float64" : `Decimal(${WIDTH}, ${digits.scale})`;
    }
    case "date":
      return "Date32";
    case "timestamp":
      return "DateTime64(6, 'UTC')";
    default:
      return "String";
  }
}

function quoteName(name: string): string {
  return `"${name.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
