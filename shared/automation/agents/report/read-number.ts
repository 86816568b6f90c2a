import {powerOfScale} from "./number-words.ts";
import {negated, powerOfTen, type Rational, readDecimal, times} from "./rational.ts";
import type {NumberToken} from "./scan-numbers.ts";

export type DecimalMark = "." | ",";

/**
 * The value of a written number. `half` is half the place of its last digit: the exact value may differ by this much.
 */
export interface WrittenNumber {
  readonly value: Rational;
  readonly half: Rational;
}

const SPACES = "[ \\u00a0\\u2007-\\u2009\\u202f'’]";
const GROUPED = new RegExp(`^([1-9]\\d{0,2})((?:${SPACES}\\d{3})+)(?:([.,])(\\d+))?$`);
const COMMAS = /^([1-9]\d{0,2})((?:,\d{3})+)(?:\.(\d+))?$/;
/** Indian grouping, by lakhs and crores. */
const INDIAN = /^([1-9]\d?)((?:,\d{2})+,\d{3})(?:\.(\d+))?$/;
const DOTS = /^([1-9]\d{0,2})((?:\.\d{3})+)(?:,(\d+))?$/;
const PLAIN = /^(0|[1-9]\d*)?(?:([.,])(\d+))?$/;

interface Written {
  whole: string;
  decimals: string;
  /** The decimal mark that this reading implies; `undefined` if the reading implies none. */
  mark?: DecimalMark;
}

/**
 * The decimal mark of a report, from its unambiguous numbers: "12.5" and "1,234,567" imply ".". Without an unambiguous
 * number, the mark is "."; `undefined` if the numbers contradict each other.
 */
export function decimalMarkOf(bodies: readonly string[]): DecimalMark | undefined {
  const marks = new Set(
    bodies.flatMap(body => {
      const written = readingsOf(body);
      return written.length === 1 && written[0]?.mark ? [written[0].mark] : [];
    }),
  );
  if (marks.size > 1) return undefined;
  return marks.has(",") ? "," : ".";
}

/** Parses a written number; `undefined` if the text is not a number, or if it is ambiguous without a decimal mark. */
export function readNumber(token: NumberToken, mark: DecimalMark | undefined): WrittenNumber | undefined {
  if (token.body === undefined) return undefined;
  const readings = readingsOf(token.body);
  const written = readings.length === 1 ? readings[0] : readings.find(one => one.mark === mark);
  const power = token.scale === undefined ? 0 : powerOfScale(token.scale);
  if (!written || power === undefined) return undefined;
  const {whole, decimals} = written;
  const read = readDecimal(decimals === "" ? whole : `${whole}.${decimals}`);
  if (!read) return undefined;
  const value = times(read, powerOfTen(power));
  const half = times({numerator: 1n, denominator: 2n}, powerOfTen(power - decimals.length));
  return {value: token.isNegative ? negated(value) : value, half};
}

/** The possible readings of digits and separators: "1,234" and "1.234" have two readings each. */
function readingsOf(body: string): Written[] {
  const spaced = GROUPED.exec(body);
  if (spaced) {
    const [, first = "", groups = "", mark, decimals = ""] = spaced;
    const isMark = mark === "." || mark === ",";
    // Different group separators within one text mean that the text is several numbers.
    if (new Set(groups.replaceAll(/\d/g, "")).size > 1) return [];
    return [{whole: digits(first + groups), decimals, ...(isMark ? {mark} : {})}];
  }
  const readings: Written[] = [];
  const commas = COMMAS.exec(body) ?? INDIAN.exec(body);
  if (commas)
    readings.push({whole: digits(`${commas[1]}${commas[2]}`), decimals: commas[3] ?? "", mark: "."});
  const dots = DOTS.exec(body);
  if (dots) readings.push({whole: digits(`${dots[1]}${dots[2]}`), decimals: dots[3] ?? "", mark: ","});
  const plain = PLAIN.exec(body);
  if (plain) {
    const [, whole = "0", mark, decimals = ""] = plain;
    if (mark === undefined) readings.push({whole, decimals});
    else readings.push({whole, decimals, mark: mark === "," ? "," : "."});
  }
  return readings;
}

function digits(text: string): string {
  return text.replaceAll(/\D/g, "");
}
