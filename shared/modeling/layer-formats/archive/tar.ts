import {ImportFault, type Unpacked, type UnpackLimits} from "./unpacked.ts";

const BLOCK = 512;
const REGULAR = new Set(["0", "\0", "7"]);
const LINKS = new Set(["1", "2"]);

/** The files of a tar archive, in its order: ustar, with the long names of GNU and of pax. */
export function readTar(bytes: Uint8Array, limits: UnpackLimits): Unpacked[] {
  const files: Unpacked[] = [];
  let longName: string | undefined;
  let entries = 0;
  for (let at = 0; at + BLOCK <= bytes.length; ) {
    const header = bytes.subarray(at, at + BLOCK);
    if (header.every(byte => byte === 0)) break;
    if (++entries > limits.entries)
      throw new ImportFault(`The archive has more than ${limits.entries} entries.`);
    const size = sizeOf(header);
    const start = at + BLOCK;
    if (!Number.isSafeInteger(size) || size < 0 || start + size > bytes.length) {
      throw new ImportFault("The archive breaks off: an entry is longer than what is left of it.");
    }
    at = start + Math.ceil(size / BLOCK) * BLOCK;
    const type = String.fromCharCode(header[156] ?? 0);
    const content = bytes.subarray(start, start + size);
    if (type === "L") longName = decodeText(content);
    else if (type === "x") longName = paxPath(content) ?? longName;
    else if (type !== "g") {
      const path = longName ?? nameOf(header);
      longName = undefined;
      if (REGULAR.has(type)) files.push({path, read: () => content, size});
      else if (LINKS.has(type)) files.push({path, refused: "it is a link"});
    }
  }
  return files;
}

/** Whether the bytes are a tar archive, by the magic value in its first header. */
export function isTar(bytes: Uint8Array): boolean {
  return bytes.length >= BLOCK && decodeText(bytes.subarray(257, 262)) === "ustar";
}

function nameOf(header: Uint8Array): string {
  const name = decodeText(header.subarray(0, 100));
  const prefix = decodeText(header.subarray(345, 500));
  return prefix === "" ? name : `${prefix}/${name}`;
}

/** A number in octal digits, or in base 256 if the first bit is set. */
function sizeOf(header: Uint8Array): number {
  const field = header.subarray(124, 136);
  if (((field[0] ?? 0) & 0x80) === 0) return Number.parseInt(decodeText(field).trim() || "0", 8);
  return field.subarray(1).reduce((size, byte) => size * 256 + byte, 0);
}

function paxPath(content: Uint8Array): string | undefined {
  return /(?:^|\n)\d+ path=([^\n]*)\n/.exec(decodeText(content))?.[1];
}

function decodeText(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
}
