import {inflateRawSync} from "node:zlib";
import {ImportFault, type Unpacked, type UnpackLimits} from "./unpacked.ts";

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const MAX_COMMENT_LENGTH = 65_535;
const SYMLINK = 0o120000;
const FILE_TYPE = 0o170000;

/** The files of a zip archive, by its central directory. Their content is unpacked only when it is read. */
export function readZip(bytes: Uint8Array, limits: UnpackLimits): Unpacked[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  if (count > limits.entries) throw new ImportFault(`The archive has more than ${limits.entries} entries.`);
  const files: Unpacked[] = [];
  let at = view.getUint32(end + 16, true);
  for (let i = 0; i < count; i++) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== ENTRY) {
      throw new ImportFault(
        "The zip archive's directory is broken, or has the Zip64 format, which is not supported.",
      );
    }
    const nameLength = view.getUint16(at + 28, true);
    const path = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
    const entry = {
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      local: view.getUint32(at + 42, true),
    };
    const mode = view.getUint32(at + 38, true) >>> 16;
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (path.endsWith("/")) continue;
    if ((mode & FILE_TYPE) === SYMLINK) files.push({path, refused: "it is a link"});
    else if ((entry.flags & 1) !== 0) files.push({path, refused: "it is encrypted"});
    else files.push({path, size: entry.size, read: most => unpack(bytes, view, path, entry, most)});
  }
  return files;
}

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);
}

function findEnd(view: DataView): number {
  const least = Math.max(0, view.byteLength - 22 - MAX_COMMENT_LENGTH);
  for (let at = view.byteLength - 22; at >= least; at--) {
    if (view.getUint32(at, true) === END) return at;
  }
  throw new ImportFault("The zip archive breaks off: it has no directory at its end.");
}

/** The size in the directory may be false, so the unpacked bytes are limited on their own. */
function unpack(
  bytes: Uint8Array,
  view: DataView,
  path: string,
  {method, packed, local}: {method: number; packed: number; local: number},
  most: number,
): Uint8Array {
  if (local + 30 > view.byteLength || view.getUint32(local, true) !== LOCAL) {
    throw new ImportFault(`The entry "${path}" of the zip archive is broken.`);
  }
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  const content = bytes.subarray(start, start + packed);
  if (method === 0) return content;
  if (method !== 8)
    throw new ImportFault(`The entry "${path}" is compressed with method ${method}, which is not supported.`);
  try {
    return inflateRawSync(content, {maxOutputLength: Math.max(1, most)});
  } catch (error) {
    const tooLarge = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    throw new ImportFault(
      tooLarge
        ? "The archive unpacks to more than is read."
        : `The entry "${path}" of the zip archive is broken.`,
    );
  }
}
