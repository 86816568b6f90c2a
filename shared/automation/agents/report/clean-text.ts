/**
 * Removes from a model's text what a reader cannot see, and writes every digit as 0 to 9, so that no number looks like
 * another number. Control characters, direction marks, invisible characters and combining marks on digits are removed.
 * Joiners stay between letters and in emoji, where scripts need them.
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
/** Joiners outside of words and emoji, where they have no effect. */
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

/** Unicode lays out decimal digits in runs of ten, beginning with zero (The Unicode Standard, 4.6). */
function digitOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--;
  return (code - first) % 10;
}
