/** When an endpoint is removed, and what replaces it. Clients learn both from each answer and from the OpenAPI document. */
export interface Deprecation {
  /** The day of the first release with the deprecation, `YYYY-MM-DD`. */
  since: string;
  /** The day from which the endpoint may be removed: at least six months after `since`. */
  sunset: string;
  /** A sentence that names what to call in its place. */
  instead: string;
}

/**
 * Sets `Deprecation` (RFC 9745, section 2.1), `Sunset` (RFC 8594, section 3) and a link to the documentation on an
 * answer, whether it is a success or not.
 */
export function setDeprecation({headers}: Response, {since, sunset}: Deprecation, baseUrl: string): void {
  headers.set("deprecation", `@${Date.parse(since) / 1000}`);
  headers.set("sunset", new Date(sunset).toUTCString());
  headers.append("link", `<${baseUrl}/swagger>; rel="deprecation"; type="text/html"`);
}

const TEXT = {type: "string"} as const;

/** The headers of a deprecated endpoint's answers in the OpenAPI document. */
export const DEPRECATION_HEADERS = {
  Deprecation: {
    description: "Since when the endpoint is deprecated (RFC 9745).",
    schema: TEXT,
    example: "@1795651200",
  },
  Sunset: {
    description: "From when the endpoint may be removed (RFC 8594).",
    schema: TEXT,
    example: "Thu, 27 May 2027 00:00:00 GMT",
  },
};
