/** The types of content, each with a table of its own beside `content`, and the prefixes of their ids. */
export const CONTENT_PREFIXES = {
  dashboard: "dash",
  chart: "chart",
  sheet: "sheet",
  dataset: "ds",
  schedule: "sched",
  action: "act",
  agent: "agent",
} as const;

export type ContentType = keyof typeof CONTENT_PREFIXES;

/** All types of content, in the order in which lists of content show them. */
export const ALL_CONTENT_TYPES: readonly string[] = Object.keys(CONTENT_PREFIXES);

/** The types of content that can be granted to others, and starred. */
export const SHARED_TYPES = ["chart", "dashboard", "sheet", "dataset"] as const satisfies ContentType[];

export type SharedType = (typeof SHARED_TYPES)[number];

export function isSharedType(type: ContentType): type is SharedType {
  return SHARED_TYPES.some(one => one === type);
}

/** The types of content that run later, with the rights of a principal. */
export type RecurringType = Extract<ContentType, "action" | "agent" | "schedule">;
