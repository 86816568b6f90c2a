import {fullDiskFault} from "../../storage/full-disk.ts";
import {WarehouseError} from "../warehouse.ts";

/** Converts an error of DuckDB, whose messages begin with their class: `Conversion Error: …`. */
export function asWarehouseError(error: unknown, signal?: AbortSignal): unknown {
  if (error instanceof WarehouseError || (signal?.aborted && error === signal.reason)) return error;
  const full = fullDiskFault(error);
  if (full) return full;
  const message = error instanceof Error ? error.message : String(error);
  const errorClass = /^(?:\w+: )?([A-Z][\w ]*?) Error:/.exec(message)?.[1] ?? "Unknown";
  // Other messages may quote a value that contains the word.
  const isInterrupted =
    errorClass === "INTERRUPT" || (errorClass === "Unknown" && /interrupted/i.test(message));
  const kind = isInterrupted ? "cancelled" : errorClass === "IO" ? "unreachable" : "refused";
  return new WarehouseError(message, {errorClass, kind, cause: error});
}

/** The error of a streamed result that ended without its end marker row. */
export function brokenOff(): WarehouseError {
  return new WarehouseError("the engine ended the result before its end", {
    errorClass: "Stream",
    kind: "refused",
  });
}
