import {mysql} from "../../../shared/semantic/dialects/mysql.ts";
import type {BuiltColumn} from "../../../shared/semantic/rollups/built.ts";
import {storedKind, type WantedColumn} from "../table-store.ts";
import type {Warehouse, WarehouseStatement} from "../warehouse.ts";

const {quote} = mysql;

/** The longest row of short texts that fits into a table beside the other columns, in characters. */
const MOST_CHARACTERS = 14_000;
/** Where they are told apart by nothing but their bytes: every other collation takes `a` for `A`, or for `a` and a space. */
const BY_BYTES = /_(?:nopad|0900)_bin$/;
const OTHER = {kind: "other", engineType: "longtext"} as const;

/** The types as results tell them, and the collations of texts, which they do not. */
export async function mysqlColumns(
  warehouse: Warehouse,
  statement: WarehouseStatement,
  wanted: readonly WantedColumn[],
  signal: AbortSignal,
): Promise<BuiltColumn[]> {
  const types = (await warehouse.declare?.(statement, signal)) ?? [];
  const collations = await collationsOf(warehouse, statement, wanted, signal);
  let left = MOST_CHARACTERS;
  return wanted.map(({name, type}, i) => {
    const declared = types[i];
    const [charset, collation] = collations[i] ?? [];
    if (declared === undefined) return {name, ...OTHER};
    const length = Number(/^varchar\((\d+)\)$/.exec(declared)?.[1] ?? 0);
    const isText = length > 0 || declared === "longtext" || declared === "enum";
    if (!isText) return {name, ...storedKind(type, numberKind(declared)), engineType: declared};
    // An enum is a number where numbers are meant.
    if (!isName(charset) || !isName(collation) || (declared === "enum" && type !== "string"))
      return {name, ...OTHER};
    left -= length;
    const isShort = length > 0 && left >= 0;
    const kind = storedKind(type, "other");
    // Enums are sorted as they were declared, and long texts by what they begin with.
    const isSorted = isShort || declared === "longtext";
    const rules = kind.kind === "text" ? {same: BY_BYTES.test(collation), sorted: isSorted} : {};
    const engineType = `${isShort ? declared : "longtext"} character set ${charset} collate ${collation}`;
    return {name, ...kind, ...rules, engineType};
  });
}

/** The character set and the collation of each column. No row of the statement is computed. */
async function collationsOf(
  warehouse: Warehouse,
  {sql, parameters}: WarehouseStatement,
  wanted: readonly WantedColumn[],
  signal: AbortSignal,
): Promise<(readonly (string | null)[])[]> {
  const asked = wanted.flatMap(({name}) => [`charset(t.${quote(name)})`, `collation(t.${quote(name)})`]);
  const from = `(select 1) as one left join (select * from (\n${sql}\n) as s limit 0) as t on true`;
  const [row = []] = await warehouse.rows(
    {sql: `select ${asked.join(", ")} from ${from}`, parameters},
    signal,
  );
  return wanted.map((_, i) => row.slice(2 * i, 2 * i + 2));
}

function isName(name: string | null | undefined): name is string {
  return name !== null && name !== undefined && /^\w+$/.test(name);
}

function numberKind(declared: string): BuiltColumn["kind"] {
  if (declared.startsWith("bigint")) return "integer";
  if (declared.startsWith("decimal")) return "decimal";
  return declared === "float" || declared === "double" ? "float" : "other";
}
