import {Readable} from "node:stream";
import {buffer} from "node:stream/consumers";
import {pipeline} from "node:stream/promises";
import {crc32, createDeflateRaw} from "node:zlib";

/** The fastest level: a slightly smaller file is not worth the time. */
const COMPRESSION_LEVEL = 1;
/** The size of the compressor's parts; its default of 16 KB takes a turn of the event loop for each. */
const PART_BYTES = 256 * 1024;

export type ZipEntry = [name: string, content: string | AsyncIterable<Uint8Array>];

interface Written {
  name: Buffer;
  offset: number;
  crc: number;
  sizeBytes: number;
  compressedBytes: number;
}

/**
 * A zip archive of these files in this order (APPNOTE.TXT §4.3), in parts. Each file is read as the archive is, and ending
 * the iteration ends the reading.
 */
export async function* zipParts(entries: readonly ZipEntry[]): AsyncGenerator<Uint8Array, void> {
  const now = dosTime(new Date());
  const written: Written[] = [];
  let offset = 0;
  for (const [name, content] of entries) {
    const entry = {name: Buffer.from(name), offset, crc: 0, sizeBytes: 0, compressedBytes: 0};
    const header = localHeader(entry, now);
    yield header;
    for await (const part of deflated(content, entry)) {
      entry.compressedBytes += part.length;
      yield part;
    }
    const descriptor = dataDescriptor(entry);
    yield descriptor;
    offset += header.length + entry.compressedBytes + descriptor.length;
    written.push(entry);
  }
  const directory = written.map(entry => directoryHeader(entry, now));
  const sizeBytes = directory.reduce((sum, {length}) => sum + length, 0);
  yield Buffer.concat([...directory, directoryEnd(written.length, sizeBytes, offset)]);
}

/** The same archive as one buffer. */
export function zipped(entries: readonly ZipEntry[]): Promise<Buffer> {
  return buffer(zipParts(entries));
}

/** The compressed content. Its checksum and size are kept in the entry. */
async function* deflated(content: ZipEntry[1], entry: Written): AsyncGenerator<Uint8Array, void> {
  const counted = async function* () {
    for await (const part of typeof content === "string" ? [Buffer.from(content)] : content) {
      entry.crc = crc32(part, entry.crc);
      entry.sizeBytes += part.length;
      if (part.length > 0) yield part;
    }
  };
  const deflate = createDeflateRaw({level: COMPRESSION_LEVEL, chunkSize: PART_BYTES});
  const source = Readable.from(counted(), {objectMode: false, highWaterMark: PART_BYTES});
  // An error of the source ends the compressor, of whose parts the loop then throws it.
  const piped = pipeline(source, deflate).catch(() => undefined);
  try {
    for await (const part of deflate) yield part;
  } finally {
    source.destroy();
    deflate.destroy();
    await piped;
  }
}

const VERSION = 20;
const VERSION_64 = 45;
/** Sizes and checksum follow the content, and names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
const MOST_32 = 0xffff_ffff;
const MOST_16 = 0xffff;

function localHeader({name}: Written, time: number): Buffer {
  const header = Buffer.alloc(30);
  header.write("PK\x03\x04", 0, "latin1");
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt16LE(DEFLATED, 8);
  header.writeUInt32LE(time, 10);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function isLarge({sizeBytes, compressedBytes}: Written): boolean {
  return sizeBytes >= MOST_32 || compressedBytes >= MOST_32;
}

function dataDescriptor(entry: Written): Buffer {
  const width = isLarge(entry) ? 8 : 4;
  const descriptor = Buffer.alloc(8 + 2 * width);
  descriptor.write("PK\x07\x08", 0, "latin1");
  descriptor.writeUInt32LE(entry.crc, 4);
  for (const [i, size] of [entry.compressedBytes, entry.sizeBytes].entries()) {
    if (width === 8) descriptor.writeBigUInt64LE(BigInt(size), 8 + i * width);
    else descriptor.writeUInt32LE(size, 8 + i * width);
  }
  return descriptor;
}

function directoryHeader(entry: Written, time: number): Buffer {
  const is64 = isLarge(entry) || entry.offset >= MOST_32;
  const {name, crc} = entry;
  const header = Buffer.alloc(46);
  header.write("PK\x01\x02", 0, "latin1");
  header.writeUInt16LE(is64 ? VERSION_64 : VERSION, 4);
  header.writeUInt16LE(is64 ? VERSION_64 : VERSION, 6);
  header.writeUInt16LE(FLAGS, 8);
  header.writeUInt16LE(DEFLATED, 10);
  header.writeUInt32LE(time, 12);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(is64 ? MOST_32 : entry.compressedBytes, 20);
  header.writeUInt32LE(is64 ? MOST_32 : entry.sizeBytes, 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(is64 ? 28 : 0, 30);
  header.writeUInt32LE(is64 ? MOST_32 : entry.offset, 42);
  if (!is64) return Buffer.concat([header, name]);
  const sizes = Buffer.alloc(28);
  sizes.writeUInt16LE(1, 0);
  sizes.writeUInt16LE(24, 2);
  for (const [i, size] of [entry.sizeBytes, entry.compressedBytes, entry.offset].entries())
    sizes.writeBigUInt64LE(BigInt(size), 4 + i * 8);
  return Buffer.concat([header, name, sizes]);
}

/** The end of the central directory, with the larger form before it where the numbers do not fit (§4.3.14 to §4.3.16). */
function directoryEnd(count: number, sizeBytes: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  for (const at of [8, 10]) end.writeUInt16LE(Math.min(count, MOST_16), at);
  end.writeUInt32LE(Math.min(sizeBytes, MOST_32), 12);
  end.writeUInt32LE(Math.min(offset, MOST_32), 16);
  if (offset < MOST_32 && sizeBytes < MOST_32 && count < MOST_16) return end;
  const larger = Buffer.alloc(56);
  larger.write("PK\x06\x06", 0, "latin1");
  larger.writeBigUInt64LE(44n, 4);
  larger.writeUInt16LE(VERSION_64, 12);
  larger.writeUInt16LE(VERSION_64, 14);
  for (const at of [24, 32]) larger.writeBigUInt64LE(BigInt(count), at);
  larger.writeBigUInt64LE(BigInt(sizeBytes), 40);
  larger.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.write("PK\x06\x07", 0, "latin1");
  locator.writeBigUInt64LE(BigInt(offset + sizeBytes), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([larger, locator, end]);
}

/** MS-DOS's time in the lower half, and its date, which begins in 1980, in the upper one. */
function dosTime(at: Date): number {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  return ((date << 16) | time) >>> 0;
}
