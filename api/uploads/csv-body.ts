import {ServiceError} from "../../shared/core/errors.ts";
import {requireUncompressed, tooLarge} from "../http/body.ts";
import {partsOf} from "../http/body-pace.ts";
import {streamOf} from "../http/stream.ts";
import type {SnapshotBody} from "./snapshot-body.ts";

/** Whether the request's body is declared as CSV. */
export function isCsv({headers}: Request): boolean {
  return /^text\/csv\s*(;|$)/i.test(headers.get("content-type") ?? "");
}

/**
 * The body as the CSV of a snapshot. The snapshot's other members are in the query string. `check`, which may throw,
 * validates these members before the body is read, and again after the body with the SHA-256 of the CSV in base64url.
 * The stream fails with 408 or 413.
 */
export function readCsvBody<T>(
  request: Request,
  limitBytes: number,
  check: (digest: string) => T,
): SnapshotBody<T> {
  requireUtf8(request);
  requireUncompressed(request);
  if (Number(request.headers.get("content-length")) > limitBytes) throw tooLarge(limitBytes);
  check("unread");
  const {promise: members, resolve, reject} = Promise.withResolvers<T>();
  // The reader of the stream gets the same error.
  members.catch(() => undefined);
  async function* chunks(): AsyncGenerator<Uint8Array, undefined> {
    const digest = new Bun.CryptoHasher("sha256");
    let sizeBytes = 0;
    try {
      for await (const part of partsOf(request)) {
        sizeBytes += part.byteLength;
        if (sizeBytes > limitBytes) throw tooLarge(limitBytes);
        digest.update(part);
        yield part;
      }
      resolve(check(digest.digest("base64url")));
    } catch (error) {
      reject(error);
      throw error;
    } finally {
      reject(new Error("the CSV was not read to its end"));
    }
    return undefined;
  }
  return {csv: streamOf(chunks()), members};
}

/** RFC 7111 §5.1: without a `charset` it is UTF-8. */
function requireUtf8({headers}: Request): void {
  const type = headers.get("content-type") ?? "";
  const [, charset = "utf-8"] = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(type) ?? [];
  if (/^(utf-?8|us-ascii)$/i.test(charset)) return;
  throw new ServiceError("unsupported_media_type", `The CSV must be UTF-8, not "${charset}".`);
}
