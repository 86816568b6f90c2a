import type {Node} from "libpg-query";
import {functionName, stringsOf, typeNameOf} from "../statement/nodes.ts";
import type {Constant, ReadingContext} from "./constant.ts";
import {convert, durationOf, firstDayOf, localOf, periodNamed, zoned} from "./moments.ts";
import {instantOf, readsAs} from "./read-text.ts";

const TYPES: Record<string, Constant["type"]> = {
  text: "text",
  varchar: "text",
  int2: "integer",
  int4: "integer",
  int8: "integer",
  numeric: "numeric",
  float8: "double precision",
  bool: "boolean",
  date: "date",
  timestamp: "timestamp",
  timestamptz: "timestamp with time zone",
};

const OIDS: Record<number, Constant["type"]> = {
  0: "unknown",
  16: "boolean",
  20: "integer",
  21: "integer",
  23: "integer",
  25: "text",
  701: "double precision",
  705: "unknown",
  1043: "text",
  1082: "date",
  1114: "timestamp",
  1184: "timestamp with time zone",
  1700: "numeric",
};

/** The value of an expression that is a constant; `undefined` for other expressions. */
export function constantOf(node: Node | undefined, context: ReadingContext): Constant | undefined {
  if (node === undefined) return undefined;
  if ("A_Const" in node) {
    const {ival, fval, sval, boolval, isnull, bsval} = node.A_Const;
    if (isnull === true) return {type: "unknown", text: null};
    if (ival !== undefined) return {type: "integer", text: String(ival.ival ?? 0)};
    if (fval !== undefined) {
      const text = fval.fval ?? "";
      return /^[\d.]+(?:e[+-]?\d+)?$/i.test(text) ? {type: numberTypeOf(text), text} : undefined;
    }
    if (boolval !== undefined) return {type: "boolean", text: boolval.boolval === true ? "true" : "false"};
    if (bsval !== undefined) return undefined;
    return {type: "unknown", text: sval?.sval ?? ""};
  }
  if ("ParamRef" in node) return parameterOf(node.ParamRef.number ?? 0, context);
  if ("TypeCast" in node) return castOf(node.TypeCast, context);
  if ("A_Expr" in node && node.A_Expr.lexpr === undefined && node.A_Expr.kind === "AEXPR_OP") {
    const inner = constantOf(node.A_Expr.rexpr, context);
    const isNumber = inner?.type === "integer" || inner?.type === "numeric";
    if (stringsOf(node.A_Expr.name).join(".") !== "-" || !isNumber || inner?.text == null) return undefined;
    return {type: inner.type, text: inner.text.startsWith("-") ? inner.text.slice(1) : `-${inner.text}`};
  }
  return computedConstant(node, context);
}

function numberTypeOf(text: string): "integer" | "numeric" {
  return /^\d+$/.test(text) && BigInt(text) <= 9223372036854775807n ? "integer" : "numeric";
}

function parameterOf(number: number, context: ReadingContext): Constant | undefined {
  const {parameters} = context;
  if (parameters === undefined) {
    context.onMissingParameter?.();
    return undefined;
  }
  const text = parameters.values[number - 1];
  const type = OIDS[parameters.types[number - 1] ?? 0];
  if (text === undefined || type === undefined) return undefined;
  return text === null ? {type, text} : readConstant(text, type, context);
}

/** A text as a constant of a type, `undefined` if the text may not be such a value. */
function readConstant(
  text: string,
  type: Constant["type"],
  {timezone}: ReadingContext,
): Constant | undefined {
  const value = readsAs(text, type, timezone);
  if (value === undefined) return undefined;
  // `t` and `TRUE` are `true`, but dates and times stay as they are written, because filters have them in UTC.
  return {type, text: type === "boolean" || type === "integer" ? value : text};
}

function castOf(
  {arg, typeName}: {arg?: Node; typeName?: {names?: Node[]; arrayBounds?: Node[]; typmods?: Node[]}},
  context: ReadingContext,
): Constant | undefined {
  const type = TYPES[typeNameOf(typeName) ?? ""];
  const inner = constantOf(arg, context);
  if (type === undefined || inner === undefined || typeName?.typmods !== undefined) return undefined;
  if (inner.text === null) return {type, text: null};
  if (inner.type === type) return inner;
  const isMoment =
    inner.type === "date" || inner.type === "timestamp" || inner.type === "timestamp with time zone";
  if (isMoment && (type === "date" || type === "timestamp" || type === "timestamp with time zone")) {
    try {
      return convert(inner, type, context.timezone);
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }
  if (inner.type === "integer" && (type === "numeric" || type === "double precision"))
    return {...inner, type};
  if (inner.type !== "unknown" && inner.type !== "text") return undefined;
  return readConstant(inner.text, type, context);
}

/** Moments that are computed from texts or from the time at which the statement runs: `now() - interval '7 days'`. */
function computedConstant(node: Node, context: ReadingContext): Constant | undefined {
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
  const period = periodNamed(constantOf(first, context)?.text ?? undefined);
  const moment = constantOf(second, context);
  if (period === undefined || moment?.text == null) return undefined;
  const isLocal = moment.type === "timestamp";
  const local = localOf(
    convert(moment, isLocal ? "timestamp" : "timestamp with time zone", context.timezone),
    context.timezone,
  );
  if (local === undefined) return undefined;
  const start = firstDayOf(local.toPlainDate(), period).toPlainDateTime();
  return isLocal ? {type: "timestamp", text: start.toString()} : zoned(start, context.timezone);
}

/** The types whose constants have the text that Postgres makes of the value. */
const WRITTEN_AS_READ: ReadonlySet<Constant["type"]> = new Set(["unknown", "text", "integer", "boolean"]);

function operated(operator: string, left: Node, right: Node, context: ReadingContext): Constant | undefined {
  if (operator === "||") {
    const [a, b] = [constantOf(left, context), constantOf(right, context)];
    const isText = a?.type === "unknown" || a?.type === "text" || b?.type === "unknown" || b?.type === "text";
    if (!isText || a?.text == null || b?.text == null) return undefined;
    return [a, b].every(({type}) => WRITTEN_AS_READ.has(type))
      ? {type: "text", text: a.text + b.text}
      : undefined;
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
  const local = localOf(moment, context.timezone);
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

function intervalOf(node: Node, context: ReadingContext): Temporal.Duration | undefined {
  if (!("TypeCast" in node) || typeNameOf(node.TypeCast.typeName) !== "interval") return undefined;
  const {arg, typeName} = node.TypeCast;
  const text = arg && constantOf(arg, context)?.text;
  if (text == null || typeName?.typmods !== undefined) return undefined;
  return durationOf(text);
}
