/** Parts of one, with their words in the languages of most reports. */
const PARTS: readonly [words: string, factor: number][] = [
  [
    "pp|ppts?|%-?punkte?n?|percentage[ -]points?|prozentpunkte?n?|points? de pourcentage|puntos? porcentual(?:es)?|punt[oi] percentual[ei]|pontos? percentua(?:l|is)|procentpunt(?:en)?",
    0.01,
  ],
  [
    "%|per ?cent[oi]?|pct|prozent|pour cent|por ciento|por cento|procent\\p{L}*|prosent\\p{L}*|százalék|процент\\p{L}*|パーセント",
    0.01,
  ],
  ["‰|promille|per mille", 0.001],
  ["‱|bps?|basis points?|basispunkte?n?|points? de base|puntos? básicos?", 0.0001],
];
const SCALES: readonly [words: string, factor: number][] = [
  ["hundred|hundert", 100],
  [
    "k|thousand|tausend|tsd|mille|mil|mila|duizend|tusen|tys|tysiące|tysięcy|тыс|тысяч[аи]?|ribu|nghìn|हज़ार|ألف|tis|tisíce?|ezer|mii|хиляди|χιλιάδες|אלף|هزار|bin|tuhatta|tuhat",
    1e3,
  ],
  ["lakhs?|lacs?|लाख", 1e5],
  [
    "m|mm|mn|mio|mln|million(?:s|en|i)?|millón|millones|milion[ei]?|milionów|miliony|milhão|milhões|miljoen|miljoner|miljon|milyon|milijuna?|milijuni|milijona?|milijonov|miljoonaa?|млн|миллион(?:а|ов)?|милиона|juta|triệu|مليون|millió|milioane|εκατομμύρια|מיליון|میلیون",
    1e6,
  ],
  ["crores?|cr|करोड़", 1e7],
  [
    "b|bn|bln|mrd|mld|mia|billions?|milliarden?|milliards?|miliard[oiy]?|miliardów|miljard|miljarder|miljardia?|miljardi|milijard[aei]|milyar|miliar|bilhão|bilhões|млрд|миллиард(?:а|ов)?|tỷ|مليار|milliárd|miliarde",
    1e9,
  ],
  [
    "tn|trn|trln|trillions?|billón|billones|billionen|trilhão|trilhões|trilyon|triliun|bilião|biliões|biljoen|biljon|biljoner",
    1e12,
  ],
  ["quadrillions?", 1e15],
];
/** Scales whose letters have another meaning in the other case: 5T is 5 trillion, and 5t are tonnes. */
const LETTERS: Readonly<Record<string, number>> = {T: 1e12, G: 1e9};
/** Scales of scripts that write the next word without a space. */
const SIGNS: Readonly<Record<string, number>> = {
  十: 10,
  십: 10,
  百: 100,
  백: 100,
  千: 1e3,
  천: 1e3,
  พัน: 1e3,
  万: 1e4,
  萬: 1e4,
  만: 1e4,
  หมื่น: 1e4,
  แสน: 1e5,
  ล้าน: 1e6,
  億: 1e8,
  亿: 1e8,
  억: 1e8,
  兆: 1e12,
  조: 1e12,
};
const COMPILED_PARTS = PARTS.map(([words, factor]) => [wholeWord(words), factor] as const);
const COMPILED_SCALES = SCALES.map(([words, factor]) => [wholeWord(words), factor] as const);
const PERCENT_BEFORE = /(?:%|yüzde|百分之)\s*[\d.,]/iu;

function wholeWord(words: string): RegExp {
  return new RegExp(`^[\\s-]*(?:${words})(?![\\p{L}\\p{N}])`, "iu");
}

/** A written number. `tolerance` is half of its last digit: the exact value may differ by this much. */
export interface ReadFigure {
  value: number;
  tolerance: number;
  /** Whether the value is written as a part of a whole: in percent, per mille, percentage points or basis points. */
  isPercent: boolean;
  /** The factor of the written scale: 1,000,000 for `1.2M`. */
  scale: number;
}

export type DecimalMark = "." | ",";

/**
 * Reads a figure as people write it: `€1.2M`, `12.5 %`, `1,234`. The harness has a reader of its own, because it judges
 * the service's reader, which verifies figures. With a decimal mark, `1.234` and `1,234` are read by it. Returns
 * `undefined` if the text has no number, or if it can be read as two different numbers.
 */
export function readFigure(text: string, mark?: DecimalMark): ReadFigure | undefined {
  const match = numberIn(text);
  if (!match) return undefined;
  const number = plainNumber(match.digits, mark);
  if (number === undefined) return undefined;
  const {factor, isPercent} = unitOf(text.slice(0, match.end), text.slice(match.end));
  const decimals = number.split(".")[1]?.length ?? 0;
  const sign = /^[-−–]/.test(match.all) || /^\(.*\)$/.test(text.trim()) ? -1 : 1;
  return {
    value: sign * Number(number) * factor,
    tolerance: 0.5 * 10 ** -decimals * factor,
    isPercent,
    scale: factor,
  };
}

/** The decimal mark of an answer, from its figures that can be read in one way; `undefined` without such a figure. */
export function decimalMarkOf(texts: readonly string[]): DecimalMark | undefined {
  const marks = new Set(texts.flatMap(text => certainMark(numberIn(text)?.digits ?? "") ?? []));
  return marks.size === 1 ? [...marks][0] : undefined;
}

function certainMark(digits: string): DecimalMark | undefined {
  const last = digits.lastIndexOf(".") > digits.lastIndexOf(",") ? "." : ",";
  const other = last === "." ? "," : ".";
  const parts = digits.split(last);
  if (parts.length === 1) return undefined;
  if (digits.includes(other)) return last;
  // Several equal marks separate groups. A mark that cannot separate a group of three digits is a decimal mark.
  if (parts.length > 2) return other;
  return parts[1]?.length === 3 && /^[1-9]\d{0,2}$/.test(parts[0] ?? "") ? undefined : last;
}

function numberIn(text: string): {all: string; digits: string; end: number} | undefined {
  const match = /[-−–]?\s*[^\d\s.,-]{0,4}\s*(\.\d+|\d[\d.,'’\u00a0\u2007-\u2009\u202f ]*\d|\d)/u.exec(text);
  const digits = match?.[1]?.replaceAll(/['’\s]/g, "");
  return match && digits !== undefined
    ? {all: match[0], digits, end: match.index + match[0].length}
    : undefined;
}

function unitOf(before: string, behind: string): {factor: number; isPercent: boolean} {
  const part = COMPILED_PARTS.find(([word]) => word.test(behind))?.[1];
  if (part !== undefined) return {factor: part, isPercent: true};
  const letter = /^\s*(\p{Lu})(?![\p{L}\p{N}])/u.exec(behind)?.[1] ?? "";
  const sign = Object.keys(SIGNS).find(one => behind.trimStart().startsWith(one)) ?? "";
  const factor =
    LETTERS[letter] ?? SIGNS[sign] ?? COMPILED_SCALES.find(([word]) => word.test(behind))?.[1] ?? 1;
  return factor === 1 && PERCENT_BEFORE.test(before)
    ? {factor: 0.01, isPercent: true}
    : {factor, isPercent: false};
}

/** The digits with a point before the decimals, whether the text has a point or a comma there. */
function plainNumber(digits: string, mark: DecimalMark | undefined): string | undefined {
  const point = Math.max(digits.lastIndexOf("."), digits.lastIndexOf(","));
  if (point < 0) return digits;
  const sign = digits.charAt(point);
  const isOnce = digits.indexOf(sign) === point;
  const others = digits.includes(sign === "." ? "," : ".");
  const decimals = digits.length - point - 1;
  if (others && !isOnce) return undefined;
  const isDecimal = sign === (mark ?? ".");
  const groups =
    !others && (!isOnce || (decimals === 3 && /^[1-9]\d{0,2}$/.test(digits.slice(0, point)) && !isDecimal));
  const bare = digits.replaceAll(/[.,]/g, "");
  return groups ? bare : `${bare.slice(0, bare.length - decimals)}.${bare.slice(-decimals)}`;
}

/** Whether the figure has the value of the cell, rounded to the figure's digits. A word may replace the minus. */
export function matchesCell({value, tolerance, isPercent}: ReadFigure, cell: number): boolean {
  const near = (one: number) =>
    Math.abs(Math.abs(value) - Math.abs(one)) <= tolerance * (1 + 1e-9) + Math.abs(one) * 1e-9;
  // A value in percent, such as 12.5, may also be written with the percent sign.
  return near(cell) || (isPercent && near(cell / 100));
}

/**
 * Whether the figure of an answer equals the figure of the truth: within the tolerance of the truth, or else within
 * half of the truth's last digit. A word may replace the minus.
 */
export function isFigure(truth: ReadFigure, {value, isPercent}: ReadFigure): boolean {
  const near = (factor: number) => {
    const expected = Math.abs(truth.value) * factor;
    return Math.abs(Math.abs(value) - expected) <= truth.tolerance * factor * (1 + 1e-9) + expected * 1e-9;
  };
  if (near(1)) return true;
  // A value in percent, such as 12.5, may be written with or without the percent sign.
  return isPercent !== truth.isPercent && near(isPercent ? 0.01 : 100);
}
