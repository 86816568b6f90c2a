import {amongIn, tablesOf} from "./catalog.ts";
import type {ColumnKind, Narrow, WarehouseTable} from "./tables.ts";
import type {Warehouse} from "./warehouse.ts";

interface Views {
  /** The names of the views; by default those of the current catalog. */
  columns?: string;
  tables?: string;
  /** SQL expressions over `c` and `t`; empty texts where the engine has no comments. */
  tableComment?: string;
  type?: string;
  comment?: string;
  placeholder(position: number): string;
  classifyType(type: string): ColumnKind;
}

/** Reads tables from the standard `information_schema` in one statement, without its own tables. */
export function tablesBy({
  columns = "information_schema.columns",
  tables = "information_schema.tables",
  tableComment = "''",
  type = "c.data_type",
  comment = "''",
  placeholder,
  classifyType,
}: Views) {
  return async (warehouse: Warehouse, narrow: Narrow, signal: AbortSignal): Promise<WarehouseTable[]> => {
    if (narrow.schemas?.length === 0 || narrow.tables?.length === 0) return [];
    const parameters: string[] = [];
    const among = amongIn(parameters, placeholder);
    const inSchemas = among("c.table_schema", narrow.schemas);
    const sql = `
    select c.table_schema, c.table_name, case when t.table_type like '%VIEW%' then 'view' else 'table' end,
      ${tableComment}, c.column_name, ${type}, c.is_nullable, ${comment}
    from ${columns} as c
      join ${tables} as t on t.table_schema = c.table_schema and t.table_name = c.table_name
    where lower(c.table_schema) <> 'information_schema'${inSchemas}${among("c.table_name", narrow.tables)}
    order by c.table_schema, c.table_name, c.ordinal_position`;
    return tablesOf(await warehouse.rows({sql, parameters}, signal), classifyType);
  };
}
