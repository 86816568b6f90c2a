import {fromWireError, readWireError, toWireError} from "../wire-error.ts";

/** `E`, as of Postgres' `ErrorResponse`. */
export const ERROR_MESSAGE = 0x45;
const HEAD_BYTES = 5;

/**
 * Ends rows in the format `data_rows` with an error: a message of Postgres' form, which holds JSON. HTTP could only
 * break the body off.
 */
export function endWithError(rows: ReadableStreamDefaultController<Uint8Array>, error: unknown): void {
  const text = Buffer.from(JSON.stringify(toWireError(error)));
  const message = Buffer.alloc(HEAD_BYTES + text.length);
  message[0] = ERROR_MESSAGE;
  message.writeInt32BE(text.length + HEAD_BYTES - 1, 1);
  message.set(text, HEAD_BYTES);
  rows.enqueue(message);
  rows.close();
}

/** The error of a whole message. */
export function decodeRowsError(message: Uint8Array): Error {
  const text = new TextDecoder().decode(message.subarray(HEAD_BYTES));
  return fromWireError(readWireError(JSON.parse(text)));
}
