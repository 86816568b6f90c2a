import {CURRENCY_CODES, isScaledMoney} from "./currencies.ts";
import {dateRanges} from "./dates.ts";
import type {Range} from "./flat-text.ts";
import {nameRanges} from "./names.ts";
import {numberWords, SCALE} from "./number-words.ts";

/** A number of a text as it is written, split into its parts. */
export interface NumberToken extends Range {
  readonly text: string;
  /** The digits and separators; `undefined` if the text cannot be read as one number. */
  readonly body?: string;
  readonly isNegative: boolean;
  /** Whether the text has a `+` or `-`. */
  readonly isSigned: boolean;
  readonly scale?: string;
  readonly unit?: Unit;
}

export type Unit = "percent" | "permille" | "points" | "basis_points" | "times" | "currency" | "other";

/** Names and years in a text that are known not to be figures. */
export interface Known {
  readonly names: ReadonlySet<string>;
  readonly years: ReadonlySet<string>;
}

const CODES = CURRENCY_CODES;
/** A currency: "US$", but not "M$", where the letter is a scale. */
const CURRENCY = `(?:(?:(?!(?:[KMGTB]|MM|BN|MN)\\p{Sc})[A-Z]{1,3})?\\p{Sc}|(?:${CODES})(?!\\p{L}))`;
const SPACE = "[ \\u00a0\\u2007-\\u2009\\u202f]";
const DIGIT = "[\\d\\p{No}\\p{Nl}]";
/** Excludes characters of scripts that have no space between a number and the words around it. */
const UNSPACED = "(?![\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Thai}])";
const LETTER = `(?:${UNSPACED}[\\p{L}_])`;
const WORD = `(?:${UNSPACED}[\\p{L}\\p{N}_])`;
const ATTACHED =
  "hrs?|h|d|s|ms|min|kg|g|t|km|cm|l|ml|kWh|MWh|GWh|kW|MW|KB|MB|GB|TB|px|pt|pcs|Wh|Hz|ha|mi|ft|lb|lbs|oz|m²|km²|m³";

const PERCENT_WORDS =
  "(?i:per ?cent|pct|prozent|pour cent|por ciento|por cento|per cento|percento|procent\\p{L}{0,2}|prosent\\p{L}{0,3}|százalék|процент\\p{L}{0,3})|パーセント";
const POINT_WORDS =
  "(?i:percentage[ -]points?|prozentpunkte?n?|points? de pourcentage|puntos? porcentual(?:es)?|punt[oi] percentual[ei]|pontos? percentua(?:l|is)|procentpunt(?:en)?)";
const BASIS_WORDS = "(?i:basis points?|basispunkte?n?|points? de base|puntos? básicos?)";
/** The percent sign or word before the number, as in some languages: "%12". */
const PERCENT_BEFORE = /(?:(?<!\p{N} ?)%|(?<!\p{L})(?:yüzde|百分之)) ?$/iu;

const UNIT = [
  `(?<points>${SPACE}?(?:pp|ppts?|%-?Punkte?n?|${POINT_WORDS})(?!\\p{L}))`,
  `(?<basis>${SPACE}?(?:bps?|${BASIS_WORDS})(?!\\p{L})|${SPACE}?‱)`,
  `(?<percent>${SPACE}?(?:%|(?:${PERCENT_WORDS})(?!\\p{L})))`,
  `(?<permille>${SPACE}?(?:‰|(?i:promille)(?!\\p{L})))`,
  `(?<times>${SPACE}?(?:[x×]|-?fold|times|mal)(?![\\p{L}\\p{N}]))`,
  `(?<currency>${SPACE}?${CURRENCY}(?![\\p{L}\\p{N}]))`,
  `(?<other>${SPACE}?°[CF]?|(?:${ATTACHED})(?![\\p{L}\\p{N}]))`,
].join("|");

const NUMBERS = new RegExp(
  [
    // A whole word with a digit after a letter is a name, or cannot be read as a number.
    `(?<word>(?<!${WORD})(?!(?:${CODES}|[A-Z]{1,2}\\p{Sc})\\p{N})${LETTER}${WORD}*?${DIGIT}${WORD}*(?:[.,]\\p{N}+)*)`,
    [
      `(?<minus>(?<![\\p{L}\\p{N}])(?i:minus|negative|moins|menos|meno|минус|мінус|eksi)${SPACE}|(?:负|負の?|マイナス) ?)?`,
      // A minus with a space after it, unless the minus subtracts: "5 − 3".
      `(?<before>(?<![\\p{L}\\p{N}%)\\]])[-−–⁻+±]|(?<!\\p{L})(?<![\\p{N}\\p{Sc}%)\\]]${SPACE}?)−${SPACE})?`,
      `(?:(?<money>${CURRENCY}${SPACE}?)(?<after>[-−–+±])?)?`,
      `(?<body>(?<!\\p{N})\\d{1,3}(?:${SPACE}\\d{3})+(?![\\p{N}])(?:[.,]\\d+)?|(?<![\\p{N}.])\\.\\d+|${DIGIT}+(?:[.,'’·/_^⁄]${DIGIT}+)*)`,
      `${SCALE}?(?:${UNIT})?(?<junk>${WORD}+(?:[.,]\\p{N}+)*|\\+(?!\\p{N}))?`,
    ].join(""),
  ].join("|"),
  "gu",
);

/**
 * The character that replaces each character of a range without figures. It is not a letter, digit, space or symbol.
 */
const MASK = "\ufffc";

/**
 * The numbers of a text, in order: digits with their sign, scale and unit, and number words. Dates, names and similar
 * texts are left out. In the ranges `placed`, which the agent declared to be figures, only an unmistakable date is left
 * out.
 */
export function scanNumbers(text: string, known: Known, placed: readonly Range[]): NumberToken[] {
  let masked = text;
  for (const {start, end} of [...dateRanges(text, known.years), ...nameRanges(text, known.names)]) {
    const isDigits = /^\d+$/.test(text.slice(start, end));
    const isFigure = placed.some(
      range => overlaps(range, {start, end}) && (isDigits || start < range.start || range.end < end),
    );
    if (!isFigure) masked = masked.slice(0, start) + MASK.repeat(end - start) + masked.slice(end);
  }
  const found = [...masked.matchAll(NUMBERS)].map(match => tokenOf(match, masked));
  const words = numberWords(masked)
    .filter(range => !found.some(token => overlaps(token, range)))
    .map(({start, end}) => ({start, end, text: text.slice(start, end), isNegative: false, isSigned: false}));
  return [...found, ...words].sort((a, b) => a.start - b.start);
}

export function overlaps(a: Range, b: Range): boolean {
  return a.start < b.end && b.start < a.end;
}

function tokenOf({index, 0: text, groups = {}}: RegExpExecArray, whole: string): NumberToken {
  const {word, minus, before, after, body, scale, compound, letter, spaced, junk} = groups;
  const sign = before ?? after;
  const token = {
    start: index,
    end: index + text.length,
    text,
    isNegative: minus !== undefined || (sign !== undefined && /[-−–⁻]/.test(sign)),
    isSigned: minus !== undefined || sign !== undefined,
  };
  const isUnreadable =
    [word, junk, compound].some(part => part !== undefined) ||
    sign === "±" ||
    (before !== undefined && after !== undefined);
  if (body === undefined || isUnreadable || (minus !== undefined && sign !== undefined)) return token;
  const percentBefore = PERCENT_BEFORE.exec(whole.slice(Math.max(0, index - 8), index))?.[0];
  const unit = unitOf(groups) ?? (percentBefore === undefined ? undefined : "percent");
  if (isScaledMoney(whole, {...token, isMoney: unit === "currency"})) return token;
  const power = scale ?? letter ?? spaced;
  const withUnit = unit === "percent" && percentBefore !== undefined ? `${percentBefore}${text}` : text;
  return {
    ...token,
    text: withUnit,
    body,
    ...(power === undefined ? {} : {scale: power}),
    ...(unit ? {unit} : {}),
  };
}

function unitOf(groups: Record<string, string | undefined>): Unit | undefined {
  if (groups["points"] !== undefined) return "points";
  if (groups["basis"] !== undefined) return "basis_points";
  if (groups["percent"] !== undefined) return "percent";
  if (groups["permille"] !== undefined) return "permille";
  if (groups["times"] !== undefined) return "times";
  if (groups["money"] !== undefined || groups["currency"] !== undefined) return "currency";
  return groups["other"] === undefined ? undefined : "other";
}
