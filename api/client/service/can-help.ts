import {Refusal} from "./api.ts";

/** The answers that another try gives again: what may not be done, is not there, or is gone for good. */
const FINAL: readonly number[] = [403, 404, 410];

/** Whether to ask once more may bring another answer. */
export function canHelp(error: unknown): boolean {
  return !(error instanceof Refusal && FINAL.includes(error.status));
}
