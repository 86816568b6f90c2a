import {amongIn, defaultsBy, tablesOf} from "../catalog.ts";
import type {ColumnKind, Narrow, WarehouseTable} from "../tables.ts";
import type {Warehouse} from "../warehouse.ts";

/** ClickHouse's databases are its schemas, and it has no catalogs. */
export const readClickhouseDefaults = defaultsBy("select '', currentDatabase()");

/** Reads all tables with one statement. ClickHouse's primary keys only order rows, so they do not count as unique. */
export async function readClickhouseTables(
  warehouse: Warehouse,
  {schemas, tables}: Narrow,
  signal: AbortSignal,
): Promise<WarehouseTable[]> {
  if (schemas?.length === 0 || tables?.length === 0) return [];
  const parameters: string[] = [];
  const among = amongIn(parameters, position => `{p${position}:String}`);
  const sql = `
    select c.database, c.table, if(t.engine like '%View', 'view', 'table'), t.comment, c.name, c.type,
      if(c.type like 'Nullable(%' or c.type like 'LowCardinality(Nullable(%', 'YES', 'NO'), c.comment
    from system.columns as c
      join system.tables as t on t.database = c.database and t.name = c.table
    where c.database not in ('system', 'information_schema', 'INFORMATION_SCHEMA') and not t.is_temporary
      and not startsWith(c.table, '.inner')${among("c.database", schemas)}${among("c.table", tables)}
    order by c.database, c.table, c.position`;
  return tablesOf(await warehouse.rows({sql, parameters}, signal), classifyType);
}

function classifyType(type: string): ColumnKind {
  const [, inner] =
    /^(?:Nullable|LowCardinality|SimpleAggregateFunction)\((?:\w+, )?(.*)\)$/.exec(type) ?? [];
  if (inner !== undefined) return classifyType(inner);
  if (type === "Bool") return "boolean";
  if (/^U?Int/.test(type)) return "integer";
  if (/^(Decimal|B?Float)/.test(type)) return "decimal";
  if (type === "String" || type.startsWith("FixedString")) return "text";
  if (/^(UUID|Enum|IPv|Time|Interval)/.test(type)) return "textual";
  if (/^Date(32)?$/.test(type)) return "date";
  if (type.startsWith("DateTime")) return "timestamp";
  if (/^(JSON|Object)/.test(type)) return "json";
  return /^(Array|Map|Tuple|Nested)/.test(type) ? "nested" : "other";
}
