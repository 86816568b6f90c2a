import type {Node} from "libpg-query";
import {functionName, stringsOf, typeNameOf} from "../statement/nodes.ts";
import {type Constant, constantOf, instantOf, type ReadingContext, readsAs} from "./constants.ts";

/** Moments that a statement computes of the time at which it runs, or of texts: `now() - interval '7 days'`. */
export function computedConstant(node: Node, context: ReadingContext): Constant | undefined {
  try {
    if ("SQLValueFunction" in node) return valueFunction(node.SQLValueFunction.op ?? "", context);
    if ("FuncCall" in node) return called(functionName(node.FuncCall), node.FuncCall.args ?? [], context);
    if ("A_Expr" in node && node.A_Expr.kind === "AEXPR_OP") {
      const {lexpr, rexpr, name} = node.A_Expr;
      return lexpr && rexpr && operated(stringsOf(name).join("."), lexpr, rexpr, context);
    }
    return undefined;
  } catch (error) {
    // Temporal refuses local times that the clocks skip or repeat, and years that are too far away.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function valueFunction(op: string, context: ReadingContext): Constant | undefined {
  const now = momentNow(context);
  if (op === "SVFOP_CURRENT_TIMESTAMP") return now;
  if (op === "SVFOP_CURRENT_DATE") return convert(now, "date", context.timezone);
  if (op === "SVFOP_LOCALTIMESTAMP") return convert(now, "timestamp", context.timezone);
  return undefined;
}

function momentNow({now, onNow}: ReadingContext): Constant {
  onNow?.();
  return {type: "timestamp with time zone", text: now.toISOString()};
}

const FORMATS: Record<string, RegExp> = {
  "YYYY-MM-DD HH24:MI:SS.US": /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/,
  "YYYY-MM-DD HH24:MI:SS.MS": /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/,
  "YYYY-MM-DD HH24:MI:SS": /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
  "YYYY-MM-DD": /^\d{4}-\d\d-\d\d$/,
};

function called(name: string, args: readonly Node[], context: ReadingContext): Constant | undefined {
  const [first, second] = args;
  if (name === "now" || name === "transaction_timestamp" || name === "statement_timestamp")
    return first === undefined ? momentNow(context) : undefined;
  if (first === undefined) return undefined;
  if (name === "to_timestamp" || name === "to_date") {
    const [text, format] = [constantOf(first, context)?.text, second && constantOf(second, context)?.text];
    if (text == null || format == null || FORMATS[format]?.test(text) !== true) return undefined;
    const isDate = name === "to_date";
    const read = isDate
      ? readsAs(text.slice(0, 10), "date", context.timezone)
      : instantOf(text, context.timezone);
    return read === undefined ? undefined : {type: isDate ? "date" : "timestamp with time zone", text: read};
  }
  if (name !== "date_trunc" || second === undefined || args.length !== 2) return undefined;
  const unit = constantOf(first, context)?.text?.toLowerCase();
  const moment = constantOf(second, context);
  if (unit == null || moment?.text == null) return undefined;
  const isLocal = moment.type === "timestamp";
  const local = localOf(
    convert(moment, isLocal ? "timestamp" : "timestamp with time zone", context.timezone),
    context,
  );
  const start = local && truncate(local, unit);
  if (start === undefined) return undefined;
  return isLocal ? {type: "timestamp", text: start.toString()} : zoned(start, context.timezone);
}

function truncate(local: Temporal.PlainDateTime, unit: string): Temporal.PlainDateTime | undefined {
  const day = local.round({smallestUnit: "day", roundingMode: "floor"});
  switch (unit) {
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
    default:
      return undefined;
  }
}

function localOf(
  constant: Constant | undefined,
  {timezone}: ReadingContext,
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

function zoned(local: Temporal.PlainDateTime, timezone: string): Constant {
  const instant = local.toZonedDateTime(timezone, {disambiguation: "reject"}).toInstant();
  return {type: "timestamp with time zone", text: instant.toString()};
}

/** A moment as another type of moment. */
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

function operated(operator: string, left: Node, right: Node, context: ReadingContext): Constant | undefined {
  if (operator === "||") {
    const [a, b] = [constantOf(left, context), constantOf(right, context)];
    const isText = a?.type === "unknown" || a?.type === "text" || b?.type === "unknown" || b?.type === "text";
    return isText && a?.text != null && b?.text != null ? {type: "text", text: a.text + b.text} : undefined;
  }
  if (operator !== "+" && operator !== "-") return undefined;
  const sign = operator === "-" ? -1 : 1;
  const moment = constantOf(left, context);
  if (moment?.text == null) return undefined;
  if (moment.type === "date") {
    const days = constantOf(right, context);
    if (days?.type === "integer" && days.text !== null && /^-?\d{1,6}$/.test(days.text)) {
      const day = Temporal.PlainDate.from(moment.text.trim()).add({days: sign * Number(days.text)});
      return {type: "date", text: day.toString()};
    }
  }
  const duration = intervalOf(right, context);
  const local = localOf(moment, context);
  if (duration === undefined || local === undefined) return undefined;
  const {years, months, weeks, days, hours, minutes, seconds} = sign === 1 ? duration : duration.negated();
  const shifted = local.add({years, months}).add({weeks, days});
  if (moment.type !== "timestamp with time zone")
    return {type: "timestamp", text: shifted.add({hours, minutes, seconds}).toString()};
  const start = shifted.toZonedDateTime(context.timezone, {disambiguation: "reject"});
  return {
    type: "timestamp with time zone",
    text: start.add({hours, minutes, seconds}).toInstant().toString(),
  };
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

function intervalOf(node: Node, context: ReadingContext): Temporal.Duration | undefined {
  if (!("TypeCast" in node) || typeNameOf(node.TypeCast.typeName) !== "interval") return undefined;
  const {arg, typeName} = node.TypeCast;
  const text = arg && constantOf(arg, context)?.text;
  if (text == null || typeName?.typmods !== undefined) return undefined;
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
