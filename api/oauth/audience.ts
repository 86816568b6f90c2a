/** The resource that tokens are given out for where a client names none (RFC 8707). */
export function defaultAudience(baseUrl: string): string {
  return `${baseUrl}/mcp`;
}

/** Every resource that is this service, as a client may name it. Tokens for any of them work in all of it. */
export function audiencesOf(baseUrl: string): readonly string[] {
  return [defaultAudience(baseUrl), `${baseUrl}/mcp/`, baseUrl, `${baseUrl}/`];
}
