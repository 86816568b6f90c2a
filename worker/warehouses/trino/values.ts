import {type Static, Type} from "@sinclair/typebox";
import {parserOf} from "../../../shared/core/validate.ts";
import type {EngineKind} from "../batch.ts";

const Answer = Type.Object({
  nextUri: Type.Optional(Type.String()),
  columns: Type.Optional(Type.Array(Type.Object({name: Type.String(), type: Type.String()}))),
  data: Type.Optional(Type.Array(Type.Array(Type.Unknown()))),
  error: Type.Optional(
    Type.Object({
      message: Type.String(),
      errorName: Type.Optional(Type.String()),
      errorType: Type.Optional(Type.String()),
    }),
  ),
});
export type TrinoAnswer = Static<typeof Answer>;
const parse = parserOf(Answer, "answer of the warehouse");

/** A number that a double may not hold exactly; answers that contain one are parsed with all digits. */
const LONG_NUMBER = /[[,:]\s*-?\d{16,}/;

/** Parses an answer of the statement API with every digit of its integers. */
export function parseTrino(text: string): TrinoAnswer {
  if (!LONG_NUMBER.test(text)) return parse(JSON.parse(text));
  return parse(
    JSON.parse(text, (_key, value: unknown, context?: {source?: string}) => {
      const source = context?.source;
      return typeof value === "number" && source !== undefined && /^-?\d{16,}$/.test(source) ? source : value;
    }),
  );
}

/** The kinds of the columns, and functions that turn their values into text. */
export function textsOf(columns: readonly {type: string}[]): {
  kinds: EngineKind[];
  texts: ((value: unknown) => string | null)[];
} {
  return {
    kinds: columns.map(({type}) => engineKindOf(type)),
    texts: columns.map(({type}) => (type.startsWith("timestamp") ? momentText : plain)),
  };
}

function engineKindOf(type: string): EngineKind {
  if (/^(tinyint|smallint|integer|bigint)$/.test(type)) return "integer";
  if (type === "double" || type === "real") return "float";
  const decimal = /^decimal\((\d+),\s*(\d+)\)$/.exec(type);
  if (decimal) return `decimal(${Number(decimal[1])},${Number(decimal[2])})`;
  if (type.startsWith("timestamp")) return "timestamp";
  return type === "json" ? "json" : "other";
}

function plain(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** `2024-03-10 05:00:00.500000`, or with a zone behind it, which is converted to UTC. */
function momentText(value: unknown): string | null {
  if (typeof value !== "string") return plain(value);
  const [, day = "", time = "", zone] = /^(\S+) (\S+)(?: (.+))?$/.exec(value) ?? [];
  if (day === "") return value;
  const short = time.includes(".") ? time.replace(/\.?0+$/, "") : time;
  if (zone === undefined || zone === "UTC" || zone === "Z") return `${day} ${short}`;
  if (/^[+-]\d\d:\d\d$/.test(zone)) return `${day} ${short}${zone}`;
  const moment = Temporal.PlainDateTime.from(`${day}T${short}`).toZonedDateTime(zone);
  return moment.toInstant().toString().replace("T", " ").replace("Z", "");
}
