import {PassThrough, type Readable} from "node:stream";
import {buffer} from "node:stream/consumers";
import ZipStream from "zip-stream";

/** The fastest level: a slightly smaller file is not worth the time. */
const COMPRESSION_LEVEL = 1;

export type ZipEntry = [name: string, content: string | Readable];

/** A zip archive of these files in this order, as a stream. Destroying the stream stops the compression. */
export function zipStream(entries: readonly ZipEntry[]): PassThrough {
  const zip = new ZipStream({level: COMPRESSION_LEVEL});
  const out = new PassThrough({highWaterMark: 256 * 1024});
  zip.on("error", (error: Error) => out.destroy(error));
  out.on("close", () => zip.destroy());
  zip.pipe(out);
  fill(zip, entries).catch(error => out.destroy(error));
  return out;
}

/** The same archive as one buffer. */
export function zipped(entries: readonly ZipEntry[]): Promise<Buffer> {
  return buffer(zipStream(entries));
}

async function fill(zip: ZipStream, entries: readonly ZipEntry[]): Promise<void> {
  for (const [name, content] of entries) {
    await new Promise<void>((resolve, reject) => {
      if (typeof content !== "string") content.once("error", reject);
      zip.entry(content, {name}, (error?: Error | null) => (error ? reject(error) : resolve()));
    });
  }
  zip.finish();
}
