import {version} from "../version.ts";

/** The revisions of the protocol that are spoken, newest first. */
export const REVISIONS: readonly string[] = ["2025-06-18", "2025-03-26", "2024-11-05"];
const NEWEST = "2025-06-18";

/** A client's own revision where it is spoken here, else the newest (MCP 2025-06-18, lifecycle). */
export function agreedRevision(wanted: string): string {
  return REVISIONS.includes(wanted) ? wanted : NEWEST;
}

/** That revision took batches out; a request without the header is of an older client. */
export function allowsBatches(header: string | null): boolean {
  return header !== NEWEST;
}

export const SERVER_INFO = {name: "analytics-service", title: "Analytics Service", version};
