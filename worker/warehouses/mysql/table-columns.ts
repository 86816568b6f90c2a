import type {BuiltColumn} from "../../../shared/semantic/documents.ts";
import {mysql} from "../../../shared/semantic/index.ts";
import {type DeclaredColumn, storedKind} from "../table-store.ts";
import type {Warehouse, WarehouseStatement} from "../warehouse.ts";

const {quote} = mysql;

/** The most characters of a row's short texts, so that the row fits into a table together with the other columns. */
const MAX_CHARACTERS = 14_000;
/**
 * Collations that distinguish texts by nothing but their bytes. Every other collation treats `a` as equal to `A`, or to
 * `a` followed by a space.
 */
const BY_BYTES = /_(?:nopad|0900)_bin$/;
const OTHER = {kind: "other", engineType: "longtext"} as const;

/**
 * The columns of a statement, with their types from the metadata of its result and the collations of texts from SQL.
 */
export async function mysqlColumns(
  warehouse: Warehouse,
  statement: WarehouseStatement,
  declared: readonly DeclaredColumn[],
  signal: AbortSignal,
): Promise<BuiltColumn[]> {
  const types = (await warehouse.declare?.(statement, signal)) ?? [];
  const collations = await collationsOf(warehouse, statement, declared, signal);
  let left = MAX_CHARACTERS;
  return declared.map(({name, type}, i) => {
    const declared = types[i];
    const [charset, collation] = collations[i] ?? [];
    if (declared === undefined) return {name, ...OTHER};
    const length = Number(/^varchar\((\d+)\)$/.exec(declared)?.[1] ?? 0);
    const isText = length > 0 || declared === "longtext" || declared === "enum";
    if (!isText) return {name, ...storedKind(type, numberKind(declared)), engineType: declared};
    // An enum in a numeric context is its index, so only an enum that the layer reads as text is stored as one.
    if (!isName(charset) || !isName(collation) || (declared === "enum" && type !== "string"))
      return {name, ...OTHER};
    left -= length;
    const isShort = length > 0 && left >= 0;
    const kind = storedKind(type, "other");
    // Enums are sorted in the order of their declaration, and long texts only by their beginning.
    const isSorted = isShort || declared === "longtext";
    const isByBytes = BY_BYTES.test(collation);
    const rules = kind.kind === "text" ? {same: isByBytes, merges: !isByBytes, sorted: isSorted} : {};
    const engineType = `${isShort ? declared : "longtext"} character set ${charset} collate ${collation}`;
    return {name, ...kind, ...rules, engineType};
  });
}

/** The character set and the collation of each column. No row of the statement is computed. */
async function collationsOf(
  warehouse: Warehouse,
  {sql, parameters}: WarehouseStatement,
  declared: readonly DeclaredColumn[],
  signal: AbortSignal,
): Promise<(readonly (string | null)[])[]> {
  const asked = declared.flatMap(({name}) => [`charset(t.${quote(name)})`, `collation(t.${quote(name)})`]);
  const from = `(select 1) as one left join (select * from (\n${sql}\n) as s limit 0) as t on true`;
  const [row = []] = await warehouse.rows(
    {sql: `select ${asked.join(", ")} from ${from}`, parameters},
    signal,
  );
  return declared.map((_, i) => row.slice(2 * i, 2 * i + 2));
}

function isName(name: string | null | undefined): name is string {
  return name !== null && name !== undefined && /^\w+$/.test(name);
}

function numberKind(declared: string): BuiltColumn["kind"] {
  if (declared.startsWith("bigint")) return "integer";
  if (declared.startsWith("decimal")) return "decimal";
  return declared === "float" || declared === "double" ? "float" : "other";
}
