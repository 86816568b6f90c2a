/** Schemes that run or display their content instead of passing it to an application. */
const FORBIDDEN = new Set([
  "about",
  "blob",
  "chrome",
  "data",
  "edge",
  "file",
  "filesystem",
  "ftp",
  "intent",
  "jar",
  "javascript",
  "mailto",
  "ms-msdt",
  "resource",
  "search-ms",
  "sms",
  "tel",
  "view-source",
  "vbscript",
  "ws",
  "wss",
]);
/** The characters that a host may have: it becomes part of a page's content security policy. */
const HOST = /^([a-z\d._-]+|\[[\da-f:.]+\])$/;
const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);
const LONGEST = 2000;

/**
 * Why a client cannot register this redirect URI; `undefined` when it can. Allowed are https, http to loopback (on any
 * port), and private-use schemes such as `cursor://` (RFC 8252 §7).
 */
export function redirectUriFault(uri: unknown): string | undefined {
  if (typeof uri !== "string" || uri.length > LONGEST) return `is not a URI of at most ${LONGEST} characters`;
  // URI parsers disagree about blanks, control characters, backslashes and characters beyond ASCII.
  if (!/^[!-~]+$/.test(uri) || uri.includes("\\")) return "has characters that a URI cannot have";
  if (uri.includes("*")) return "has a wildcard: each redirect URI is named in full";
  if (uri.includes("#")) return "has a fragment";
  const url = URL.parse(uri);
  const scheme = url?.protocol.slice(0, -1) ?? "";
  if (!url || !/^[a-z][a-z\d+.-]*$/.test(scheme)) return "is not an absolute URI";
  if (FORBIDDEN.has(scheme)) return `has the scheme ${scheme}:, which cannot be redirected to`;
  if (url.username || url.password) return "has a user name or a password";
  const isLoopback = LOOPBACK.has(url.hostname);
  if (scheme === "https") {
    if (!/^https:\/\/[^/]/i.test(uri) || !HOST.test(url.hostname)) return "has no valid host";
    return isLoopback ? "uses https for this machine: use http" : undefined;
  }
  if (scheme === "http") {
    return isLoopback && /^http:\/\/[^/]/i.test(uri) ? undefined : "uses http for another machine: use https";
  }
  return undefined;
}

/** The target of a redirect in words, and the `form-action` source that allows it. */
export function describeRedirect(uri: string): {target: string; formAction: string} {
  const url = new URL(uri);
  if (url.protocol === "https:") return {target: url.host, formAction: url.origin};
  if (url.protocol === "http:") {
    // A content security policy cannot name an IPv6 address.
    const formAction = url.hostname.startsWith("[") ? "http:" : url.origin;
    return {target: `${url.host} (a program on your computer)`, formAction};
  }
  return {target: `${url.protocol} (an application on your device)`, formAction: url.protocol};
}
