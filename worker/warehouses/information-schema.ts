import type {ColumnKind, Narrow, WarehouseTable} from "../introspect/tables.ts";
import {tablesOf} from "./catalog-columns.ts";
import type {Warehouse} from "./warehouse.ts";

interface Views {
  columns: string;
  tables: string;
  /** Expressions over `c` and `t`; empty texts where the engine keeps none. */
  tableComment?: string;
  type?: string;
  comment?: string;
  placeholder(position: number): string;
  kindOf(type: string): ColumnKind;
}

/** Tables of the standard's own catalogue, in one statement; its own schema is left out. */
export async function readInformationSchema(
  warehouse: Warehouse,
  {schemas, tables}: Narrow,
  views: Views,
  signal: AbortSignal,
): Promise<WarehouseTable[]> {
  if (schemas?.length === 0 || tables?.length === 0) return [];
  const parameters: string[] = [];
  const among = (column: string, values: readonly string[] | undefined) => {
    if (values === undefined) return "";
    const list = values.map(value => views.placeholder(parameters.push(value)));
    return ` and ${column} in (${list.join(", ")})`;
  };
  const {tableComment = "''", type = "c.data_type", comment = "''"} = views;
  const sql = `
    select c.table_schema, c.table_name, case when t.table_type like '%VIEW%' then 'view' else 'table' end,
      ${tableComment}, c.column_name, ${type}, c.is_nullable, ${comment}
    from ${views.columns} as c
      join ${views.tables} as t on t.table_schema = c.table_schema and t.table_name = c.table_name
    where lower(c.table_schema) <> 'information_schema'${among("c.table_schema", schemas)}${among("c.table_name", tables)}
    order by c.table_schema, c.table_name, c.ordinal_position`;
  return tablesOf(await warehouse.rows({sql, parameters}, signal), views.kindOf);
}
