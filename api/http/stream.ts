/**
 * A pull stream over an iterator's chunks. Cancelling the stream ends the iterator; an error of the iterator fails the
 * stream.
 */
export function streamOf(chunks: AsyncIterator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const {value, done} = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        controller.error(error);
      }
    },
    async cancel() {
      await chunks.return?.();
    },
  });
}

/** The stream, with a callback when it ends or fails, but not when its reader cancels it. */
export function watchedBody(
  body: ReadableStream<Uint8Array>,
  {ended, broken}: {ended(): void; broken(): void},
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const {value, done} = await reader.read();
        if (!done) return controller.enqueue(value);
        ended();
        controller.close();
      } catch (error) {
        broken();
        controller.error(error);
      }
    },
    cancel: reason => reader.cancel(reason),
  });
}
