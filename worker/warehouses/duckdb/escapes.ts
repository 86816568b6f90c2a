const code = (character: string) => character.charCodeAt(0);
const [QUOTE, BACKSLASH, COMMA, CR, LF, SPACE] = [code('"'), code("\\"), code(","), 13, 10, 32];
const APOSTROPHE = code("'");

/** Whether a text with this byte has to be escaped or quoted. */
export function needsEscape(byte: number, isJson: boolean): boolean {
  if (byte === QUOTE) return true;
  return isJson ? byte < SPACE || byte === BACKSLASH : byte === COMMA || byte === CR || byte === LF;
}

/** Encodes a JSON string as DuckDB does, with upper-case hexadecimal digits in `\uXXXX`. */
export function jsonText(text: Uint8Array): Uint8Array {
  const json = JSON.stringify(Buffer.from(text).toString());
  return Buffer.from(
    json.replaceAll(/\\(?:u([0-9a-f]{4})|.)/g, (escaped: string, hex?: string) =>
      hex === undefined ? escaped : `\\u${hex.toUpperCase()}`,
    ),
  );
}

/** The last two of the three UTF-8 bytes of the full-width signs `＝＋－＠`, and those of the byte order mark. */
const WIDE_SIGNS = new Set([0xbc_9d, 0xbc_8b, 0xbc_8d, 0xbc_a0]);
const BYTE_ORDER_MARK = 0xbb_bf;
const WIDE = 0xef;

/** Whether a text could have a formula that begins with this byte, by the same rule as `safeCsvQuote`. */
export function mayBeginFormula(byte: number): boolean {
  return byte === WIDE || "=+-@\t\r\n".includes(String.fromCharCode(byte));
}

/** Whether a spreadsheet may split a text behind this byte, by the same rule as `safeCsvQuote`. */
export function maySplit(byte: number): boolean {
  return ";\t\r\n".includes(String.fromCharCode(byte));
}

function isSign(text: Uint8Array, at: number): boolean {
  const byte = text[at] ?? 0;
  return byte === WIDE ? WIDE_SIGNS.has(pairAt(text, at + 1)) : "=+-@".includes(String.fromCharCode(byte));
}

function isFormula(text: Uint8Array): boolean {
  const byte = text[0] ?? 0;
  return isSign(text, 0) || (byte === WIDE ? pairAt(text, 1) === BYTE_ORDER_MARK : mayBeginFormula(byte));
}

function pairAt(text: Uint8Array, at: number): number {
  return ((text[at] ?? 0) << 8) | (text[at + 1] ?? 0);
}

/** Quotes a CSV cell, as `csvQuote` and `safeCsvQuote` do, but on bytes. */
export function csvText(text: Uint8Array, isSafe: boolean): Uint8Array {
  const written = new Uint8Array(2 * text.length + 3);
  let at = 1;
  if (isSafe && isFormula(text)) written[at++] = APOSTROPHE;
  let isQuoted = false;
  for (let i = 0; i < text.length; i++) {
    const byte = text[i] ?? 0;
    isQuoted ||= needsEscape(byte, false);
    if (byte === QUOTE) written[at++] = QUOTE;
    written[at++] = byte;
    if (isSafe && maySplit(byte) && isSign(text, i + 1)) written[at++] = APOSTROPHE;
  }
  if (!isQuoted) return written.subarray(1, at);
  written[0] = QUOTE;
  written[at++] = QUOTE;
  return written.subarray(0, at);
}
