import type {Node} from "libpg-query";
import type {SqlType} from "../../../ground/wire/sql-tables.ts";
import {stringsOf, typeNameOf} from "../statement/nodes.ts";
import {computedConstant, convert} from "./computed-constants.ts";

/** Values of a statement's parameters in text form, and the OIDs of their types, 0 for unknown. */
export interface Parameters {
  values: readonly (string | null)[];
  types: readonly number[];
}

/** A value that a statement compares with, of a type as Postgres sees it. */
export interface Constant {
  type: "unknown" | "integer" | "timestamp" | Exclude<SqlType, "bigint" | "jsonb">;
  text: string | null;
}

/** How moments are read. */
export interface ReadingContext {
  timezone: string;
  /** The time at which the statement runs. */
  now: Date;
  /** Called where that time is made use of. */
  onNow?: (() => void) | undefined;
  parameters?: Parameters | undefined;
  /** Called where a parameter's value would have been of use and is not known. */
  onMissingParameter?: (() => void) | undefined;
}

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

/** The constant that an expression is, `undefined` for every other. */
export function constantOf(node: Node | undefined, context: ReadingContext): Constant | undefined {
  if (node === undefined) return undefined;
  if ("A_Const" in node) {
    const {ival, fval, sval, boolval, isnull, bsval} = node.A_Const;
    if (isnull === true) return {type: "unknown", text: null};
    if (ival !== undefined) return {type: "integer", text: String(ival.ival ?? 0)};
    if (fval !== undefined) {
      const text = fval.fval ?? "";
      return /^[\d.]+(?:e[+-]?\d+)?$/i.test(text) ? {type: wholeOr(text), text} : undefined;
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

function wholeOr(text: string): "integer" | "numeric" {
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
  return text === undefined || type === undefined ? undefined : {type, text};
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
  return readsAs(inner.text, type, context.timezone) === undefined ? undefined : {type, text: inner.text};
}

const MOST = {integer: 9223372036854775807n};
const DATE = /^\s*(\d{4})-(\d\d)-(\d\d)\s*$/;
const MOMENT =
  /^\s*(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(\.\d{1,6})?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?)?\s*$/i;

/**
 * A text as a value of a type in the form that a filter of a query takes, `undefined` if it is not surely one: whole
 * numbers and decimals as their digits, days as `2024-03-15`, moments as instants in UTC.
 */
export function readsAs(
  text: string,
  type: Constant["type"] | SqlType,
  timezone: string,
): string | undefined {
  switch (type) {
    case "unknown":
    case "text":
      return text;
    case "integer":
    case "bigint": {
      const trimmed = text.trim();
      if (!/^[+-]?\d{1,19}$/.test(trimmed)) return undefined;
      const value = BigInt(trimmed.replace(/^\+/, ""));
      return value <= MOST.integer && value >= -MOST.integer ? value.toString() : undefined;
    }
    case "numeric":
      return /^\s*[+-]?(?:\d{1,200}(?:\.\d{0,200})?|\.\d{1,200})\s*$/.test(text) ? text.trim() : undefined;
    case "double precision": {
      const trimmed = text.trim();
      // What a double holds exactly is the same number in every engine.
      return /^[+-]?\d{1,15}(?:\.(?:0|5|25|75|125|375|625|875))?$/.test(trimmed) ? trimmed : undefined;
    }
    case "boolean": {
      const word = text.trim().toLowerCase();
      if (["t", "true"].includes(word)) return "true";
      return ["f", "false"].includes(word) ? "false" : undefined;
    }
    case "date":
      return dayOf(text);
    case "timestamp":
      return /(?:Z|[+-]\d\d(?::?\d\d)?)\s*$/i.test(text.slice(11)) ? undefined : instantOf(text, "UTC");
    case "timestamp with time zone":
      return instantOf(text, timezone);
    default:
      return undefined;
  }
}

function dayOf(text: string): string | undefined {
  const parts = DATE.exec(text);
  if (parts === null || parts[1] === "0000") return undefined;
  try {
    return Temporal.PlainDate.from(text.trim(), {overflow: "reject"}).toString();
  } catch {
    return undefined;
  }
}

/** A local time that the clocks skip or repeat is left to Postgres. */
export function instantOf(text: string, timezone: string): string | undefined {
  const parts = MOMENT.exec(text);
  if (parts === null || parts[1] === "0000") return undefined;
  const [, year, month, day, hour = "00", minute = "00", second = "00", fraction = "", zone] = parts;
  if (hour > "23" || second > "59") return undefined;
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}${fraction}`;
  try {
    if (zone !== undefined) return Temporal.Instant.from(local + offsetOf(zone)).toString();
    const plain = Temporal.PlainDateTime.from(local, {overflow: "reject"});
    return plain.toZonedDateTime(timezone, {disambiguation: "reject"}).toInstant().toString();
  } catch {
    return undefined;
  }
}

function offsetOf(zone: string): string {
  return /^z$/i.test(zone) ? "Z" : zone.length === 3 ? `${zone}:00` : zone;
}
