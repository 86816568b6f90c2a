import type {Part, Period} from "../grains.ts";
import type {Dialect} from "./dialect.ts";

/** Standard quoting of identifiers, which both engines read the same. */
function quoteIdentifier(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

/** A string literal. With a backslash in it, the form whose reading no setting of the server changes. */
export function quoteString(text: string): string {
  if (!text.includes("\\")) return `'${text.replaceAll("'", "''")}'`;
  return `e'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
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

const EXTRACTED: Record<Part, string> = {
  hour_of_day: "hour",
  day_of_week: "isodow",
  day_of_month: "day",
  day_of_year: "doy",
  week_of_year: "week",
  month_of_year: "month",
  quarter_of_year: "quarter",
};

function extractPart(part: Part, expression: string): string {
  return `extract(${EXTRACTED[part]} from ${expression})::integer`;
}

function writeInterval(count: number | string, unit: Period | "microsecond"): string {
  const [name, number] = unit === "quarter" ? ["month", Number(count) * 3] : [unit, Number(count)];
  return `interval '${number} ${name}${number === 1 ? "" : "s"}'`;
}

/** What Postgres and the engines that follow it have in common. */
export const standard = {
  quote: quoteIdentifier,
  fragment: sql => sql,
  cast: (expression, to) => `${expression}::${to}`,
  interval: writeInterval,
  distinctFrom: (expression, value) => `${expression} is distinct from ${value}`,
  sameAs: (expression, other) => `${expression} is not distinct from ${other}`,
  order: (key, descending) => `${key}${descending ? " desc" : ""} nulls last`,
  finish: (sql, parameters) => ({sql, parameters}),
  local: localTime,
  startOf: startOfPeriod,
  part: extractPart,
  needsRank: () => false,
} satisfies Partial<Dialect>;
