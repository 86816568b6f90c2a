import {defaultsBy} from "../catalog.ts";
import {tablesBy} from "../information-schema.ts";
import type {ColumnKind, Narrow, WarehouseTable} from "../tables.ts";
import type {Warehouse} from "../warehouse.ts";

/** BigQuery's datasets are its schemas. */
export const readBigqueryDefaults = defaultsBy("select @@project_id, @@dataset_id");

/**
 * Reads the catalogue of each given dataset, or without a list that of every dataset in the job's region: BigQuery has
 * a catalogue for each dataset.
 */
export async function readBigqueryTables(
  warehouse: Warehouse,
  {schemas, tables}: Narrow,
  signal: AbortSignal,
): Promise<WarehouseTable[]> {
  const datasets =
    schemas ??
    (
      await warehouse.rows(
        {sql: "select schema_name from INFORMATION_SCHEMA.SCHEMATA order by 1", parameters: []},
        signal,
      )
    ).flatMap(([name]) => name ?? []);
  const found: WarehouseTable[] = [];
  for (const schema of datasets) {
    const dataset = `\`${schema.replaceAll("\\", "\\\\").replaceAll("`", "\\`")}\``;
    const readTables = tablesBy({
      columns: `${dataset}.INFORMATION_SCHEMA.COLUMNS`,
      tables: `${dataset}.INFORMATION_SCHEMA.TABLES`,
      placeholder: position => `@p${position}`,
      classifyType,
    });
    found.push(...(await readTables(warehouse, {tables}, signal)));
  }
  return found;
}

function classifyType(type: string): ColumnKind {
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
