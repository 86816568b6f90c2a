/** The type that all cells of a column fit; `none` for a column without values. */
export type CellKind = "none" | "number" | "boolean" | "date" | "timestamp" | "text";

const SPACE = 32;
const TAB = 9;
const MINUS = 45;
const PLUS = 43;
const DOT = 46;
const COMMA = 44;
const COLON = 58;
const ZERO = 48;
const UPPER_T = 84;
const UPPER_Z = 90;

/** The most digits of a decimal that every engine holds exactly. */
const MOST_DIGITS = 38;
/** A double holds every number of up to 15 digits exactly, but only some of 16 or 17. */
const SAFE_DIGITS = 15;
const DOUBLE_DIGITS = 17;
const LONGEST_TIMESTAMP = 40;
const LARGEST_64 = "9223372036854775807";
const SMALLEST_64 = "9223372036854775808";

/**
 * Looks at every cell of one column and finds the narrowest type that holds them all exactly. A cell that fits no type
 * makes the column text: leading zeros, a plus sign, `NaN`, dates that do not exist. Empty cells fit every type.
 */
export class ColumnProfile {
  kind: CellKind = "none";
  /** Whether cells have spaces around them, or are empty quotes, which must be removed before a cast. */
  needsTrim = false;
  /** The most digits before the decimal point; `scale` is the most after it. */
  wholeDigits = 0;
  scale = 0;
  beyond64 = false;
  hasExponent = false;
  decimalComma = false;
  hasOffset = false;
  /**
   * Whether an offset is written in a way that DuckDB does not parse: without a colon, after a space, or after a time
   * without seconds.
   */
  hasLooseOffset = false;
  #hasPoint = false;
  #survivesDouble = true;

  constructor(private readonly allowsComma: boolean) {}

  /** Adds a cell to the profile: its content, without the quotes around it. */
  look(bytes: Buffer, from: number, to: number, quoted: boolean): void {
    let start = from;
    let end = to;
    while (start < end && isSpace(bytes[start]!)) start++;
    while (end > start && isSpace(bytes[end - 1]!)) end--;
    if (start > from || end < to || (quoted && start === end)) this.needsTrim = true;
    if (start === end) return;
    const kind = this.#kindOf(bytes, start, end);
    if (this.kind === kind) return;
    if (this.kind === "none") this.kind = kind;
    else if (isDateOrTimestamp(this.kind) && isDateOrTimestamp(kind)) this.kind = "timestamp";
    else this.kind = "text";
  }

  /** The DuckDB number type that keeps every digit; `undefined` where there is none. */
  numberType(): string | undefined {
    if (this.decimalComma && this.#hasPoint) return undefined;
    if (!this.hasExponent) {
      if (this.scale === 0 && !this.beyond64) return "bigint";
      const whole = Math.max(this.wholeDigits, 1);
      // Parquet has no integers beyond 64 bits; as decimals such numbers keep their digits.
      if (whole + this.scale <= MOST_DIGITS)
        return `decimal(${this.scale === 0 ? MOST_DIGITS : whole + this.scale}, ${this.scale})`;
    }
    return this.#survivesDouble ? "double" : undefined;
  }

  #kindOf(bytes: Buffer, start: number, end: number): CellKind {
    const first = bytes[start]!;
    if (isDigit(first) || first === MINUS || first === DOT) {
      if (this.#takeNumber(bytes, start, end)) return "number";
      return end - start <= LONGEST_TIMESTAMP ? this.#dateKind(bytes, start, end) : "text";
    }
    const length = end - start;
    if (length === 4 || length === 5) {
      const word = bytes.toString("latin1", start, end).toLowerCase();
      if (word === "true" || word === "false") return "boolean";
    }
    return "text";
  }

  #takeNumber(bytes: Buffer, start: number, end: number): boolean {
    const signed = bytes[start] === MINUS;
    let at = signed ? start + 1 : start;
    const whole = at;
    while (at < end && isDigit(bytes[at]!)) at++;
    const wholeDigits = at - whole;
    if (wholeDigits > 1 && bytes[whole] === ZERO) return false;
    let scale = 0;
    if (at < end && (bytes[at] === DOT || (bytes[at] === COMMA && this.allowsComma))) {
      const isComma = bytes[at] === COMMA;
      const fractionStart = ++at;
      while (at < end && isDigit(bytes[at]!)) at++;
      scale = at - fractionStart;
      if (scale === 0) return false;
      if (isComma) this.decimalComma = true;
      else this.#hasPoint = true;
    }
    if (wholeDigits + scale === 0) return false;
    if (at < end) return this.#takeExponent(bytes, start, at, end, wholeDigits);
    if (wholeDigits > this.wholeDigits) this.wholeDigits = wholeDigits;
    if (scale > this.scale) this.scale = scale;
    if (scale === 0 && wholeDigits >= 19 && !this.beyond64) {
      const digits = bytes.toString("latin1", whole, end);
      this.beyond64 = wholeDigits > 19 || digits > (signed ? SMALLEST_64 : LARGEST_64);
    }
    if (wholeDigits + scale > SAFE_DIGITS) this.#checkDouble(bytes, start, end);
    return true;
  }

  /** An exponent, as in `1.5e-07`. With more than one digit before the point, the cell may be a code, so it is text. */
  #takeExponent(bytes: Buffer, start: number, at: number, end: number, wholeDigits: number): boolean {
    if ((bytes[at]! | 32) !== 101 || wholeDigits !== 1) return false;
    let digits = at + 1;
    if (bytes[digits] === MINUS || bytes[digits] === PLUS) digits++;
    if (digits >= end) return false;
    for (let i = digits; i < end; i++) if (!isDigit(bytes[i]!)) return false;
    this.hasExponent = true;
    this.#checkDouble(bytes, start, end);
    return true;
  }

  /** Checks whether a double would print the same digits again. */
  #checkDouble(bytes: Buffer, start: number, end: number): void {
    if (!this.#survivesDouble) return;
    const written = bytes.toString("latin1", start, end);
    // Most numbers are written in JavaScript's own form, which is the quickest check.
    if (String(Number(written)) === written) return;
    const text = written.replace(",", ".");
    const value = Number(text);
    const digits = significant(text);
    this.#survivesDouble =
      Number.isFinite(value) &&
      digits.length <= DOUBLE_DIGITS &&
      significant(value.toExponential()) === digits;
  }

  /** Accepts `2026-01-31`, `2026-01-31T10:00`, `2026-01-31 10:00:00.123456+02:00`, `…Z` and `… UTC`. */
  #dateKind(bytes: Buffer, start: number, end: number): CellKind {
    if (end - start < 10 || bytes[start + 4] !== MINUS || bytes[start + 7] !== MINUS) return "text";
    const year = numberAt(bytes, start, 4);
    const month = numberAt(bytes, start + 5, 2);
    const day = numberAt(bytes, start + 8, 2);
    if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return "text";
    if (end - start === 10) return "date";
    if (bytes[start + 10] !== SPACE && bytes[start + 10] !== UPPER_T) return "text";
    let at = start + 11;
    if (end - at < 5 || bytes[at + 2] !== COLON) return "text";
    if (!within(numberAt(bytes, at, 2), 23) || !within(numberAt(bytes, at + 3, 2), 59)) return "text";
    at += 5;
    const hasSeconds = at < end && bytes[at] === COLON;
    if (hasSeconds) {
      if (end - at < 3 || !within(numberAt(bytes, at + 1, 2), 59)) return "text";
      at += 3;
      if (at < end && bytes[at] === DOT) {
        const fractionStart = ++at;
        // Digits beyond microseconds must be zeros.
        while (at < end && isDigit(bytes[at]!))
          if (at++ - fractionStart >= 6 && bytes[at - 1] !== ZERO) return "text";
        if (at === fractionStart) return "text";
      }
    }
    if (at === end) return "timestamp";
    const zone = bytes.toString("latin1", at, end);
    if (!isZone(zone)) return "text";
    this.hasOffset = true;
    this.hasLooseOffset ||= !hasSeconds || /^ [+-]|\d{4}$/.test(zone);
    return "timestamp";
  }
}

function isZone(text: string): boolean {
  return text.charCodeAt(0) === UPPER_Z
    ? text.length === 1
    : /^( UTC| ?[+-](0\d|1[0-5])(:?[0-5]\d)?)$/.test(text);
}

function significant(text: string): string {
  const mantissa = /^-?([\d.]*)/.exec(text)?.[1] ?? "";
  return mantissa.replace(".", "").replace(/^0+/, "").replace(/0+$/, "");
}

function isDateOrTimestamp(kind: CellKind): boolean {
  return kind === "date" || kind === "timestamp";
}

function isSpace(byte: number): boolean {
  return byte === SPACE || byte === TAB;
}

function isDigit(byte: number): boolean {
  return byte >= 48 && byte <= 57;
}

function within(value: number, most: number): boolean {
  return value >= 0 && value <= most;
}

/** A number of exactly `length` digits; `-1` where one of them is not a digit. */
function numberAt(bytes: Buffer, at: number, length: number): number {
  let value = 0;
  for (let i = at; i < at + length; i++) {
    const digit = bytes[i]! - ZERO;
    if (!(digit >= 0 && digit <= 9)) return -1;
    value = value * 10 + digit;
  }
  return value;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
