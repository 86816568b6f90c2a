import {ServiceError} from "../../shared/core/errors.ts";
import {WarehouseError} from "../warehouses/warehouse.ts";

const OUTAGES: ReadonlySet<string> = new Set([
  "connection_failed",
  "worker_unavailable",
  "database_unavailable",
]);

/**
 * Whether a failed operation may succeed some minutes later: a warehouse or a storage did not answer. A connection that
 * was open when its warehouse went away rejects a statement with `warehouse_error`; then the error's cause is examined.
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false;
  const {code, cause} = error;
  return OUTAGES.has(code) || (cause instanceof WarehouseError && cause.details.kind === "unreachable");
}
