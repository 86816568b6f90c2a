/** The resource that a token is issued for when the client names none (RFC 8707). */
export function defaultAudience(baseUrl: string): string {
  return `${baseUrl}/mcp`;
}

/** Every resource URI by which a client may name this service. A token for any of these URIs is valid for the whole service. */
export function audiencesOf(baseUrl: string): readonly string[] {
  return [defaultAudience(baseUrl), `${baseUrl}/mcp/`, baseUrl, `${baseUrl}/`];
}
