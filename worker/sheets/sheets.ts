import {ChildPool} from "../../shared/core/children/child-pool.ts";
import type {Calls} from "../../shared/core/workers/calls.ts";

export type SheetRequest = Omit<Calls["calculate_sheet"]["request"], "orgId">;
export type SheetAnswer = Calls["calculate_sheet"]["answer"];

const TIMEOUT_MS = 20_000;
const MIB = 1024 * 1024;

export type SheetChildren = ChildPool<SheetRequest, SheetAnswer>;

export function sheetChildren(): SheetChildren {
  return new ChildPool({
    script: new URL("./child.ts", import.meta.url),
    maxBytes: 1536 * MIB,
    // Parsing the answer blocks the worker, and then the web process, so its size is bounded.
    maxAnswerBytes: 64 * MIB,
    timeoutMs: TIMEOUT_MS,
    timeoutMessage: `The sheet took longer than ${TIMEOUT_MS / 1000} s to calculate. Use fewer cells, or smaller ranges.`,
    memoryMessage: "The sheet takes too much memory to calculate. Use fewer cells, or smaller ranges.",
  });
}

/**
 * Calculates a sheet in a child process, because a formula in an endless loop can be stopped only with its process.
 * Throws `invalid_request` for a sheet that exceeds the limits of time or memory, and `worker_unavailable` when too
 * many sheets are waiting.
 */
export function calculateSheet(
  {sheets}: {readonly sheets: SheetChildren},
  {orgId, ...request}: Calls["calculate_sheet"]["request"],
  signal: AbortSignal,
): Promise<SheetAnswer> {
  return sheets.run(orgId, request, signal);
}
