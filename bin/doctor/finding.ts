import {startFault} from "../start-fault.ts";

/** The subject of a check, and its result. */
export interface Finding {
  about: string;
  /** `unknown`: another finding prevented the check. */
  state: "ok" | "warning" | "fault" | "unknown";
  /** The result, as a sentence. */
  found: string;
  /** The remedy of a warning or a fault. */
  remedy?: string;
}

/** The findings of `look`, or one finding with the error with which `look` failed. */
export async function findingsOf(
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
