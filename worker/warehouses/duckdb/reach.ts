import type {DuckDBConnection} from "@duckdb/node-api";
import {WarehouseError} from "../warehouse.ts";
import {OWN_STATEMENTS} from "./catalog.ts";

/**
 * Functions that a statement may not call, because they read or write files, reveal paths, run text as a statement,
 * change the engine for others or keep it busy. The engine itself cannot forbid access to its spill folder, settings
 * and log.
 */
const CALLS =
  "add_parquet_key all_profiling_output arrow_scan arrow_scan_dumb check_peg_parser checkpoint copy_database " +
  "current_setting database_list database_size disable_checkpoint_on_shutdown disable_logging " +
  "disable_object_cache disable_optimizer disable_peg_parser disable_print_progress_bar disable_profile " +
  "disable_profiling disable_progress_bar disable_verification disable_verify_external disable_verify_fetch_row " +
  "disable_verify_parallelism disable_verify_serializer duckdb_approx_database_count duckdb_columns " +
  "duckdb_connection_count duckdb_constraints duckdb_coordinate_systems duckdb_databases duckdb_dependencies " +
  "duckdb_extensions duckdb_external_file_cache duckdb_functions duckdb_indexes duckdb_keywords " +
  "duckdb_log_contexts duckdb_logs duckdb_logs_parsed duckdb_memory duckdb_optimizers " +
  "duckdb_prepared_statements duckdb_profiling_settings duckdb_schemas duckdb_secret_types duckdb_secrets " +
  "duckdb_sequences duckdb_settings duckdb_table_sample duckdb_tables duckdb_temporary_files duckdb_types " +
  "duckdb_variables duckdb_views enable_checkpoint_on_shutdown enable_logging enable_object_cache " +
  "enable_optimizer enable_peg_parser enable_print_progress_bar enable_profile enable_profiling " +
  "enable_progress_bar enable_verification extension_versions force_checkpoint functions getenv getvariable glob " +
  "import_database json_execute_serialized_sql json_serialize_plan metadata_info parquet_bloom_probe parquet_file_metadata " +
  "parquet_full_metadata parquet_kv_metadata parquet_metadata parquet_scan parquet_schema pg_get_viewdef " +
  "pg_sleep pragma_collations pragma_database_size pragma_metadata_info pragma_platform pragma_show " +
  "pragma_storage_info pragma_table_info pragma_user_agent pragma_version query query_table read_blob read_csv " +
  "read_csv_auto read_duckdb read_json read_json_auto read_json_objects read_json_objects_auto read_ndjson " +
  "read_ndjson_auto read_ndjson_objects read_parquet read_text seq_scan setseed show show_databases show_tables " +
  "show_tables_expanded sleep_ms sniff_csv sql_auto_complete storage_info table_info truncate_duckdb_logs " +
  "verify_external verify_fetch_row verify_parallelism verify_serializer which_secret write_log";

/** System views that reveal the same information. */
const VIEWS =
  "duckdb_columns duckdb_constraints duckdb_databases duckdb_indexes duckdb_logs duckdb_schemas duckdb_tables " +
  "duckdb_types duckdb_views pg_database pg_indexes pg_prepared_statements pg_settings pg_tablespace pg_views " +
  "pragma_database_list sqlite_master sqlite_schema sqlite_temp_master sqlite_temp_schema";

const refusedCalls: ReadonlySet<string> = new Set(CALLS.split(" "));
const refusedViews: ReadonlySet<string> = new Set([...VIEWS.split(" "), "information_schema.views"]);

/**
 * A quick check for statements that may name a refused function or view. DuckDB has no escapes in names, so a name is
 * always spelled out in the text.
 */
const MENTION = new RegExp(`\\b(?:${[...refusedCalls, ...VIEWS.split(" "), "views"].join("|")})\\b`, "i");

/**
 * Rejects with a `WarehouseError` of class `Permission` where a statement calls a refused function or reads a refused
 * view. DuckDB's own parser lists the statement's references, so that no notation can hide one.
 */
export async function refuseForbiddenReferences(connection: DuckDBConnection, sql: string): Promise<void> {
  if (!MENTION.test(sql) || OWN_STATEMENTS.has(sql)) return;
  const read = await connection.runAndReadAll("select json_serialize_sql($1::varchar)", [sql]);
  const parsed: unknown = JSON.parse(String(read.getRowsJson()[0]?.[0]));
  if (isSyntaxError(parsed)) return;
  const named = findForbiddenReference(parsed);
  if (named === undefined) return;
  throw new WarehouseError(
    `Permission Error: ${named} is not allowed here. Statements can read tables and compute; they cannot reach files, ` +
      "settings and logs, or run text as a statement.",
    {errorClass: "Permission", kind: "refused"},
  );
}

/**
 * Syntax errors are left to the engine, which reports them better. A statement that is not a query gives an error of
 * another type.
 */
function isSyntaxError(parsed: unknown): boolean {
  return isObject(parsed) && parsed["error"] === true && parsed["error_type"] === "parser";
}

/** The first forbidden name in a parsed statement. */
function findForbiddenReference(node: unknown): string | undefined {
  if (Array.isArray(node)) return firstOf(node);
  if (!isObject(node)) return undefined;
  if (node["error"] === true) return "A statement that is not a query";
  const call = text(node, "function_name");
  if (refusedCalls.has(call)) return `"${call}"`;
  if (node["type"] === "BASE_TABLE") {
    const [schema, name] = [text(node, "schema_name"), text(node, "table_name")];
    if (refusedViews.has(name) || refusedViews.has(`${schema}.${name}`)) return `"${name}"`;
  }
  return firstOf(Object.values(node));
}

function firstOf(nodes: readonly unknown[]): string | undefined {
  for (const node of nodes) {
    const found = findForbiddenReference(node);
    if (found !== undefined) return found;
  }
  return undefined;
}

function text(node: Readonly<Record<string, unknown>>, key: string): string {
  const value = node[key];
  return typeof value === "string" ? value.toLowerCase() : "";
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
