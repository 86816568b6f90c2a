/** The types of events that actions can wait for. */
export const EVENTS = [
  "agent.finished",
  "budget.low",
  "dataset.created",
  "delivery.failed",
  "evaluation.worse",
  "query.failed",
  "project.synced",
  "project.sync_failed",
  "rollup.failed",
] as const;
export type EventName = (typeof EVENTS)[number];
