import type {SqlType} from "../../core/wire/sql-tables.ts";
import type {ResultColumn} from "../../semantic/index.ts";

/** A column of a result as Postgres describes it: https://www.postgresql.org/docs/18/protocol-message-formats.html */
export interface ResultField {
  name: string;
  typeOid: number;
  /** `pg_type.typlen`: -1 for a type of variable length. */
  typeSize: number;
  /** `pg_attribute.atttypmod`; -1 for none. */
  typeModifier: number;
}

/** `pg_type.oid` and `typlen` of the types that tables have: https://www.postgresql.org/docs/18/catalog-pg-type.html */
const OIDS: Record<SqlType, {typeOid: number; typeSize: number}> = {
  boolean: {typeOid: 16, typeSize: 1},
  bigint: {typeOid: 20, typeSize: 8},
  numeric: {typeOid: 1700, typeSize: -1},
  "double precision": {typeOid: 701, typeSize: 8},
  text: {typeOid: 25, typeSize: -1},
  date: {typeOid: 1082, typeSize: 4},
  "timestamp with time zone": {typeOid: 1184, typeSize: 8},
  jsonb: {typeOid: 3802, typeSize: -1},
  "text[]": {typeOid: 1009, typeSize: -1},
  "numeric[]": {typeOid: 1231, typeSize: -1},
  "boolean[]": {typeOid: 1000, typeSize: -1},
};

export function fieldOf({name, type}: {name: string; type: SqlType}): ResultField {
  return {name, ...OIDS[type], typeModifier: -1};
}

const shapes = new WeakMap<readonly {type: SqlType}[], string>();

/** The type OIDs of a plan's columns, in the form of `shapeOf`, so that the two can be compared. */
export function shapeOfColumns(columns: readonly {type: SqlType}[]): string {
  const known = shapes.get(columns);
  if (known !== undefined) return known;
  const shape = columns.map(({type}) => OIDS[type].typeOid).join();
  shapes.set(columns, shape);
  return shape;
}

export function shapeOf(fields: readonly ResultField[]): string {
  return fields.map(({typeOid}) => typeOid).join();
}

/** The types of results in JSON, by `pg_type.oid`; every other type is a text. */
const KINDS: ReadonlyMap<number, ResultColumn["type"]> = new Map([
  [16, "boolean"],
  ...[20, 21, 23, 700, 701, 1700].map(oid => [oid, "number"] as const),
  [1082, "date"],
  ...[1114, 1184].map(oid => [oid, "timestamp"] as const),
  ...[114, 3802].map(oid => [oid, "json"] as const),
  // Arrays of booleans, of numbers, and of texts.
  ...[1000, 1005, 1007, 1016, 1021, 1022, 1231].map(oid => [oid, "json"] as const),
  ...[1002, 1003, 1009, 1014, 1015].map(oid => [oid, "json"] as const),
]);

/** The column of a result in JSON, CSV and the other formats of queries. */
export function columnOf({name, typeOid}: ResultField): ResultColumn {
  return {name, type: KINDS.get(typeOid) ?? "string"};
}
