import {ServiceError} from "../../shared/core/errors.ts";

/** A strong validator of the resource as the caller sees it: the same JSON has the same tag (RFC 9110 §8.8.3). */
function etagOf(resource: unknown): string {
  return `"${Bun.CryptoHasher.hash("sha256", JSON.stringify(resource), "base64url").slice(0, 27)}"`;
}

interface Exchange {
  request: Request;
  headers: Headers;
}

/** Sets the `ETag` and returns the resource, or a 304 where the `If-None-Match` of a read names the tag. */
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
 * The check of `If-Match`, to be called in the transaction of a change with the locked resource as the caller would
 * read it now. Throws `precondition_failed` when the resource has changed since the caller read it.
 */
export function ifMatch(request: Request): (current: unknown) => void {
  const expected = request.headers.get("if-match");
  return current => {
    if (expected === null || names(expected, etagOf(current))) return;
    throw new ServiceError(
      "precondition_failed",
      "The resource has changed since you read it. Read it again, and repeat the change if it still applies.",
    );
  };
}

function names(header: string, etag: string): boolean {
  return header.split(",").some(part => part.trim() === "*" || part.trim() === etag);
}
