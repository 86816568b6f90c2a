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

/** Whether a text that begins with this byte could be a formula, by the same rule as `safeCsvQuote`. */
export function isFormula(byte: number): boolean {
  return "=+-@\t\r\n".includes(String.fromCharCode(byte));
}

/** Quotes a CSV cell, as `csvQuote` and `safeCsvQuote` do, but on bytes. */
export function csvText(text: Uint8Array, isSafe: boolean): Uint8Array {
  const written = new Uint8Array(2 * text.length + 3);
  let at = 1;
  if (isSafe && isFormula(text[0] ?? 0)) written[at++] = APOSTROPHE;
  let isQuoted = false;
  for (let i = 0; i < text.length; i++) {
    const byte = text[i] ?? 0;
    isQuoted ||= needsEscape(byte, false);
    if (byte === QUOTE) written[at++] = QUOTE;
    written[at++] = byte;
  }
  if (!isQuoted) return written.subarray(1, at);
  written[0] = QUOTE;
  written[at++] = QUOTE;
  return written.subarray(0, at);
}
