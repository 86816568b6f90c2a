/** The content security policy of every answer that has none of its own: load, run, submit and frame nothing. */
const POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Sets the headers that every answer has. Proxies and browsers must not store rows; an answer with an `ETag` may be
 * kept in the caller's private cache, which has to revalidate it each time.
 */
export function setSafeHeaders(headers: Headers): void {
  headers.set("x-content-type-options", "nosniff");
  if (!headers.has("content-security-policy")) headers.set("content-security-policy", POLICY);
  if (!headers.has("cache-control")) {
    headers.set("cache-control", headers.has("etag") ? "private, no-cache" : "private, no-store");
  }
}
