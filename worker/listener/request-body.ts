import {hashOf, type RequestSigner} from "../../shared/core/workers/protocol.ts";
import type {SeenNonces} from "./seen-nonces.ts";

/** The lowest average rate at which a body must arrive, after the first `BODY_WAIT_MS`. */
const MIN_BYTES_PER_SECOND = 8192;

/** How a listener on a TCP port checks who may send requests. */
export interface Guard {
  keys: RequestSigner;
  seen: SeenNonces;
  /** The listener's own address. */
  address: string;
}

/**
 * Reads the body of a request at the listener. With a guard, a request without a valid signature, or with a signature
 * that was used before, is refused before its body is read. A body that arrives too slowly is refused.
 */
export async function readListenerBody(
  request: Request,
  path: string,
  bodyWaitMs: number,
  guard: Guard | undefined,
): Promise<Uint8Array<ArrayBuffer> | Response> {
  const signed = guard?.keys.verify(request, guard.address, path);
  if (guard && !signed) return refusal(401, "the request has no valid signature");
  if (guard && signed && !guard.seen.isNew(signed.nonce))
    return refusal(401, "the request was already received");
  const length = signed?.length ?? Number(request.headers.get("content-length") ?? 0);
  const body = await inTime(request.arrayBuffer(), bodyWaitMs + (length / MIN_BYTES_PER_SECOND) * 1000);
  if (!body) return refusal(408, "the body did not arrive in time");
  const bytes = new Uint8Array(body);
  if (signed && hashOf(bytes) !== signed.hash) return refusal(401, "the body differs from the signed body");
  return bytes;
}

/** A response that closes the connection, so that the rest of the body is not read. */
function refusal(status: number, message: string): Response {
  return new Response(message, {status, headers: {connection: "close"}});
}

/** The result of `work`; `undefined` where it takes longer than `waitMs`. */
async function inTime<T>(work: Promise<T>, waitMs: number): Promise<T | undefined> {
  const {promise, resolve} = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, waitMs, undefined);
  // The body may still fail after the refusal was sent; that error does not matter any more.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
