import type {Kind, Source} from "./cells.ts";
import {directionOf} from "./direction.ts";
import {absolute, isAtMost, minus, negated, powerOfTen, type Rational, times} from "./rational.ts";
import type {WrittenNumber} from "./read-number.ts";
import type {NumberToken, Unit} from "./scan-numbers.ts";

/**
 * The tolerance for rounding errors in sums of doubles, as a factor of half the last digit's place. With it, 0.15
 * rounds up although the double is 0.1499999.
 */
const FLOAT_TOLERANCE: Rational = {numerator: 1_000_001n, denominator: 1_000_000n};

/**
 * The largest relative error of a number that is written with a scale. Without this limit, "1 bn" could be off by half
 * of its value. A number of two digits is always within the limit.
 */
const MAX_DEVIATION: Rational = {numerator: 5n, denominator: 100n};
const ROUNDED_TOO_FAR = "It is rounded by more than 5%. Write one more digit.";

/**
 * For each kind and unit, the power of ten by which the written number is greater than the value in the evidence. A
 * unit without an entry is not possible for the kind.
 */
const POWERS: Readonly<Record<Kind, Partial<Record<Unit | "none", number>>>> = {
  cell: {none: 0, other: 0, currency: 0, times: 0, percent: 2, points: 2, permille: 3, basis_points: 4},
  difference: {none: 0, other: 0, currency: 0, points: 2, basis_points: 4},
  change: {none: 0, percent: 2, permille: 3},
  share: {none: 0, percent: 2, permille: 3},
  ratio: {none: 0, times: 0, percent: 2},
};

/** Units that are parts of one. */
const PARTS: ReadonlySet<Unit | "none"> = new Set(["percent", "permille", "points", "basis_points"]);

/**
 * The reason why a written number does not match the evidence, as a sentence; `undefined` if the number matches the
 * exact value, rounded to the digits that are written. Signs must agree, with one exception: a negative difference or
 * change may be written without its sign if the nearest words call it a fall. A positive difference or change must not
 * be called a fall.
 */
export function misfitOf(
  token: NumberToken,
  written: WrittenNumber,
  source: Source,
  text: string,
): string | undefined {
  const power = powerOf(token, source);
  if (power === undefined) return unitFault(source.kind);
  const scaledValue = times(written.value, powerOfTen(-power));
  const half = times(written.half, powerOfTen(-power));
  const {kind, value} = source;
  const isRounded = (actual: Rational) =>
    isAtMost(absolute(minus(actual, scaledValue)), times(half, FLOAT_TOLERANCE));
  const isNear = (actual: Rational) =>
    isRounded(actual) &&
    (token.scale === undefined ||
      isAtMost(absolute(minus(actual, scaledValue)), times(absolute(actual), MAX_DEVIATION)));
  const isChange = kind === "difference" || kind === "change";
  const direction = token.isSigned ? undefined : directionOf(text, token);
  if (isNear(value)) {
    const isFallOfRise = isChange && direction === "fall" && value.numerator > 0n;
    return isFallOfRise ? "The words call it a fall, but the first cell is more than the second." : undefined;
  }
  const isUnsignedFall = !token.isSigned && value.numerator < 0n && isNear(negated(value));
  if (isUnsignedFall && direction === "fall") return undefined;
  if (isUnsignedFall) return "It is negative. Write its sign, or say that it fell.";
  return isRounded(value) && !isNear(value) ? ROUNDED_TOO_FAR : misfit(kind);
}

function powerOf(token: NumberToken, {kind, isPercent}: Source): number | undefined {
  const unit = token.unit ?? "none";
  const power = POWERS[kind][unit];
  // Cells with percents are already greater by two powers of ten.
  const isWhole = isPercent && PARTS.has(unit) && (kind === "cell" || kind === "difference");
  return power !== undefined && isWhole ? power - 2 : power;
}

function misfit(kind: Kind): string {
  return kind === "cell"
    ? "It is not the value of its cell, rounded to these digits."
    : `It is not the ${kind} of its cells, rounded to these digits.`;
}

function unitFault(kind: Kind): string {
  if (kind === "difference") return "A difference of percents is written in percentage points.";
  return `Its unit does not fit a ${kind}.`;
}
