import {version} from "../../shared/core/process/version.ts";

/** The supported revisions of the protocol, newest first. */
export const REVISIONS: readonly string[] = ["2025-06-18", "2025-03-26", "2024-11-05"];
const NEWEST = "2025-06-18";

/** The client's own revision where it is supported, else the newest (MCP 2025-06-18, lifecycle). */
export function agreedRevision(requested: string): string {
  return REVISIONS.includes(requested) ? requested : NEWEST;
}

/** Revision 2025-06-18 removed batches; a request without the header comes from an older client. */
export function allowsBatches(header: string | null): boolean {
  return header !== NEWEST;
}

export const SERVER_INFO = {name: "analytics-service", title: "Analytics Service", version};
