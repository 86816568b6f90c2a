import type {SqlType} from "../../shared/core/wire/sql-tables.ts";
import type {DimensionType} from "../../shared/semantic/documents.ts";
import type {EngineKind} from "../warehouses/batch.ts";
import {engineKindOf} from "../warehouses/postgres/engine-kinds.ts";

const BOOLEAN_ARRAY = 1000;
/** `int2[]`, `int4[]`, `int8[]`, `float4[]`, `float8[]`, `numeric[]` */
const NUMBER_ARRAYS = new Set([1005, 1007, 1016, 1021, 1022, 1231]);
/** `"char"[]`, `name[]`, `text[]`, `bpchar[]`, `varchar[]` */
const TEXT_ARRAYS = new Set([1002, 1003, 1009, 1014, 1015]);

/** The kind of a column of a statement's result, by the OID of its type. Formats other than `data_rows` have arrays as JSON. */
export function resultKindOf(oid: number): EngineKind {
  if (oid === BOOLEAN_ARRAY) return "array of boolean";
  if (NUMBER_ARRAYS.has(oid)) return "array of number";
  return TEXT_ARRAYS.has(oid) ? "array of string" : engineKindOf(oid);
}

/** The type in SQL of a column that the layer declares as `type` and the engine has as `kind`. */
export function sqlTypeOf(type: DimensionType, kind: EngineKind): SqlType {
  switch (type) {
    case "boolean":
      return "boolean";
    case "date":
      return "date";
    case "timestamp":
      return "timestamp with time zone";
    case "json":
      return "jsonb";
    case "number":
      if (kind === "integer") return "bigint";
      return kind === "float" ? "double precision" : "numeric";
    default:
      return "text";
  }
}
