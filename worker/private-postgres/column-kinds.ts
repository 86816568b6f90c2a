import type {SqlType} from "../../shared/core/wire/sql-tables.ts";
import type {DimensionType} from "../../shared/semantic/documents.ts";
import type {EngineKind} from "../warehouses/batch.ts";

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
