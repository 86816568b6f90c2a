import {addPeriods, parseDate, parseEarlyDate} from "../filters/calendar-spans.ts";
import {operatorNamed} from "../filters/operators.ts";
import {isGrain} from "../layer/grains.ts";

interface Comparison {
  field: string;
  op: string;
  weekStart: "monday" | "sunday";
}

/**
 * By grain, a day that begins a period of that grain but no longer period. In `plain`, no week begins on that day; in
 * `monday` and `sunday`, a week does.
 */
const DAYS = {
  plain: {year: "2025-01-01", quarter: "2025-04-01", month: "2025-05-01", day: "2025-05-06"},
  monday: {year: "2024-01-01", quarter: "2024-04-01", month: "2025-09-01", day: "2025-05-05"},
  sunday: {year: "2023-01-01", quarter: "2018-04-01", month: "2025-06-01", day: "2025-05-04"},
} as const;
/**
 * A period of each grain, as filters write it. `monday` and `sunday` have a quarter and a month of whole weeks that begin
 * on that weekday. No year or day consists of whole weeks.
 */
const PERIODS = {
  plain: {year: "2025", quarter: "2025-Q1", month: "2025-05", day: "2025-05-06"},
  monday: {year: "2025", quarter: "2024-Q2", month: "2021-02", day: "2025-05-06"},
  sunday: {year: "2025", quarter: "2018-Q2", month: "2026-02", day: "2025-05-06"},
} as const;
const MOMENT =
  /^((?:\d{4}|-\d{4,6})-\d\d-\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s*(Z|z|[+-]\d\d(?::?\d\d)?)?$/;

/** Replaces a value by a fixed one of the same kind. The result reveals only which periods a date begins. */
export function maskValue(value: unknown, comparison: Comparison): unknown {
  if (Array.isArray(value)) {
    const operator = operatorNamed(comparison.op);
    if (operator === "between" || operator === "not_between")
      return value.map((one, i) => maskValue(one, {...comparison, op: i === 0 ? ">=" : "<="}));
    return value.slice(0, 1).map(one => maskValue(one, comparison));
  }
  if (typeof value === "number") return comparison.field.endsWith(".year") ? 2025 : 1;
  if (typeof value === "string") return maskText(value.trim(), comparison);
  if (typeof value !== "object" || value === null) return value === null ? null : true;
  const unit = "unit" in value && typeof value.unit === "string" ? {unit: value.unit.slice(0, 20)} : {};
  const completed = "completed" in value && value.completed === true ? {completed: true} : {};
  return {...unit, count: 1, ...completed};
}

function maskText(text: string, comparison: Comparison): string {
  const date = parseDate(text) ?? parseEarlyDate(text);
  if (date !== undefined) return maskDate(date, writtenPeriod(text), comparison);
  if (/^[+-]?\d+(\.\d*)?$/.test(text)) return "1";
  if (/^(true|false)$/i.test(text)) return "true";
  const moment = MOMENT.exec(text);
  if (moment !== null) return maskMoment(moment, comparison);
  return "x";
}

function maskMoment(
  [, day = "", hour, minute, second = "00", fraction = "", offset]: RegExpExecArray,
  comparison: Comparison,
): string {
  const zone = offset === undefined ? "" : "Z";
  const isHour = minute === "00" && second === "00" && /^0*$/.test(fraction);
  const isUtc = offset === undefined || /^(z|[+-]00(:?00)?)$/i.test(offset);
  const date = parseDate(day) ?? parseEarlyDate(day);
  if (!isHour || date === undefined) return `2025-05-06T05:07:09${zone}`;
  if (hour !== "00" || !isUtc) return `2025-05-06T05:00:00${zone}`;
  return `${maskDate(date, "day", {...comparison, op: ">="})}T00:00:00${zone}`;
}

type Written = "year" | "quarter" | "month" | "day";

function writtenPeriod(text: string): Written {
  if (/q/i.test(text)) return "quarter";
  return text.length === 4 ? "year" : text.length === 7 ? "month" : "day";
}

/**
 * Replaces a date. A comparison with a period compares with its first day or with the day after its end, and an
 * equality compares with both. A filter on a field of periods names their first days.
 */
function maskDate(date: Temporal.PlainDate, written: Written, {field, op, weekStart}: Comparison): string {
  const isBegin = (day: Temporal.PlainDate) => day.dayOfWeek === (weekStart === "monday" ? 1 : 7);
  const end = addPeriods(date, written, 1);
  const operator = operatorNamed(op);
  if (isGrain(field.slice(field.lastIndexOf(".") + 1)) || operator === ">=" || operator === "<")
    return dayLike(date, isBegin(date), weekStart);
  if (operator === ">" || operator === "<=")
    return inForm(
      Temporal.PlainDate.from(dayLike(end, isBegin(end), weekStart)).subtract({days: 1}),
      written,
    );
  return PERIODS[isBegin(date) && isBegin(end) ? weekStart : "plain"][written];
}

function dayLike(
  {day, month}: Temporal.PlainDate,
  isWeek: boolean,
  weekStart: Comparison["weekStart"],
): string {
  const period = day !== 1 ? "day" : month === 1 ? "year" : month % 3 === 1 ? "quarter" : "month";
  return DAYS[isWeek ? weekStart : "plain"][period];
}

function inForm(date: Temporal.PlainDate, written: Written): string {
  const text = date.toString();
  if (written === "quarter") return `${text.slice(0, 4)}-Q${Math.ceil(date.month / 3)}`;
  return written === "year" ? text.slice(0, 4) : written === "month" ? text.slice(0, 7) : text;
}
