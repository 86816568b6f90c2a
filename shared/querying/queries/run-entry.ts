import type {RunRequest} from "../../core/wire/run-request.ts";

/** One run for the history. */
export interface RunEntry {
  request: Pick<RunRequest, "orgId" | "source" | "fingerprint" | "record">;
  startedAt: Date;
  durationMs: number;
  cache: "hit" | "miss" | "shared";
  stats: {rowCount: number | null; sizeBytes: number};
  outcome: RunOutcome;
}

export type RunOutcome = {status: "succeeded"} | {status: "cancelled"} | {status: "failed"; error: unknown};

/** A run that waits to be written. */
export interface CountedEntry extends RunEntry {
  /** The number of equal answers from the cache that this entry counts. */
  times: number;
}
