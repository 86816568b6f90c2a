import type {CopyOut} from "../commands/command.ts";
import type {RowSource} from "../rows/row-source.ts";
import type {Channel} from "../wire/channel.ts";
import {COPY_DONE, copyOutResponse} from "../wire/messages.ts";
import type {Run} from "./run.ts";

/** How rows are sent. */
interface Sending {
  /** Written before the first row. Not written if an error comes first. */
  head?: Uint8Array;
  recode: ((rows: Uint8Array) => Uint8Array) | undefined;
  most: number;
}

/** Sends at most `most` rows, as fast as the client reads them. `isComplete`: there are no more rows. */
export async function sendRows(
  channel: Channel,
  rows: RowSource,
  {head, recode, most}: Sending,
  answer: Run,
): Promise<{count: number; isComplete: boolean}> {
  let count = 0;
  while (count < most) {
    answer.throwIfAborted();
    const next = answer.until(rows.next(most - count));
    const batch = next instanceof Promise ? await next : next;
    if (head && count === 0) channel.write(head);
    if (!batch) return {count, isComplete: true};
    channel.write(recode ? recode(batch.bytes) : batch.bytes);
    count += batch.rows;
    if (channel.isFull) await channel.flush();
  }
  return {count, isComplete: false};
}

/** Sends all rows as `copy … to stdout` does, and returns the number of rows. */
export async function sendCopy(
  channel: Channel,
  rows: RowSource,
  copy: CopyOut,
  answer: Run,
): Promise<number> {
  const response = copyOutResponse(copy.isBinary, copy.columns);
  const head = copy.head ? Buffer.concat([response, copy.head]) : response;
  const sending = {head, recode: (batch: Uint8Array) => copy.messages(batch), most: Number.POSITIVE_INFINITY};
  const {count} = await sendRows(channel, rows, sending, answer);
  const {tail} = copy;
  if (tail) channel.write(tail);
  channel.write(COPY_DONE);
  return count;
}

/** Aborts `controller` with `signal`, until the returned function is called. */
export function abortWith(controller: AbortController, signal: AbortSignal): () => void {
  const abort = () => controller.abort(signal.reason);
  if (signal.aborted) abort();
  else signal.addEventListener("abort", abort, {once: true});
  return () => signal.removeEventListener("abort", abort);
}
