import {isIPv4, isIPv6} from "node:net";
import {type Encode, UnreadableValue} from "./encode-numbers.ts";

export const encodeText: Encode = (source, start, end, out) => out.copy(source, start, end);

/** The version comes before the text of a `jsonb` or `jsonpath`. The version is always 1. */
export const encodeVersioned: Encode = (source, start, end, out) => {
  out.int8(1);
  out.copy(source, start, end);
};

export const encodeNothing: Encode = () => undefined;

/** The type "char": one byte. The text is octal if the byte is not an ASCII letter. */
export const encodeChar: Encode = (source, start, end, out) => {
  const first = source[start] ?? 0;
  if (end === start) out.int8(0);
  else if (end - start === 4 && first === BACKSLASH)
    out.int8(Number.parseInt(source.toString("latin1", start + 1, end), 8));
  else out.int8(first);
};

const BACKSLASH = 0x5c;
const X = 0x78;

/** Reads both forms of `bytea_output`. */
export const encodeBytea: Encode = (source, start, end, out) => {
  if (source[start] === BACKSLASH && source[start + 1] === X) {
    const at = out.reserve((end - start - 2) / 2);
    out.bytes.write(source.toString("latin1", start + 2, end), at, "hex");
    return;
  }
  for (let i = start; i < end; i++) {
    const byte = source[i] ?? 0;
    if (byte !== BACKSLASH) out.int8(byte);
    else if (source[i + 1] === BACKSLASH) {
      out.int8(BACKSLASH);
      i++;
    } else {
      out.int8(Number.parseInt(source.toString("latin1", i + 1, i + 4), 8));
      i += 3;
    }
  }
};

export const encodeUuid: Encode = (source, start, end, out) => {
  const hex = source.toString("latin1", start, end).replaceAll("-", "");
  if (!/^[\da-f]{32}$/i.test(hex)) throw new UnreadableValue();
  out.copy(Buffer.from(hex, "hex"));
};

/** `macaddr` and `macaddr8`. */
export const encodeMac: Encode = (source, start, end, out) =>
  out.copy(Buffer.from(source.toString("latin1", start, end).replaceAll(":", ""), "hex"));

export const encodeBits: Encode = (source, start, end, out) => {
  out.int32(end - start);
  for (let i = start; i < end; i += 8) {
    let byte = 0;
    for (let bit = 0; bit < 8; bit++) if (i + bit < end && source[i + bit] === 0x31) byte |= 0x80 >> bit;
    out.int8(byte);
  }
};

const FAMILY_V4 = 2;
const FAMILY_V6 = 3;

function encodeNetwork(isCidr: boolean): Encode {
  return (source, start, end, out) => {
    const [address = "", bits] = source.toString("latin1", start, end).split("/");
    const isV4 = isIPv4(address);
    if (!isV4 && !isIPv6(address)) throw new UnreadableValue();
    const bytes = isV4 ? Buffer.from(address.split(".").map(Number)) : bytesOfV6(address);
    out.int8(isV4 ? FAMILY_V4 : FAMILY_V6);
    out.int8(bits === undefined ? bytes.length * 8 : Number(bits));
    out.int8(isCidr ? 1 : 0);
    out.int8(bytes.length);
    out.copy(bytes);
  };
}
export const encodeInet = encodeNetwork(false);
export const encodeCidr = encodeNetwork(true);

function bytesOfV6(address: string): Buffer {
  const withoutV4 = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) =>
    [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)].map(word => word.toString(16)).join(":"),
  );
  const [head = "", tail] = withoutV4.split("::");
  const words = (part: string) => part.split(":").filter(Boolean);
  const before = words(head);
  const after = words(tail ?? "");
  const all = [...before, ...Array.from({length: 8 - before.length - after.length}, () => "0"), ...after];
  return Buffer.from(all.map(word => word.padStart(4, "0")).join(""), "hex");
}
