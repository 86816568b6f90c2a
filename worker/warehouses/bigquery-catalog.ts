import type {ColumnKind, Defaults, Narrow, WarehouseTable} from "../introspect/tables.ts";
import {readInformationSchema} from "./information-schema.ts";
import type {Warehouse} from "./warehouse.ts";

/** Datasets are its schemas. */
export async function readBigqueryDefaults(warehouse: Warehouse, signal: AbortSignal): Promise<Defaults> {
  const sql = "select @@project_id, @@dataset_id";
  const [[catalog, schema] = []] = await warehouse.rows({sql, parameters: []}, signal);
  return {catalog: catalog ?? "", schemas: schema ? [schema] : []};
}

/** Each dataset has a catalogue of its own; without a list, those of the job's region. */
export async function readBigqueryTables(
  warehouse: Warehouse,
  {schemas, tables}: Narrow,
  signal: AbortSignal,
): Promise<WarehouseTable[]> {
  const asked =
    schemas ??
    (
      await warehouse.rows(
        {sql: "select schema_name from INFORMATION_SCHEMA.SCHEMATA order by 1", parameters: []},
        signal,
      )
    ).flatMap(([name]) => name ?? []);
  const found: WarehouseTable[] = [];
  for (const schema of asked) {
    const dataset = `\`${schema.replaceAll("\\", "\\\\").replaceAll("`", "\\`")}\``;
    const views = {
      columns: `${dataset}.INFORMATION_SCHEMA.COLUMNS`,
      tables: `${dataset}.INFORMATION_SCHEMA.TABLES`,
      placeholder: (position: number) => `@p${position}`,
      kindOf,
    };
    found.push(...(await readInformationSchema(warehouse, {tables}, views, signal)));
  }
  return found;
}

function kindOf(type: string): ColumnKind {
  if (type === "INT64") return "integer";
  if (/^(NUMERIC|BIGNUMERIC|FLOAT64)/.test(type)) return "decimal";
  if (type === "BOOL") return "boolean";
  if (type.startsWith("STRING")) return "text";
  if (type === "DATE") return "date";
  if (type === "TIMESTAMP" || type === "DATETIME") return "timestamp";
  if (type === "TIME") return "textual";
  if (type === "JSON") return "json";
  return /^(ARRAY|STRUCT)/.test(type) ? "nested" : "other";
}
