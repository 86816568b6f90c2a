import {isUtf8} from "node:buffer";
import {csvFault} from "./csv-fault.ts";

const LF = 10;
const CR = 13;

/**
 * Refuses NUL bytes and invalid UTF-8 between `from` and `to`. `line` is the line number of the first byte of `data`.
 */
export function refuseNonText(data: Buffer, from: number, to: number, line: number): void {
  const zero = data.indexOf(0, from);
  if (zero >= 0 && zero < to) {
    throw csvFault(
      line + breaksIn(data, 0, zero),
      "there is a NUL byte (U+0000), which text cannot hold. If the file is UTF-16, save it as UTF-8.",
    );
  }
  if (!isUtf8(data.subarray(from, to))) {
    const at = firstNonUtf8(data, from, to);
    throw csvFault(line + breaksIn(data, 0, at), "this is not UTF-8. Save the file as UTF-8.");
  }
}

/** Counts line breaks as an editor does: LF, CRLF and CR are one each. */
export function breaksIn(data: Buffer, from: number, to: number): number {
  let breaks = 0;
  for (let at = from; at < to; at++) {
    const byte = data[at]!;
    if (byte === LF || (byte === CR && data[at + 1] !== LF)) breaks++;
  }
  return breaks;
}

/** Finds the first invalid UTF-8 by bisection. */
function firstNonUtf8(data: Buffer, from: number, to: number): number {
  let good = from;
  let bad = to;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    // Moves the cut to a boundary between characters.
    let cut = middle;
    while (cut > good && (data[cut]! & 0xc0) === 0x80) cut--;
    if (cut === good) break;
    if (isUtf8(data.subarray(from, cut))) good = cut;
    else bad = cut;
  }
  return good;
}
