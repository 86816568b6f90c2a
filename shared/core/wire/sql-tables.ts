import {type Static, Type} from "@sinclair/typebox";
import type {ItemType} from "../../semantic/documents.ts";

/** Types of columns in SQL, by Postgres' own names: https://www.postgresql.org/docs/18/datatype.html */
const SQL_TYPES = [
  "boolean",
  "bigint",
  "numeric",
  "double precision",
  "text",
  "date",
  "timestamp with time zone",
  "jsonb",
  "text[]",
  "numeric[]",
  "boolean[]",
] as const;
export const SqlType = Type.Union(SQL_TYPES.map(type => Type.Literal(type)));
export type SqlType = Static<typeof SqlType>;

/** The types of arrays, by the type that the layer gives their items. */
export const ARRAY_TYPES = {
  string: "text[]",
  number: "numeric[]",
  boolean: "boolean[]",
} as const satisfies Record<ItemType, SqlType>;
export type ArrayType = (typeof ARRAY_TYPES)[ItemType];

export function isArrayType(type: SqlType): type is ArrayType {
  return type.endsWith("[]");
}

/** Whether values of the type are single ones, which filters can compare. */
export function isScalar(type: SqlType): boolean {
  return type !== "jsonb" && !isArrayType(type);
}

const SqlColumnOfTable = Type.Object({
  name: Type.String(),
  type: SqlType,
  comment: Type.Optional(Type.String()),
});

/** A table as SQL sees it, without rows: the catalog's description of a model or a dataset. */
export const SqlTable = Type.Object({
  schema: Type.Union([Type.Literal("public"), Type.Literal("datasets")]),
  name: Type.String(),
  comment: Type.Optional(Type.String()),
  columns: Type.Array(SqlColumnOfTable),
  /** Names of columns; empty where the model has no primary key. */
  primaryKey: Type.Array(Type.String()),
  foreignKeys: Type.Array(
    Type.Object({
      columns: Type.Array(Type.String()),
      /** The name of the referenced table, in the same schema. `targetColumns` are its primary key. */
      table: Type.String(),
      targetColumns: Type.Array(Type.String()),
    }),
  ),
});
export type SqlTable = Static<typeof SqlTable>;
