import type {FilterCondition} from "../../../../shared/semantic/query/filter.ts";
import {RETAIL, type Row} from "../random-layer.ts";
import {WILD} from "../random-wild.ts";
import {fiscalStartOf} from "./time.ts";

/** The prefix of the grain of a binned number. The definition of the bins follows the prefix as JSON. */
export const BIN = "bin ";

export type Value = string | number | boolean | null;

/** The value of a dimension in a row, at a grain and in a timezone; null without a row. */
export function dimensionValue(
  row: Row | null,
  field: string,
  grain: string | undefined,
  timezone: string,
): Value {
  if (row === null) return null;
  if (field === "is_a") return row["w"] === null ? null : row["w"] === "a";
  if (field === "not_a") return row["w"] === null ? null : row["w"] !== "a";
  if (field === "same_a") return row["w"] === "a";
  if (field === "mark") return "z";
  if (field === "next") {
    const day = row["d"] ?? null;
    return day === null ? null : Temporal.PlainDate.from(String(day)).add({days: 1}).toString();
  }
  if (field === "size") return row["n"] !== null && Number(row["n"]) > 3 ? "large" : "small";
  if (field === "wild") return wildBin(row["n"] ?? null, grain ?? "");
  const value = isPart(field) ? partOf(row["j"] ?? null, field) : (row[field] ?? null);
  if (value === null || grain === undefined) return value;
  if (grain.startsWith(BIN)) return binOf(Number(value), JSON.parse(grain.slice(BIN.length)));
  const text = String(value);
  if (grain === "hour") return `${text.slice(0, 13)}:00:00`;
  if (grain === "minute") return `${text.slice(0, 16)}:00`;
  const local = field === "at" ? localOf(text, timezone) : Temporal.PlainDateTime.from(text);
  return atGrain(local, grain);
}

const PARTS = {part: "it's", spot: 0, ok: "ok", due: "due"} as const;

function isPart(field: string): field is keyof typeof PARTS {
  return field in PARTS;
}

/** The value under a key or at an index of a document, if it has the requested type. */
function partOf(text: Row[string], field: keyof typeof PARTS): Value {
  const document: unknown = text === undefined || text === null ? null : JSON.parse(String(text));
  const at = PARTS[field];
  const found: unknown = Array.isArray(document)
    ? typeof at === "number"
      ? document[at]
      : undefined
    : Object.entries(document ?? {}).find(([key]) => key === at)?.[1];
  if (field === "ok") return typeof found === "boolean" ? found : null;
  if (field === "spot") return typeof found === "number" ? found : null;
  if (typeof found !== "string") return null;
  return field === "part" || isDay(found) ? found : null;
}

function isDay(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1, day)).toISOString().startsWith(text);
}

function localOf(text: string, timezone: string): Temporal.PlainDateTime {
  return Temporal.Instant.from(`${text.replace(" ", "T")}Z`)
    .toZonedDateTimeISO(timezone)
    .toPlainDateTime();
}

function atGrain(local: Temporal.PlainDateTime, grain: string): Value {
  const day = local.toPlainDate();
  switch (grain) {
    case "day":
      return day.toString();
    case "week":
      return day.subtract({days: day.dayOfWeek - 1}).toString();
    case "month":
      return day.with({day: 1}).toString();
    case "quarter":
      return day.with({day: 1, month: Math.floor((day.month - 1) / 3) * 3 + 1}).toString();
    case "year":
      return day.with({day: 1, month: 1}).toString();
    case "fiscal_quarter":
    case "fiscal_year":
      return fiscalStartOf(day, grain).toString();
    case "retail":
      return RETAIL.get(day.toString()) ?? null;
    case "day_of_week":
      return day.dayOfWeek;
    case "day_of_month":
      return day.day;
    case "month_of_year":
      return day.month;
    case "year_number":
      return local.year;
    case "millisecond_of_second":
      return local.millisecond;
    case "hour_of_day":
      return local.hour;
    default:
      throw new Error(grain);
  }
}

/** Whether a value meets a condition. Null meets every negated condition. */
export function conditionHolds(
  value: Value,
  type: string,
  filter: FilterCondition,
  timezone: string,
  grain?: string,
): boolean {
  const {op} = filter;
  if (grain === "retail" && value !== null) {
    const local =
      type === "timestamp" ? localOf(String(value), timezone) : Temporal.PlainDateTime.from(String(value));
    return conditionHolds(atGrain(local, grain), "string", filter, timezone);
  }
  if (op === "is_null") return value === null;
  if (op === "is_not_null") return value !== null;
  if (op.startsWith("has")) return arrayHas(value, op, filter.value);
  const negated = op === "!=" || op.startsWith("not_");
  if (value === null) return negated;
  // A moment is compared by its local day, or by the period that contains it.
  const local = type === "timestamp" ? atGrain(localOf(String(value), timezone), grain ?? "day") : value;
  const left =
    type === "date" && grain !== undefined
      ? atGrain(Temporal.PlainDateTime.from(String(value)), grain)
      : local;
  const operands = (Array.isArray(filter.value) ? filter.value : [filter.value]).map(item =>
    grain === "month" ? `${String(item).slice(0, 7)}-01` : (item as Value),
  );
  const isSearch = /contains$|_with$/.test(op) && filter.caseSensitive !== true;
  return isSearch
    ? positiveHolds(small(left), op, operands.map(small)) !== negated
    : positiveHolds(left, op, operands) !== negated;
}

/** Whether a comparison of two values holds. `!=` holds if one of the values is null. */
export function comparisonHolds([one, other]: readonly [Value, Value], op: string): boolean {
  if (one === null || other === null) return op === "!=";
  return positiveHolds(one, op, [other]) !== (op === "!=");
}

/** The local day of a moment. */
export function dayOf(moment: string, timezone: string): string {
  return localOf(moment, timezone).toPlainDate().toString();
}

/** Whether an array (as JSON) contains some values. A null array counts as an empty array. */
function arrayHas(array: Value, op: string, operands: unknown): boolean {
  const items = new Set(array === null ? [] : (JSON.parse(String(array)) as unknown[]));
  const sought: unknown[] = Array.isArray(operands) ? operands : [operands];
  if (op === "has_all") return sought.every(item => items.has(item));
  const hasOne = sought.some(item => items.has(item));
  return op === "has_none" ? !hasOne : hasOne;
}

function small(value: Value): Value {
  return typeof value === "string" ? value.toLowerCase() : value;
}

function positiveHolds(left: Value, op: string, operands: Value[]): boolean {
  const [first, second] = operands;
  const order = (a: Value, b: Value | undefined) =>
    typeof a === "number" ? a - Number(b) : String(a) < String(b) ? -1 : String(a) === String(b) ? 0 : 1;
  switch (op) {
    case "=":
    case "!=":
      return order(left, first) === 0;
    case "<":
      return order(left, first) < 0;
    case "<=":
      return order(left, first) <= 0;
    case ">":
      return order(left, first) > 0;
    case ">=":
      return order(left, first) >= 0;
    case "in":
    case "not_in":
      return operands.some(item => order(left, item) === 0);
    case "between":
    case "not_between":
      return order(left, first) >= 0 && order(left, second) <= 0;
    case "contains":
    case "not_contains":
      return String(left).includes(String(first));
    case "starts_with":
      return String(left).startsWith(String(first));
    case "ends_with":
      return String(left).endsWith(String(first));
    default:
      throw new Error(op);
  }
}

/**
 * The bin of a number that may not be finite. NaN has its own bin. Each infinity also has its own bin, unless the bins
 * have declared edges.
 */
function wildBin(n: string | number | null, grain: string): Value {
  if (n === null) return null;
  const bin = JSON.parse(grain.slice(BIN.length));
  const name = WILD[Number(n)];
  if (name === undefined) return binOf(Number(n), bin);
  return name === "NaN" || bin.edges === undefined ? name : binOf(Number(name), bin);
}

const binned = new Map<string, Value>();

/** The lower edge of a value's bin, found by trying 4,000 edges on either side of `from`. */
export function binOf(
  value: number,
  {width, from = 0, edges}: {width?: number; from?: number; edges?: number[]; count?: number},
): Value {
  const below = (some: readonly number[]) => some.filter(edge => edge <= value).at(-1) ?? null;
  if (edges !== undefined) return below(edges);
  const text = `${value} ${width} ${from}`;
  const known = binned.get(text);
  if (known !== undefined) return known;
  const all: number[] = [];
  for (let i = -4000; i <= 4000; i++) all.push(from + i * (width ?? 1));
  const found = below(all);
  binned.set(text, found);
  return found;
}
