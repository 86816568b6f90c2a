import {crc32, deflateRawSync, inflateRawSync} from "node:zlib";

interface Packed {
  path: string;
  content?: string | Uint8Array;
  /** For a link, its target. */
  link?: string;
}

const BLOCK = 512;

/** A tar archive (POSIX.1-1988, "ustar"). */
export function tarOf(entries: readonly Packed[]): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const {path, content = "", link} of entries) {
    const bytes = Buffer.from(content);
    const header = Buffer.alloc(BLOCK);
    header.write(path, 0, 100);
    header.write("0000644\0", 100);
    header.write(`${bytes.length.toString(8).padStart(11, "0")}\0`, 124);
    header.write(link === undefined ? "0" : "2", 156);
    if (link !== undefined) header.write(link, 157, 100);
    header.write("ustar\x0000", 257);
    parts.push(header, bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK));
  }
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]);
}

/** A zip archive (APPNOTE.TXT §4.3). `claimed` is the size that the archive declares for each file, true or not. */
export function zipOf(entries: readonly Packed[], claimed?: number): Uint8Array {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const {path, content = "", link} of entries) {
    const bytes = Buffer.from(link ?? content);
    const packed = deflateRawSync(bytes);
    const name = Buffer.from(path);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(claimed ?? bytes.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, name, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(link === undefined ? 0 : 0o120777 * 65_536, 6);
    rest.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x03"), common, rest, name]));
    locals.push(local);
    at += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, listed, end]);
}

/** The files of a zip archive by name, as text (APPNOTE.TXT §4.3). */
export function unzipped(archive: Uint8Array): Map<string, string> {
  const view = Buffer.from(archive);
  const end = view.lastIndexOf("PK\x05\x06");
  const files = new Map<string, string>();
  let at = view.readUInt32LE(end + 16);
  for (let left = view.readUInt16LE(end + 10); left > 0; left--) {
    const method = view.readUInt16LE(at + 10);
    const size = view.readUInt32LE(at + 20);
    const nameLength = view.readUInt16LE(at + 28);
    const local = view.readUInt32LE(at + 42);
    const name = view.subarray(at + 46, at + 46 + nameLength).toString();
    const start = local + 30 + view.readUInt16LE(local + 26) + view.readUInt16LE(local + 28);
    const content = view.subarray(start, start + size);
    files.set(name, (method === 0 ? content : inflateRawSync(content)).toString());
    at += 46 + nameLength + view.readUInt16LE(at + 30) + view.readUInt16LE(at + 32);
  }
  return files;
}
