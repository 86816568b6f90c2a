/** Tables of `pg_catalog` that reveal something about other sessions, the passwords of roles, or the server. */
const REFUSED = [
  /^pg_all_/,
  /^pg_stat/,
  /^pg_(?:authid|shadow|hba_file_rules|ident_file_mappings|file_settings|config|locks)$/,
  /^pg_(?:prepared_xacts|prepared_statements|cursors|replication_.*|largeobject|backend_memory_contexts|shmem_.*)$/,
  /^pg_(?:subscription|user_mapping|user_mappings|aios|wait_events|dsm_registry_allocations)$/,
];
/** Statistics that tools read. They are about the caller's own tables, which are empty. */
const STATISTICS = new Set([
  "pg_stats",
  "pg_statistic_ext",
  "pg_statio_user_tables",
  "pg_stat_user_tables",
  "pg_stat_all_tables",
]);

/** Whether a table belongs to Postgres itself. Every name there that begins with `pg_` does. */
export function isSystemTable(schema: string, name: string): boolean {
  return schema === "pg_catalog" && name.startsWith("pg_");
}

export function isReadable(schema: "pg_catalog" | "information_schema", name: string): boolean {
  if (schema === "information_schema" || STATISTICS.has(name)) return true;
  return !REFUSED.some(pattern => pattern.test(name));
}
