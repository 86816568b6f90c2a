import {ServiceError} from "../shared/errors.ts";

/** A result's bytes as text, taken from an allowance that several results may share: `invalid_request` beyond it. */
export async function textOf(
  body: Uint8Array | ReadableStream<Uint8Array>,
  allowance: {bytes: number},
): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of body instanceof Uint8Array ? [body] : body) {
    allowance.bytes -= part.byteLength;
    if (allowance.bytes < 0) {
      throw new ServiceError(
        "invalid_request",
        "The results are too large together: ask for less, or lower the limit.",
      );
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
