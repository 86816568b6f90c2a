/** An exact number, `numerator / denominator` with a positive denominator. Doubles would round the compared values. */
export interface Rational {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

const DECIMAL = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/;
/** The most digits. No warehouse returns longer numbers, and calculating with longer numbers takes too much time. */
const MAX_DIGITS = 400;

/** Parses a number in the notation of JSON or SQL; `undefined` for any other text. */
export function readDecimal(text: string): Rational | undefined {
  const match = DECIMAL.exec(text);
  if (!match) return undefined;
  const [, sign = "", whole = "", decimals = "", power = "0"] = match;
  const exponent = Number(power) - decimals.length;
  if (Math.abs(exponent) > MAX_DIGITS || whole.length + decimals.length > MAX_DIGITS) return undefined;
  const digits = BigInt(`${whole}${decimals}`) * (sign === "-" ? -1n : 1n);
  return times({numerator: digits, denominator: 1n}, powerOfTen(exponent));
}

export function powerOfTen(exponent: number): Rational {
  const power = 10n ** BigInt(Math.abs(exponent));
  return exponent < 0 ? {numerator: 1n, denominator: power} : {numerator: power, denominator: 1n};
}

export function times(a: Rational, b: Rational): Rational {
  return {numerator: a.numerator * b.numerator, denominator: a.denominator * b.denominator};
}

export function minus(a: Rational, b: Rational): Rational {
  return {
    numerator: a.numerator * b.denominator - b.numerator * a.denominator,
    denominator: a.denominator * b.denominator,
  };
}

export function negated({numerator, denominator}: Rational): Rational {
  return {numerator: -numerator, denominator};
}

export function absolute(a: Rational): Rational {
  return a.numerator < 0n ? negated(a) : a;
}

/** The quotient; `undefined` for a division by zero. */
export function dividedBy(a: Rational, b: Rational): Rational | undefined {
  if (b.numerator === 0n) return undefined;
  const quotient = {numerator: a.numerator * b.denominator, denominator: a.denominator * b.numerator};
  return quotient.denominator < 0n
    ? {numerator: -quotient.numerator, denominator: -quotient.denominator}
    : quotient;
}

export function isAtMost(a: Rational, b: Rational): boolean {
  return minus(a, b).numerator <= 0n;
}

/** The nearest double, for people to read. */
export function toNumber({numerator, denominator}: Rational): number {
  const [top, bottom] = [Number(numerator), Number(denominator)];
  if (Number.isFinite(top) && Number.isFinite(bottom)) return top / bottom;
  return Number((numerator * 10n ** 20n) / denominator) / 1e20;
}
