/**
 * Text of a model without what a reader cannot see, and with every digit written 0 to 9: a number must not look like
 * one and be another. Removes control characters, marks of direction, invisible characters and marks upon digits;
 * joiners stay between letters and in emoji, where scripts need them.
 */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\t\n]/gu, "")
    .replaceAll(JOINERS, "")
    .replaceAll(INVISIBLE, "")
    .replaceAll(/(\p{N})(?:\p{M}|\ufe0f)+/gu, "$1")
    .replaceAll(/(?![0-9])\p{Nd}/gu, digit => String(digitOf(digit)))
    .replaceAll(FOREIGN_SIGNS, sign => SIGNS[sign] ?? sign);
}

const PART_OF_WORD = "(?:[\\p{L}\\p{M}\\p{Extended_Pictographic}]|\\ufe0f)";
const JOINER = "(?:\\u200c|\\u200d)";
/** Joiners outside of words and emoji change nothing. */
const JOINERS = new RegExp(`(?<!${PART_OF_WORD})${JOINER}+|${JOINER}+(?!${PART_OF_WORD})`, "gu");
const INVISIBLE = new RegExp(
  `(?!${JOINER}|\\ufe0f)(?:[\\p{Default_Ignorable_Code_Point}\\p{Bidi_Control}\\ufff9-\\ufffb]|[\\u2800\\ufffe\\uffff])`,
  "gu",
);

const SIGNS: Readonly<Record<string, string>> = {
  "٫": ".",
  "٬": ",",
  "٪": "%",
  "．": ".",
  "，": ",",
  "％": "%",
  "﹪": "%",
  "－": "-",
  "﹣": "-",
  "＋": "+",
  "＄": "$",
  "﹩": "$",
  "￥": "¥",
  "￡": "£",
  "￠": "¢",
  "（": "(",
  "）": ")",
  "｛": "{",
  "｝": "}",
  "＇": "'",
  "⁃": "-",
  "‐": "-",
  "‑": "-",
  "‒": "–",
};
const FOREIGN_SIGNS = new RegExp(`[${Object.keys(SIGNS).join("")}]`, "gu");

/** Decimal digits stand in Unicode in rows of ten, from zero on (The Unicode Standard, 4.6). */
function digitOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--;
  return (code - first) % 10;
}
