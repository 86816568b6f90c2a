/** The address of the page that asks this model. */
export function explorePage(model: string, projectId: string): string {
  return `/explore/${encodeURIComponent(model)}?project=${encodeURIComponent(projectId)}`;
}
