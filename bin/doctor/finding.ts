import {startFault} from "../start-fault.ts";

/** What was looked at, and what was found there. */
export interface Finding {
  about: string;
  /** `unknown`: it could not be looked at, because of another finding. */
  state: "ok" | "warning" | "fault" | "unknown";
  /** A sentence. */
  found: string;
  /** What to do, for a warning and a fault. */
  remedy?: string;
}

/** The findings of `look`, or a finding with the error because of which `look` failed. */
export async function lookedAt(
  about: string,
  look: () => Promise<Finding | Finding[]>,
  remedy: string,
): Promise<Finding[]> {
  try {
    return [await look()].flat();
  } catch (error) {
    return [{about, state: "fault", found: sentence(startFault(error, process.env)), remedy}];
  }
}

function sentence(text: string): string {
  const line = text.trim().split("\n").join(" ");
  return /[.!?]$/.test(line) ? line : `${line}.`;
}
