import type {Value} from "../filters/predicates.ts";
import type {Part, Period} from "../layer/grains.ts";
import type {Aggregate, Dialect, Rank} from "./dialect.ts";
import {digitsOf} from "./engine-spelling.ts";

/** Standard quoting of identifiers. */
function quoteIdentifier(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

/** A string literal. A text with a backslash gets the form that no setting of the server changes. */
export function quoteString(text: string): string {
  if (!text.includes("\\")) return `'${text.replaceAll("'", "''")}'`;
  return `e'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}

/** An expression, in parentheses unless it is a name. */
export function operandOf(expression: string): string {
  return /^["\w.]+$/.test(expression) ? expression : `(${expression})`;
}

function localTime(expression: string, timezone: string): string {
  return timezone === "UTC"
    ? expression
    : `(${expression}::timestamptz at time zone ${quoteString(timezone)})`;
}

function startOfPeriod(period: Period, expression: string, weekStart: "monday" | "sunday"): string {
  if (period === "day") return `${expression}::date`;
  if (period === "week" && weekStart === "sunday") {
    return `(date_trunc('week', ${expression} + interval '1 day') - interval '1 day')::date`;
  }
  const start = `date_trunc('${period}', ${expression})`;
  return period === "second" || period === "minute" || period === "hour" ? start : `${start}::date`;
}

const EXTRACTED: Record<Exclude<Part, "millisecond_of_second">, string> = {
  hour_of_day: "hour",
  day_of_week: "isodow",
  day_of_month: "day",
  day_of_year: "doy",
  week_of_year: "week",
  month_of_year: "month",
  quarter_of_year: "quarter",
  year_number: "year",
};

function extractPart(part: Part, expression: string): string {
  // In these engines, `milliseconds` includes the whole seconds.
  if (part === "millisecond_of_second") {
    return `(floor(extract(milliseconds from ${expression}))::integer % 1000)`;
  }
  return `extract(${EXTRACTED[part]} from ${expression})::integer`;
}

function writeInterval(count: number | string, unit: Period | "microsecond"): string {
  const [name, number] = unit === "quarter" ? ["month", Number(count) * 3] : [unit, Number(count)];
  return `interval '${number} ${name}${number === 1 ? "" : "s"}'`;
}

/** The parts of a dialect that Postgres shares with the engines derived from it. */
export const standard = {
  quote: quoteIdentifier,
  fragment: sql => sql,
  cast: (expression, to) => `${expression}::${to}`,
  interval: writeInterval,
  // Dates and times both have epochs; their difference is exact before it becomes a double.
  seconds: (from, to) => `(extract(epoch from ${to}) - extract(epoch from ${from}))::float8`,
  distinctFrom: (expression, value) => `${expression} is distinct from ${value}`,
  sameAs: (expression, other) => `${expression} is not distinct from ${other}`,
  order: (key, descending) => `${key}${descending ? " desc" : ""} nulls last`,
  finish: (sql, parameters) => ({sql, parameters}),
  local: localTime,
  startOf: startOfPeriod,
  part: extractPart,
  needsRank: () => false,
} satisfies Partial<Dialect>;

type Call = (input: string, percentile: number, rank?: Rank) => string;

/**
 * Writes aggregates: by the function in `calls` if there is one, a median otherwise as a percentile, and all others by
 * their names.
 */
export function aggregateBy(
  calls: Partial<Record<Aggregate, Call>> & {percentile: Call},
): Dialect["aggregate"] {
  return (type, input, percentile, rank) => {
    const own = calls[type];
    if (own !== undefined) return own(input, percentile, rank);
    if (type === "median") return calls.percentile(input, 0.5, rank);
    // An engine without an estimate computes the exact percentile.
    if (type === "percentile_approximate") return calls.percentile(input, percentile, rank);
    if (type === "percentile_discrete")
      return `percentile_disc(${percentile}) within group (order by ${input})`;
    return type === "count_distinct" ? `count(distinct ${input})` : `${type}(${input})`;
  };
}

/** For engines without a reliable percentile function of their own. */
export const rankedPercentiles = {
  needsRank: type => type === "median" || type === "percentile" || type === "percentile_discrete",
} satisfies Partial<Dialect>;

/** The value with the first rank that reaches the percentile's share of all rows. */
export function percentileByRank(input: string, percentile: number, rank: Rank | undefined): string {
  if (rank === undefined) throw new Error("a percentile without ranks");
  return `max(case when ${rank.place} = ceil(${percentile} * ${rank.count}) then ${input} end)`;
}

/** Casts a parameter, which arrives as text, to the engine's type for its value. */
export function castsTo({
  integer,
  decimal,
  timestamp,
}: {
  integer: string;
  decimal: (text: string) => string;
  timestamp: (sql: string) => string;
}): (sql: string, value: Value) => string {
  return (sql, value) => {
    switch (value.kind) {
      case "integer":
        return `cast(${sql} as ${integer})`;
      case "decimal":
        return `cast(${sql} as ${decimal(String(value.value))})`;
      case "boolean":
      case "date":
        return `cast(${sql} as ${value.kind})`;
      case "timestamp":
        return timestamp(sql);
      default:
        return sql;
    }
  };
}

type Literal = (text: string) => string;

/** Writes values as literals. Each function of the engine gets a value as text; only a string can contain quotes. */
export function literalsBy({
  decimal = text => text,
  date = text => `date '${text}'`,
  timestamp = text => `timestamp '${text}'`,
  string,
}: {
  decimal?: Literal;
  date?: Literal;
  timestamp?: Literal;
  string: Literal;
}): Dialect["literal"] {
  const writers = {integer: String, boolean: String, decimal, date, timestamp, text: string, pattern: string};
  return ({kind, value}) => writers[kind](String(value));
}

/** The type of a number with a decimal point, where a decimal has at most 38 digits. */
export function decimalOrDouble(text: string): string {
  const digits = digitsOf(text, 38);
  return digits === undefined ? "double" : `decimal(${digits.width}, ${digits.scale})`;
}
