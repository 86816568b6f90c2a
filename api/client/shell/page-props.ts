/** What a page of components gets: the decoded segments of its path. */
export interface PageProps {
  parameters: Readonly<Record<string, string>>;
}
