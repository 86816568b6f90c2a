import {ServiceError} from "../../shared/core/errors.ts";

const QUOTE = 34;
const BACKSLASH = 92;
const LOWER_U = 117;
/** The length of two `\uXXXX` escapes: a surrogate pair, which the end of a chunk may cut in two. */
const MAX_ESCAPE_LENGTH = 12;

const SIMPLE: Readonly<Record<number, number>> = {
  [QUOTE]: QUOTE,
  [BACKSLASH]: BACKSLASH,
  47: 47,
  98: 8,
  102: 12,
  110: 10,
  114: 13,
  116: 9,
};

/** The unescaped text of a chunk of a JSON string, as UTF-8, and where reading stopped. */
export interface Unescaped {
  bytes: Uint8Array;
  /**
   * The position after the closing quote if the string has ended, else the position from which to read again with more
   * data.
   */
  next: number;
  ended: boolean;
}

/**
 * Reads a JSON string from `from`, after its opening quote (RFC 8259 §7). Throws `malformed_json` for an invalid
 * escape or a control character, `invalid_request` for half of a surrogate pair.
 */
export function unescapeString(data: Uint8Array, from: number, isLast: boolean): Unescaped {
  const out = new Uint8Array(data.length - from);
  let written = 0;
  let at = from;
  while (at < data.length) {
    const byte = data[at]!;
    if (byte === QUOTE) return {bytes: out.subarray(0, written), next: at + 1, ended: true};
    if (byte !== BACKSLASH) {
      if (byte < 32) throw malformed("a control character in a string must be escaped");
      out[written++] = byte;
      at++;
      continue;
    }
    const letter = data[at + 1];
    const simple = letter === undefined ? undefined : SIMPLE[letter];
    if (simple !== undefined) {
      out[written++] = simple;
      at += 2;
      continue;
    }
    if (at + MAX_ESCAPE_LENGTH > data.length && !isLast) break;
    if (letter !== LOWER_U) throw malformed("there is an unknown escape in a string");
    const [code, length] = codePointAt(data, at);
    written = writeUtf8(out, written, code);
    at += length;
  }
  if (isLast) throw malformed("a string is never closed");
  return {bytes: out.subarray(0, written), next: at, ended: false};
}

/** The code point of one `\uXXXX` or a pair of them, and how many bytes the escape takes. */
function codePointAt(data: Uint8Array, at: number): [code: number, length: number] {
  const first = hexAt(data, at + 2);
  if (first < 0xd800 || first > 0xdfff) return [first, 6];
  if (first < 0xdc00 && data[at + 6] === BACKSLASH && data[at + 7] === LOWER_U) {
    const second = hexAt(data, at + 8);
    if (second >= 0xdc00 && second <= 0xdfff) {
      return [0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00), MAX_ESCAPE_LENGTH];
    }
  }
  const message = "Text cannot contain half of a surrogate pair.";
  throw new ServiceError("invalid_request", `The body at /snapshotCsv is not as expected: ${message}`, {
    errors: [{path: "/snapshotCsv", message}],
  });
}

function hexAt(data: Uint8Array, at: number): number {
  const text = String.fromCharCode(...data.subarray(at, at + 4));
  if (!/^[0-9a-fA-F]{4}$/.test(text)) throw malformed("there is an unknown escape in a string");
  return Number.parseInt(text, 16);
}

/** Writes a code point as UTF-8, which is never longer than the escape that it replaces. */
function writeUtf8(out: Uint8Array, at: number, code: number): number {
  if (code < 0x80) out[at++] = code;
  else if (code < 0x800) {
    out[at++] = 0xc0 | (code >> 6);
    out[at++] = 0x80 | (code & 63);
  } else if (code < 0x10000) {
    out[at++] = 0xe0 | (code >> 12);
    out[at++] = 0x80 | ((code >> 6) & 63);
    out[at++] = 0x80 | (code & 63);
  } else {
    out[at++] = 0xf0 | (code >> 18);
    out[at++] = 0x80 | ((code >> 12) & 63);
    out[at++] = 0x80 | ((code >> 6) & 63);
    out[at++] = 0x80 | (code & 63);
  }
  return at;
}

function malformed(reason: string): ServiceError {
  return new ServiceError("malformed_json", `The body is not JSON: ${reason}.`);
}
