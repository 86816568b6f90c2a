const DATA_ROW = "D".charCodeAt(0);
const BACKSLASH = "\\".charCodeAt(0);
const TAB = 9;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const NULL = [BACKSLASH, "N".charCodeAt(0)] as const;
const ESCAPES: Readonly<Record<number, number>> = {
  [BACKSLASH]: BACKSLASH,
  [TAB]: "t".charCodeAt(0),
  [LINE_FEED]: "n".charCodeAt(0),
  [CARRIAGE_RETURN]: "r".charCodeAt(0),
};

/**
 * Whole `DataRow` messages as rows of `copy … from stdin` in text format
 * (https://www.postgresql.org/docs/18/sql-copy.html#SQL-COPY-FILE-FORMATS), and their number.
 */
export function copyText(messages: Uint8Array): {text: Uint8Array; rowCount: number} {
  const view = new DataView(messages.buffer, messages.byteOffset, messages.byteLength);
  // Escapes may double the length of a value; the seven bytes before a row and the four before each value make room
  // for separators.
  const text = Buffer.allocUnsafeSlow(messages.length * 2);
  let to = 0;
  let rowCount = 0;
  for (let at = 0; at < messages.length; rowCount++) {
    if (messages[at] !== DATA_ROW) throw new Error("the rows of an input are not DataRow messages");
    const count = view.getInt16(at + 5);
    at += 7;
    for (let c = 0; c < count; c++) {
      if (c > 0) text[to++] = TAB;
      const length = view.getInt32(at);
      at += 4;
      if (length < 0) {
        text[to++] = NULL[0];
        text[to++] = NULL[1];
        continue;
      }
      for (const end = at + length; at < end; at++) {
        const byte = messages[at] ?? 0;
        if (byte === BACKSLASH || (byte <= CARRIAGE_RETURN && ESCAPES[byte] !== undefined)) {
          text[to++] = BACKSLASH;
          text[to++] = ESCAPES[byte] ?? byte;
        } else text[to++] = byte;
      }
    }
    text[to++] = LINE_FEED;
  }
  return {text: text.subarray(0, to), rowCount};
}
