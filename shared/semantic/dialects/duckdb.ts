import type {Comparison, Value} from "../filters/predicates.ts";
import type {Part, Period} from "../layer/grains.ts";
import {duckdbArray} from "./arrays.ts";
import {aggregateBy, literalsBy, quoteString, standard} from "./common.ts";
import type {Dialect} from "./dialect.ts";
import {duckdbPath} from "./json-paths.ts";

/** The most digits of a DuckDB decimal. */
const MAX_DIGITS = 38;

/** DuckDB. Parameters arrive as text, and are cast where the engine would have to guess their type. */
export const duckdb: Dialect = {
  name: "duckdb",
  early: "iso",
  // DuckDB's `/` never divides as integers.
  exactPrefix: "",
  exactDecimals: "",
  maxNameBytes: Number.POSITIVE_INFINITY,
  placeholder: (position, value) => `$${position}${castOf(value)}`,
  literal: literalsBy({decimal: text => `${quoteString(text)}${decimalCast(text)}`, string: quoteString}),
  ...standard,
  part: writePart,
  startOfDay,
  // In DuckDB 1.5.6 `x is distinct from 1 or x > 5` loses the rows of a scan where all values of `x` are null.
  distinctFrom: (expression, value) => `(${expression} <> ${value} or ${expression} is null)`,
  aggregate: aggregateBy({
    count_distinct_approx: input => `approx_count_distinct(${input})`,
    // On decimals, both functions would round a value between two others to the column's digits.
    median: input => `median(${asDouble(input)})`,
    percentile_discrete: (input, percentile) => `quantile_disc(${input}, ${percentile})`,
    percentile_approximate: (input, percentile) => `approx_quantile(${asDouble(input)}, ${percentile})`,
    percentile: (input, percentile) => `quantile_cont(${asDouble(input)}, ${percentile})`,
  }),
  // An epoch is a double in DuckDB, so the difference of two epochs would lose digits.
  seconds: (from, to) => `date_diff('microsecond', ${from}, ${to}) / 1e6`,
  countOf: sum => `${sum}::bigint`,
  framesTime: true,
  runsNamedOnce: true,
  compare: compareLong,
  isFinite: time => `isfinite(${time})`,
  series: (first, last, step) => `unnest(generate_series(${first}, ${last}, ${step}))`,
  codePointText: expression => `cast(${expression} as varchar) collate c`,
  path: duckdbPath,
  array: duckdbArray,
  arrayText: array => `to_json(${array})::text`,
  nullOf: () => "null",
  hasIlike: true,
  readsFields: true,
};

/**
 * The start of a day's period, by subtraction. That takes half the time of `date_trunc`, which makes a timestamp.
 * `coalesce` is for infinite dates, which have no parts.
 */
function startOfDay(period: Period, day: string, weekStart: "monday" | "sunday"): string {
  const weekday = weekStart === "monday" ? `isodow(${day}) - 1` : `dayofweek(${day})`;
  const since: Partial<Record<Period, string>> = {
    week: weekday,
    month: `dayofmonth(${day}) - 1`,
    year: `dayofyear(${day}) - 1`,
  };
  const days = since[period];
  return days === undefined
    ? standard.startOf(period, day, weekStart)
    : `coalesce(${day} - (${days})::integer, ${day})`;
}

/** The year of a moment with a timezone would be that of its era: 44 for 44 BC. */
function writePart(part: Part, expression: string): string {
  return standard.part(part, part === "year_number" ? `${expression}::date` : expression);
}

/** `::` binds to the last operand only, so the input may need parentheses. */
function asDouble(input: string): string {
  return /^["\w.]+$/.test(input) ? `${input}::double` : `cast(${input} as double)`;
}

/**
 * The digits after the point up to which a literal is compared without `try` (see `compareLong`): a decimal column of
 * 38 digits is assumed to have room for this many digits beside its widest value.
 */
const FITTING_SCALE = 9;

/**
 * A comparison with a long decimal literal, to whose digits after the point the engine casts the column. That cast fails
 * for a value with too many digits before the point, which is greater (or less) than any such literal anyway. Doubles
 * are compared as doubles.
 */
function compareLong(
  expression: string,
  op: Comparison,
  value: Value,
  bind: () => string,
): string | undefined {
  const scale = value.kind === "decimal" ? scaleOf(String(value.value)) : 0;
  if (scale <= FITTING_SCALE) return undefined;
  const beyond = op === "=" ? `${expression} <> ${expression}` : `${expression} ${op.charAt(0)} 0`;
  return (
    `case when typeof(${expression}) in ('FLOAT', 'DOUBLE') then ${expression} ${op} ${bind()}::double ` +
    `else coalesce(try(${expression} ${op} ${bind()}), ${beyond}) end`
  );
}

/** The digits after the point of a decimal literal; none for a double. */
function scaleOf(text: string): number {
  return Number(/, (\d+)\)$/.exec(decimalCast(text))?.[1] ?? 0);
}

function castOf(value: Value): string {
  switch (value.kind) {
    case "text":
    case "pattern":
      return "";
    case "integer":
      return "::bigint";
    case "decimal":
      return decimalCast(String(value.value));
    default:
      return `::${value.kind}`;
  }
}

/** A decimal with exactly the literal's digits, so that comparing does not widen a column beyond 38 digits. */
function decimalCast(text: string): string {
  const parts = /^[+-]?(\d*)(?:\.(\d*))?$/.exec(text);
  if (parts === null) return "::double";
  const scale = parts[2]?.length ?? 0;
  const width = Math.max((parts[1]?.length ?? 0) + scale, 1);
  return width > MAX_DIGITS ? "::double" : `::decimal(${width}, ${scale})`;
}
