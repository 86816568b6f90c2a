import {ServiceError} from "../../shared/core/errors.ts";

const CODES = new Set(["ENOSPC", "EDQUOT", "SQLITE_FULL"]);
/** Messages of DuckDB and SQLite, whose errors have no system error code. */
const ENGINE_MESSAGE = /^(IO|Out of Memory) Error: .*(No space left on device|Disk quota exceeded)/s;

/**
 * A `storage_full` error where an error or its cause says that this machine's disk is full, or else `undefined`. A
 * warehouse whose own disk is full does not count.
 */
export function fullDiskFault(error: unknown): ServiceError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.name === "WarehouseError") return undefined;
    if (("code" in cause && CODES.has(String(cause.code))) || ENGINE_MESSAGE.test(cause.message)) {
      return storageFull(error);
    }
  }
  return undefined;
}

export function storageFull(cause: unknown): ServiceError {
  return new ServiceError(
    "storage_full",
    "The service's disk is full, and nothing was stored. Try again when an operator has freed disk space.",
    {
      cause,
      headers: {"retry-after": "60"},
      adminDetail:
        "The folder of DATA_DIR holds snapshots, what queries spill, and logs: free space on its disk.",
    },
  );
}
