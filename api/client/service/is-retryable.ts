import {Refusal} from "./api.ts";

/** Statuses that a retry would return again: forbidden, not found, gone. */
const FINAL_STATUSES: readonly number[] = [403, 404, 410];

/** Whether a retry may get another answer. */
export function isRetryable(error: unknown): boolean {
  return !(error instanceof Refusal && FINAL_STATUSES.includes(error.status));
}
