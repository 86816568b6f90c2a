import {inflateRawSync} from "node:zlib";

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
