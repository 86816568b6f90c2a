import type {ByteWriter} from "./byte-writer.ts";
import {type Encode, UnreadableValue} from "./encode-numbers.ts";

const EMPTY = 0x01;
const LOWER_INCLUSIVE = 0x02;
const UPPER_INCLUSIVE = 0x04;
const LOWER_INFINITE = 0x08;
const UPPER_INFINITE = 0x10;

/** Reads `[1,5)`, `(,"2024-01-01 00:00:00")`, `empty`. */
export function encodeRange(encode: Encode): Encode {
  return (source, start, end, out) => {
    const text = source.toString("utf8", start, end);
    if (text === "empty") return out.int8(EMPTY);
    const match = /^([[(])("(?:[^"\\]|\\.|"")*"|[^,"]*),("(?:[^"\\]|\\.|"")*"|[^,"]*)([\])])$/.exec(text);
    if (!match) throw new UnreadableValue();
    const [, open, lower = "", upper = "", close] = match;
    out.int8(
      (lower === "" ? LOWER_INFINITE : open === "[" ? LOWER_INCLUSIVE : 0) |
        (upper === "" ? UPPER_INFINITE : close === "]" ? UPPER_INCLUSIVE : 0),
    );
    for (const bound of [lower, upper]) if (bound !== "") encodeBound(bound, encode, out);
  };
}

function encodeBound(bound: string, encode: Encode, out: ByteWriter): void {
  const plain = bound.startsWith('"')
    ? bound.slice(1, -1).replaceAll('""', '"').replaceAll(/\\(.)/g, "$1")
    : bound;
  const bytes = Buffer.from(plain);
  const lengthAt = out.reserve(4);
  encode(bytes, 0, bytes.length, out);
  out.putInt32(lengthAt, out.at - lengthAt - 4);
}
