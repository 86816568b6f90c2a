import {ServiceError} from "../../shared/ground/errors.ts";
import {wholeMessages} from "../../shared/ground/workers/whole-messages.ts";
import {streamOf} from "../http/stream.ts";

/**
 * A result in the format `data_rows` in chunks of whole rows. It fails with the error that follows the rows, or with
 * `worker_unavailable` where the body breaks off.
 */
export function wholeRows(
  body: Uint8Array | ReadableStream<Uint8Array>,
): Uint8Array | ReadableStream<Uint8Array> {
  return body instanceof Uint8Array ? body : streamOf(rowsOf(body));
}

async function* rowsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* wholeMessages(body);
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw new ServiceError(
      "worker_unavailable",
      "The worker that ran the statement has ended before the last row. Run the statement again.",
      {cause: error},
    );
  }
}
