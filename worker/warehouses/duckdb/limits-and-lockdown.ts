import {quoteText} from "../../../shared/semantic/index.ts";
import type {WarehouseLimits} from "../warehouse.ts";

/**
 * Statements that lock the engine down. Their order matters: paths are allowed before external access is disabled, and
 * the configuration is locked last. DuckDB cannot keep statements out of its spill folder. That folder contains only
 * rows that this instance spilled, and `refuseForbiddenReferences` refuses statements that could read it.
 */
export function lockdown(paths: readonly string[], spillFolder: string, limits: WarehouseLimits): string[] {
  return [
    "set global TimeZone = 'UTC'",
    // In DuckDB 1.5.6 this optimizer makes some statements with nested groups fail with `INTERNAL Error: Failed to bind
    // column reference`; without it they run, and no slower.
    "set disabled_optimizers = 'column_lifetime'",
    `set memory_limit = ${quoteText(limits.duckdbMemoryLimit)}`,
    `set threads = ${limits.duckdbThreads}`,
    `set temp_directory = ${quoteText(spillFolder)}`,
    "set max_temp_directory_size = '10GB'",
    `set allowed_paths = [${paths.map(quoteText).join(", ")}]`,
    "set allow_persistent_secrets = false",
    "set autoinstall_known_extensions = false",
    "set autoload_known_extensions = false",
    "set enable_external_access = false",
    "set lock_configuration = true",
  ];
}
