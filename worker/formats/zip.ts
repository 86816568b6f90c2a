import {PassThrough, Readable} from "node:stream";
import {buffer} from "node:stream/consumers";
import ZipStream from "zip-stream";

/** The fastest level: a slightly smaller file is not worth the time. */
const COMPRESSION_LEVEL = 1;
/** The size of the compressor's parts; its default of 16 KB takes a turn of the event loop for each. */
const PART_BYTES = 256 * 1024;

export type ZipEntry = [name: string, content: string | AsyncIterable<Uint8Array>];

/**
 * A zip archive of these files in this order, in parts. Files are read while the archive is read, and ending the
 * iteration ends the reading.
 */
export async function* zipParts(entries: readonly ZipEntry[]): AsyncGenerator<Uint8Array, void> {
  const zip = new ZipStream({zlib: {level: COMPRESSION_LEVEL, chunkSize: PART_BYTES}});
  const out = new PassThrough({highWaterMark: PART_BYTES});
  let source: Readable | undefined;
  const fill = async () => {
    for (const [name, content] of entries) {
      await new Promise<void>((resolve, reject) => {
        source = typeof content === "string" ? undefined : Readable.from(content, {objectMode: false});
        source?.once("error", reject);
        zip.entry(source ?? String(content), {name}, error => (error ? reject(error) : resolve()));
      });
    }
    zip.finish();
  };
  zip.on("error", error => out.destroy(error));
  zip.pipe(out);
  fill().catch(error => out.destroy(error));
  try {
    for await (const part of out) yield part;
  } finally {
    source?.destroy();
    zip.destroy();
    out.destroy();
  }
}

/** The archive of `zipParts` as one buffer. */
export function zipped(entries: readonly ZipEntry[]): Promise<Buffer> {
  return buffer(zipParts(entries));
}
