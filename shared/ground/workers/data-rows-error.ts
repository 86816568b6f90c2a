import {fromWireError, readWireError, type WireError} from "../wire-error.ts";

/** `E`, as of Postgres' `ErrorResponse`. */
export const ERROR_MESSAGE = 0x45;
const HEAD_BYTES = 5;

/**
 * An error behind the rows of a result in the format `data_rows`: a message of Postgres' form, which holds JSON. HTTP
 * could only break the body off.
 */
export function encodeRowsError(error: WireError): Uint8Array {
  const text = Buffer.from(JSON.stringify(error));
  const message = Buffer.alloc(HEAD_BYTES + text.length);
  message[0] = ERROR_MESSAGE;
  message.writeInt32BE(text.length + HEAD_BYTES - 1, 1);
  message.set(text, HEAD_BYTES);
  return message;
}

/** The error of a whole message. */
export function decodeRowsError(message: Uint8Array): Error {
  const text = new TextDecoder().decode(message.subarray(HEAD_BYTES));
  return fromWireError(readWireError(JSON.parse(text)));
}
