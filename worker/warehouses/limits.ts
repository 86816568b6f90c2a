import type {Config} from "../../shared/core/config.ts";
import {spillDir} from "../storage/duckdb-spill-folders.ts";
import type {WarehouseLimits} from "./warehouse.ts";

const CONNECT_TIMEOUT_MS = 5000;
/**
 * The timeout of the first statements: longer than the timeout of connecting, so that a connection error is reported as
 * a connection error.
 */
export const FIRST_ANSWER_MS = 8000;

/** The limits of each open warehouse, from the configuration. */
export function limitsOf(config: Config): WarehouseLimits {
  return {
    concurrency: config.connectionConcurrency,
    statementTimeoutMs: config.queryTimeoutMs,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    duckdbMemoryLimit: config.duckdbMemoryLimit,
    duckdbThreads: config.duckdbThreads,
    tempDir: spillDir(config),
  };
}
