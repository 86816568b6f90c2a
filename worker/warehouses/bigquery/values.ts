import {type Static, Type} from "@sinclair/typebox";
import type {EngineKind} from "../batch.ts";
import {momentOfMicros, plainMoment} from "../http/json.ts";

export const Schema = Type.Object({
  fields: Type.Optional(Type.Array(Type.Object({type: Type.String(), mode: Type.Optional(Type.String())}))),
});
type Field = {type: string; mode?: string};

/** Converts rows of the API's form: the kinds of the columns, and each value as text. */
export function rowsOf(
  schema: Static<typeof Schema> | undefined,
  rows: readonly {f: {v: unknown}[]}[],
): {kinds: EngineKind[]; rows: (string | null)[][]} {
  const fields = schema?.fields ?? [];
  return {
    kinds: fields.map(engineKindOf),
    rows: rows.map(({f}) => f.map(({v}, i) => writeCell(v, fields[i]))),
  };
}

function engineKindOf({type, mode}: Field): EngineKind {
  if (mode === "REPEATED") return "other";
  switch (type) {
    case "INTEGER":
    case "INT64":
      return "integer";
    case "FLOAT":
    case "FLOAT64":
      return "float";
    case "NUMERIC":
      return "decimal(38,9)";
    case "BIGNUMERIC":
      return "decimal";
    case "TIMESTAMP":
    case "DATETIME":
      return "timestamp";
    default:
      return type === "JSON" ? "json" : "other";
  }
}

function writeCell(value: unknown, field: Field | undefined): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== "string") return JSON.stringify(value);
  if (field?.mode === "REPEATED") return value;
  if (field?.type === "TIMESTAMP") return /^-?\d+$/.test(value) ? momentOfMicros(BigInt(value)) : value;
  return field?.type === "DATETIME" ? plainMoment(value) : value;
}
