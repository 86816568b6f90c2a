import type {Statement} from "../../shared/semantic/compile.ts";
import type {BuiltColumn} from "../../shared/semantic/rollups/built.ts";
import {type Warehouse, WarehouseError} from "../warehouses/warehouse.ts";

/** The most different texts whose order is compared. */
export const MOST_TEXTS = 20_000;

/**
 * How the warehouse compares the texts of a column of a statement: by their bytes, as the files' engine does, or by a
 * collation. Where the engine cannot be asked, nothing is promised of the column.
 */
export async function textRules(
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
  const ask = async (select: string, from: string, order: string, more: readonly string[] = []) => {
    // No row of the statement is computed: what is compared has the collation of its column, and other values.
    const compared = `select ${select} from ${from} left join (select * from (\n${sql}\n) as s limit 0) as t(${names.join(", ")}) on true${order}`;
    return warehouse.rows({sql: compared, parameters: [...parameters, ...more]}, signal);
  };
  try {
    const x = `coalesce(${column}, 'a')`;
    const type = dialect === "duckdb" ? `typeof(${column}) = 'VARCHAR'` : "true";
    const same = `${type} and not (${x} = 'A') and not (${x} = 'á') and not (${x} = 'a ')`;
    const [row] = await ask(`${same}, ${x} > 'B'`, "(select 1) as one", "");
    const [isSame, isSorted] = (row ?? []).map(value => value === "t" || value === "true");
    if (isSame !== true) return {same: false, sorted: false};
    return {
      same: true,
      sorted: isSorted === true || (dialect === "postgres" && (await isOrdered(values, ask, column))),
    };
  } catch (error) {
    if (!(error instanceof WarehouseError) || error.details.kind !== "refused") throw error;
    return {same: false, sorted: false};
  }
}

/** Whether a collation puts these values, which are in the order of their bytes, into the same order. */
async function isOrdered(
  values: readonly string[] | undefined,
  ask: (select: string, from: string, order: string, more: readonly string[]) => Promise<(string | null)[][]>,
  column: string,
): Promise<boolean> {
  if (values === undefined) return false;
  const list = `{${values.map(value => `"${value.replaceAll(/["\\]/g, "\\$&")}"`).join(",")}}`;
  const from = "unnest($1::text[]) with ordinality as u(v, n)";
  const order = ` order by coalesce(${column}, u.v), u.n`;
  const rows = await ask("u.n", from, order, [list]);
  return rows.every(([n], i) => n === String(i + 1));
}
