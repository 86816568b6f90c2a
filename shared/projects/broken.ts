/** Saved content whose query a layer would no longer compile. */
export interface BrokenContent {
  resourceType: "chart" | "dataset" | "schedule";
  id: string;
  name: string;
  message: string;
}

/** What is saved in a project and would not compile with this layer: there is no content that holds queries yet. */
export function findBroken(): BrokenContent[] {
  return [];
}
