/** The path of the page that explores this model. */
export function explorePage(model: string, projectId: string): string {
  return `/explore/${encodeURIComponent(model)}?project=${encodeURIComponent(projectId)}`;
}
