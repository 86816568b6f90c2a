import {ServiceError} from "../../shared/core/errors.ts";

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Returns the reason why a request's host or origin is refused, or `undefined`. */
export type Gate = (request: Request) => string | undefined;

/**
 * Protects against DNS rebinding: `Host`, and `Origin` if the request has one, must be the service's own address. If
 * the service's address is a loopback address, any loopback name on any port is accepted.
 */
export function makeGate(baseUrl: string): Gate {
  const base = new URL(baseUrl);
  const isLocal = LOOPBACK.test(base.hostname);
  const isOurs = (url: URL | null) =>
    url !== null && (url.host === base.host || (isLocal && LOOPBACK.test(url.hostname)));
  // The last accepted `Host`, which need not be parsed again.
  let known: string | undefined;
  return ({headers}) => {
    const host = headers.get("host");
    const origin = headers.get("origin");
    if (origin === null && (host === null || host === known)) return undefined;
    // Both are parsed with the same scheme, so that a default port is equal with and without its number.
    if (host !== null && !isOurs(URL.parse(`${base.protocol}//${host}`))) {
      return `The Host is "${host}", but this service's host is ${base.host} (from BASE_URL).`;
    }
    if (host !== null) known = host;
    if (origin === null) return undefined;
    const from = URL.parse(origin);
    if (isOurs(from) && (isLocal || from?.origin === base.origin)) return undefined;
    return `Pages of "${origin}" may not call this service. Only pages of ${base.origin} may.`;
  };
}

/** Throws `not_acceptable` unless the client accepts both JSON and an event stream, as the protocol requires. */
export function requireBothAccepted(accept: string | null): void {
  if (accept === "application/json, text/event-stream") return;
  if (accept !== null && takes(accept, "application/json") && takes(accept, "text/event-stream")) return;
  throw new ServiceError(
    "not_acceptable",
    "The Accept header must list both application/json and text/event-stream; the answer is application/json.",
  );
}

function takes(accept: string, type: string): boolean {
  return accept.split(",").some(part => {
    const range = part.split(";", 1)[0]?.trim().toLowerCase() ?? "";
    return range === type || range === "*/*" || range === `${type.split("/", 1)[0]}/*`;
  });
}

/** Throws `unsupported_media_type` unless the body is declared as JSON; its content is checked when it is read. */
export function requireJson(contentType: string | null): void {
  if (contentType !== null && /^application\/json\s*(;|$)/i.test(contentType)) return;
  throw new ServiceError(
    "unsupported_media_type",
    `The Content-Type must be application/json${contentType === null ? "" : `, not "${contentType}"`}.`,
  );
}
