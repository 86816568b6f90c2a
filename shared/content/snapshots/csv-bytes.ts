import {CHUNK_BYTES} from "../../core/wire/snapshot.ts";

/** A CSV as bytes, given as a text or as a stream. */
export async function* csvBytes(
  csv: ReadableStream<Uint8Array> | Uint8Array | string,
): AsyncIterableIterator<Uint8Array> {
  if (csv instanceof Uint8Array) yield csv;
  else if (typeof csv === "string") {
    const encoder = new TextEncoder();
    // Half of a surrogate pair at the end of a chunk would be lost, so the half is moved into the next chunk.
    for (let at = 0; at < csv.length; ) {
      let end = Math.min(csv.length, at + CHUNK_BYTES);
      if (end < csv.length && /[\ud800-\udbff]/.test(csv[end - 1] ?? "")) end--;
      yield encoder.encode(csv.slice(at, end));
      at = end;
    }
  } else yield* csv;
}
