import {ServiceError} from "../../../core/errors.ts";

/**
 * A result's bytes as text, charged to an allowance that several results may share. Throws `refusal` once the allowance
 * is used up.
 */
export async function readResultText(
  body: Uint8Array | ReadableStream<Uint8Array>,
  allowance: {bytes: number},
  refusal: () => ServiceError = tooLarge,
): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of body instanceof Uint8Array ? [body] : body) {
    allowance.bytes -= part.byteLength;
    if (allowance.bytes < 0) throw refusal();
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

/** The error for a result with more bytes than the allowance had left. */
export class ResultTooLarge extends ServiceError {
  constructor() {
    super("invalid_request", "The results are too large together: ask for less, or lower the limit.");
  }
}

function tooLarge(): ServiceError {
  return new ResultTooLarge();
}
