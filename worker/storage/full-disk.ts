import {ServiceError} from "../../shared/errors.ts";

const CODES = new Set(["ENOSPC", "EDQUOT", "SQLITE_FULL"]);
/** The messages of DuckDB and SQLite, which carry no error code of the system. */
const ENGINE = /^(IO|Out of Memory) Error: .*(No space left on device|Disk quota exceeded)/s;

/**
 * `storage_full` where an error or its cause is a full disk of this machine; `undefined` for all others. A warehouse
 * that reports its own full disk is not meant.
 */
export function fullDiskFault(error: unknown): ServiceError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.name === "WarehouseError") return undefined;
    if (("code" in cause && CODES.has(String(cause.code))) || ENGINE.test(cause.message)) {
      return new ServiceError(
        "storage_full",
        "The service's disk is full, and nothing of this was kept. Try again when an operator has made room.",
        {
          cause: error,
          headers: {"retry-after": "60"},
          adminDetail:
            "The folder of DATA_DIR holds snapshots, what queries spill, and logs: free space on its disk.",
        },
      );
    }
  }
  return undefined;
}
