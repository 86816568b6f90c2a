import type {Constant} from "./constant.ts";
import {instantOf, readsAs} from "./read-text.ts";

/** The units of `date_trunc` that a query of the layer can have. */
export type Period = "day" | "week" | "month" | "quarter" | "year";

export function periodNamed(name: string | undefined): Period | undefined {
  const word = name?.toLowerCase();
  return word === "day" || word === "week" || word === "month" || word === "quarter" || word === "year"
    ? word
    : undefined;
}

/** The first day of the period that a day lies in, as `date_trunc` gives it. */
export function firstDayOf(day: Temporal.PlainDate, period: Period): Temporal.PlainDate {
  switch (period) {
    case "day":
      return day;
    case "week":
      return day.subtract({days: day.dayOfWeek - 1});
    case "month":
      return day.with({day: 1});
    case "quarter":
      return day.with({day: 1, month: day.month - ((day.month - 1) % 3)});
    case "year":
      return day.with({day: 1, month: 1});
  }
}

/** The local time of a day or moment. */
export function localOf(
  constant: Constant | undefined,
  timezone: string,
): Temporal.PlainDateTime | undefined {
  if (constant?.text == null) return undefined;
  if (constant.type === "timestamp with time zone") {
    const instant = instantOf(constant.text, timezone);
    return instant === undefined
      ? undefined
      : Temporal.Instant.from(instant).toZonedDateTimeISO(timezone).toPlainDateTime();
  }
  if (constant.type !== "timestamp" && constant.type !== "date") return undefined;
  return Temporal.PlainDateTime.from(constant.text.trim());
}

/** The moment of a local time in a timezone. Throws a `RangeError` if the clocks skip or repeat that time. */
export function zoned(local: Temporal.PlainDateTime, timezone: string): Constant {
  const instant = local.toZonedDateTime(timezone, {disambiguation: "reject"}).toInstant();
  return {type: "timestamp with time zone", text: instant.toString()};
}

/** Converts a moment to another type of moments. */
export function convert(
  constant: Constant,
  type: "date" | "timestamp" | "timestamp with time zone",
  timezone: string,
): Constant | undefined {
  if (constant.type === type || constant.text === null) return {type, text: constant.text};
  const instant =
    constant.type === "timestamp with time zone" ? instantOf(constant.text, timezone) : undefined;
  const isDay = constant.type === "date" && readsAs(constant.text, "date", timezone) !== undefined;
  const isLocal =
    constant.type === "timestamp" && readsAs(constant.text, "timestamp", timezone) !== undefined;
  if (instant === undefined && !isDay && !isLocal) return undefined;
  const local =
    instant === undefined
      ? Temporal.PlainDateTime.from(constant.text.trim())
      : Temporal.Instant.from(instant).toZonedDateTimeISO(timezone).toPlainDateTime();
  if (type === "date") return {type, text: local.toPlainDate().toString()};
  return type === "timestamp" ? {type, text: local.toString()} : zoned(local, timezone);
}

const UNITS: Record<string, "years" | "months" | "weeks" | "days" | "hours" | "minutes" | "seconds"> = {
  year: "years",
  mon: "months",
  month: "months",
  week: "weeks",
  day: "days",
  hour: "hours",
  min: "minutes",
  minute: "minutes",
  sec: "seconds",
  second: "seconds",
};

/** The duration of an interval's text, such as `3 days 2 hours`; `undefined` for texts in other forms. */
export function durationOf(text: string): Temporal.Duration | undefined {
  const parts = [...text.matchAll(/\s*([+-]?\s?\d{1,6})\s*([a-z]+)\s*/giy)];
  if (parts.length === 0 || parts.map(([whole]) => whole).join("") !== text) return undefined;
  const amounts: Partial<
    Record<"years" | "months" | "weeks" | "days" | "hours" | "minutes" | "seconds", number>
  > = {};
  for (const [, amount = "", word = ""] of parts) {
    const unit = UNITS[word.toLowerCase().replace(/s$/, "")];
    if (unit === undefined) return undefined;
    amounts[unit] = (amounts[unit] ?? 0) + Number(amount.replace(/\s/g, ""));
  }
  const signs = new Set(
    Object.values(amounts)
      .map(Math.sign)
      .filter(sign => sign !== 0),
  );
  return signs.size > 1 ? undefined : Temporal.Duration.from(amounts);
}
