import {serverOf, trackRequest} from "./admission.ts";

/** The longest silence while the rest of a body is read. */
const SILENCE_MS = 1000;
/** The time limit for reading the rest, and how much each megabyte received extends it. */
const LINGER_MS = 2000;
const LINGER_MS_PER_MB = 1000;
const MAX_LINGER_MS = 30_000;

/**
 * The answer to a request whose body was not read to its end, and whose connection is closed afterwards. If a
 * connection is closed while bytes of the body are unread, the connection is reset, and most clients then lose the
 * answer. So the answer is sent first, and the rest of the body is read and discarded before the stream ends. The rest
 * is read for half a minute at most, and no longer than its time limit. A body that arrives at a megabyte a second
 * never exceeds the limit.
 */
export function respondThenDrain(request: Request, response: Response): Response {
  const rest = request.body;
  if (!serverOf(request) || !rest || rest.locked || !response.body || request.method === "HEAD")
    return response;
  const end = trackRequest(request);
  const unread = rest.getReader();
  const answer = response.body.getReader();
  const leave = async () => {
    end();
    await unread.cancel();
  };
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const {value, done} = await answer.read();
        if (!done) return controller.enqueue(value);
        await discard(unread);
        controller.close();
        await leave();
      } catch (error) {
        await leave();
        controller.error(error);
      }
    },
    async cancel(reason) {
      await leave();
      await answer.cancel(reason);
    },
  });
  const {status, headers} = response;
  // The runtime sends a stream without a length. A `content-length` header would mislead clients.
  headers.delete("content-length");
  return new Response(body, {status, headers});
}

/** Reads and discards the rest of the body, until its end or until it is too slow. */
async function discard(unread: Pick<ReadableStreamDefaultReader<Uint8Array>, "read">): Promise<void> {
  const startedAt = performance.now();
  const {promise: over, resolve: stop} = Promise.withResolvers<undefined>();
  let sizeBytes = 0;
  let lastAt = startedAt;
  // One interval for all chunks: racing each chunk against its own timer would retain the chunks until the timers end.
  const timer = setInterval(() => {
    const now = performance.now();
    const earnedMs = (sizeBytes / 1024 / 1024) * LINGER_MS_PER_MB;
    const dueAt = startedAt + Math.min(MAX_LINGER_MS, LINGER_MS + earnedMs);
    if (now > dueAt || now > lastAt + SILENCE_MS) stop(undefined);
  }, 250);
  const read = async () => {
    for (;;) {
      const {value, done} = await unread.read();
      if (done) return;
      sizeBytes += value.byteLength;
      lastAt = performance.now();
    }
  };
  // A client that disconnects meanwhile already has its answer.
  await Promise.race([read().catch(() => undefined), over]);
  clearInterval(timer);
}
