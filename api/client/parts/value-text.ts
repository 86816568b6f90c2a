// Times in results are shown without a conversion between time zones: formatting them as UTC keeps their digits.
const DAY = new Intl.DateTimeFormat(undefined, {dateStyle: "medium", timeZone: "UTC"});
const MOMENT = new Intl.DateTimeFormat(undefined, {
  dateStyle: "medium",
  timeStyle: "medium",
  timeZone: "UTC",
});
/** Digits are not grouped, because a number may be an identifier. */
const NUMBER = new Intl.NumberFormat(undefined, {maximumFractionDigits: 20, useGrouping: false});
const TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d)(?:\.\d+)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/;

/** A date or a time of a result in the reader's locale; `undefined` for another text. */
export function timeText(text: string): string | undefined {
  const [, day, time] = TIME.exec(text) ?? [];
  if (day === undefined) return undefined;
  const date = new Date(`${day}T${time ?? "00:00:00"}Z`);
  return Number.isNaN(date.getTime()) ? undefined : (time ? MOMENT : DAY).format(date);
}

/** A value of a result as text for people. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return "–";
  if (typeof value === "number") return NUMBER.format(value);
  if (typeof value === "string") return timeText(value) ?? value;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
