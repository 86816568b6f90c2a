import {ServiceError} from "../shared/errors.ts";

/** A strong validator of what a caller is shown: the same JSON, the same tag (RFC 9110 §8.8.3). */
function etagOf(resource: unknown): string {
  return `"${Bun.CryptoHasher.hash("sha256", JSON.stringify(resource), "base64url").slice(0, 27)}"`;
}

interface Exchange {
  request: Request;
  headers: Headers;
}

/** Sets the `ETag` and gives the resource back, or 304 where `If-None-Match` of a read names it. */
export function withEtag<T>({request, headers}: Exchange, resource: T): T | Response {
  const etag = etagOf(resource);
  headers.set("etag", etag);
  const known = request.headers.get("if-none-match");
  const reads = request.method === "GET" || request.method === "HEAD";
  return reads && known !== null && names(known.replaceAll("W/", ""), etag)
    ? new Response(null, {status: 304})
    : resource;
}

/**
 * The check of `If-Match`, for the transaction of a change: give it the resource as the caller would read it
 * now, locked. Throws `precondition_failed` when that is not what the caller saw.
 */
export function ifMatch(request: Request): (current: unknown) => void {
  const expected = request.headers.get("if-match");
  return current => {
    if (expected === null || names(expected, etagOf(current))) return;
    throw new ServiceError(
      "precondition_failed",
      "It was changed since you read it: read it again and decide anew.",
    );
  };
}

function names(header: string, etag: string): boolean {
  return header.split(",").some(part => part.trim() === "*" || part.trim() === etag);
}
