import type {BuiltColumn} from "../../shared/semantic/documents.ts";
import type {Statement} from "../../shared/semantic/index.ts";
import {type Warehouse, WarehouseError} from "../warehouses/warehouse.ts";

/** The order of a column is compared if it has at most this many different texts. */
export const MAX_TEXTS = 20_000;

/**
 * Whether the warehouse compares (`same`) and sorts (`sorted`) the texts of a statement's column by their bytes, as
 * DuckDB does with the files, or by another collation. For dialects without such a probe the answer is empty.
 */
export async function textCollation(
  warehouse: Warehouse,
  {statement, index, count}: {statement: Statement; index: number; count: number},
  values: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<Pick<BuiltColumn, "same" | "sorted">> {
  const {dialect} = warehouse;
  const {sql, parameters} = statement;
  if (dialect !== "duckdb" && dialect !== "postgres") return {};
  const names = Array.from({length: count}, (_, i) => `c${i}`);
  const column = `t.${names[index]}`;
  const probe = async (select: string, from: string, order: string, more: readonly string[] = []) => {
    // The statement computes no row: constants are compared under the collation of its column.
    const compared = `select ${select} from ${from} left join (select * from (\n${sql}\n) as s limit 0) as t(${names.join(", ")}) on true${order}`;
    return warehouse.rows({sql: compared, parameters: [...parameters, ...more]}, signal);
  };
  try {
    const x = `coalesce(${column}, 'a')`;
    const type = dialect === "duckdb" ? `typeof(${column}) = 'VARCHAR'` : "true";
    const same = `${type} and not (${x} = 'A') and not (${x} = 'á') and not (${x} = 'a ')`;
    const [row] = await probe(`${same}, ${x} > 'B'`, "(select 1) as one", "");
    const [isSame, isSorted] = (row ?? []).map(value => value === "t" || value === "true");
    if (isSame !== true) return {same: false, sorted: false};
    return {
      same: true,
      sorted: isSorted === true || (dialect === "postgres" && (await isOrdered(values, probe, column))),
    };
  } catch (error) {
    if (!(error instanceof WarehouseError) || error.details.kind !== "refused") throw error;
    return {same: false, sorted: false};
  }
}

/** Whether the column's collation leaves these values, which are sorted by their bytes, in the same order. */
async function isOrdered(
  values: readonly string[] | undefined,
  probe: (
    select: string,
    from: string,
    order: string,
    more: readonly string[],
  ) => Promise<(string | null)[][]>,
  column: string,
): Promise<boolean> {
  if (values === undefined) return false;
  const list = `{${values.map(value => `"${value.replaceAll(/["\\]/g, "\\$&")}"`).join(",")}}`;
  const from = "unnest($1::text[]) with ordinality as u(v, n)";
  const order = ` order by coalesce(${column}, u.v), u.n`;
  const rows = await probe("u.n", from, order, [list]);
  return rows.every(([n], i) => n === String(i + 1));
}
