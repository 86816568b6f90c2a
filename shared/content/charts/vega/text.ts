import {advanceOf} from "./font-widths.ts";

const BOLD = 1.13;
const LONGEST = 1000;
const ELLIPSIS = "…";

/**
 * Text that is safe in a picture: one line, without control characters, without characters that XML forbids, and
 * without marks that change the direction of the text after them. Right-to-left text is unchanged.
 */
export function cleanText(text: string): string {
  const cut = text.length > LONGEST ? `${text.slice(0, LONGEST)}${ELLIPSIS}` : text;
  return cut
    .toWellFormed()
    .replace(/[\s\p{Cc}\u2028\u2029]+/gu, " ")
    .replace(/[\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g, "")
    .trim();
}

/** Width in pixels, in the font that pictures are drawn in. */
export function measureText(text: string, fontSize: number, bold = false): number {
  let width = 0;
  for (const character of text) width += advanceOf(character.codePointAt(0) ?? 0);
  return width * fontSize * (bold ? BOLD : 1);
}

/** The text. If the text is longer than `maxWidth` pixels, its beginning with an ellipsis. */
export function fitText(text: string, maxWidth: number, fontSize: number, bold = false): string {
  if (measureText(text, fontSize, bold) <= maxWidth) return text;
  const room = maxWidth - measureText(ELLIPSIS, fontSize, bold);
  let width = 0;
  let fitting = "";
  for (const {segment} of graphemes.segment(text)) {
    width += measureText(segment, fontSize, bold);
    if (width > room) break;
    fitting += segment;
  }
  return `${fitting.trimEnd()}${ELLIPSIS}`;
}

const graphemes = new Intl.Segmenter("en", {granularity: "grapheme"});

/** The text in lines of at most `maxWidth` pixels. The last allowed line ends with an ellipsis if more text follows. */
export function wrapText(text: string, maxWidth: number, fontSize: number, maxLines: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line ? `${line} ${word}` : word;
    if (line && measureText(longer, fontSize) > maxWidth) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  lines.push(line);
  const fittingLines = lines.slice(0, maxLines);
  const last = fittingLines.at(-1) ?? "";
  if (lines.length > maxLines) fittingLines[fittingLines.length - 1] = `${last}${ELLIPSIS}`;
  return fittingLines.map(one => fitText(one, maxWidth, fontSize));
}
