import type {WarehouseLimits} from "./warehouse.ts";

export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** The order matters: paths are allowed before external access ends, and the lock comes last. */
export function lockdown(path: string, limits: WarehouseLimits): string[] {
  return [
    "set global TimeZone = 'UTC'",
    // DuckDB 1.5.6 ends some statements with nested groups in `INTERNAL Error: Failed to bind column reference` when
    // this optimizer has run; without it they are answered, and no slower.
    "set disabled_optimizers = 'column_lifetime'",
    `set memory_limit = ${quoted(limits.duckdbMemoryLimit)}`,
    `set threads = ${limits.duckdbThreads}`,
    `set temp_directory = ${quoted(limits.tempDir)}`,
    "set max_temp_directory_size = '10GB'",
    `set allowed_paths = [${quoted(path)}]`,
    "set autoinstall_known_extensions = false",
    "set autoload_known_extensions = false",
    "set enable_external_access = false",
    "set lock_configuration = true",
  ];
}
