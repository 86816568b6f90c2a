import {bodyDeadlineOf} from "./admission.ts";
import {tooSlow} from "./body-deadline.ts";

/** The minimum average rate of a body after its first `BODY_WAIT_MS`. */
export const LEAST_BYTES_PER_SECOND = 8192;

const whole = new WeakSet<Request>();

/** Records that the request's body was read to its end. */
export function noteRead(request: Request): void {
  whole.add(request);
}

/** Whether part of the request's body may still be unread. */
export function isBodyLeft(request: Request): boolean {
  const {headers} = request;
  const length = headers.get("content-length");
  if (length === null ? !headers.has("transfer-encoding") : length === "0") return false;
  return !whole.has(request);
}

/**
 * The body's chunks as they arrive. Throws `request_timeout` for a body that is too slow, whose connection is then
 * closed: a wait budget of `BODY_WAIT_MS` is used up by waiting, and each 8 KB received refill one second of it, up to the
 * full budget. The time in which the consumer does not read is not counted. `ended` aborts the wait with its reason.
 */
export async function* partsOf(request: Request, ended?: AbortSignal): AsyncGenerator<Uint8Array, undefined> {
  const reader = request.body?.getReader();
  if (!reader) return undefined;
  const waitMs = bodyDeadlineOf(request)?.waitMs ?? Number.POSITIVE_INFINITY;
  let leftMs = waitMs;
  try {
    for (;;) {
      const askedAt = performance.now();
      const {value, done} = await inTime(reader.read(), leftMs, ended);
      if (done) {
        noteRead(request);
        return undefined;
      }
      const earnedMs = (value.byteLength / LEAST_BYTES_PER_SECOND) * 1000;
      leftMs = Math.min(waitMs, Math.max(0, leftMs - (performance.now() - askedAt) + earnedMs));
      yield value;
    }
  } finally {
    // The reader is released before the end of the body: `lingering` reads the rest.
    reader.releaseLock();
  }
}

function inTime<T>(work: Promise<T>, waitMs: number, ended: AbortSignal | undefined): Promise<T> {
  ended?.throwIfAborted();
  // A chunk that has arrived already needs no timer.
  if (Bun.peek.status(work) === "fulfilled") return work;
  if (waitMs === Number.POSITIVE_INFINITY && !ended) return work;
  const {promise, reject} = Promise.withResolvers<never>();
  const timer = Number.isFinite(waitMs) ? setTimeout(() => reject(tooSlow()), waitMs) : undefined;
  const end = () => reject(ended?.reason);
  ended?.addEventListener("abort", end);
  // After a timeout `releaseLock` rejects the abandoned read.
  work.catch(() => undefined);
  return Promise.race([work, promise]).finally(() => {
    clearTimeout(timer);
    ended?.removeEventListener("abort", end);
  });
}
