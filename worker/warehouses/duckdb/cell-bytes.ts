import type {RowFormat} from "../warehouse.ts";
import {calendarOf} from "./calendar.ts";
import {csvText, jsonText, mayBeginFormula, maySplit, needsEscape} from "./escapes.ts";
import {FOUR_DIGITS, type Packed, packed, twoDigits, WORD} from "./packed-text.ts";

/**
 * Writes values as text into a byte buffer. It writes words of four bytes where possible, so the buffer may have some
 * bytes after the text that do not count.
 */
export class CellWriter {
  #bytes = new Uint8Array(0);
  #view = new DataView(this.#bytes.buffer);
  /**
   * The position of the next byte. It is not incremented with `++`, because the private field would then hold
   * floating-point numbers, which is three times as slow.
   */
  #at = 0;
  /** Bytes in the buffer beyond those announced to `begin`. */
  #spare = 0;
  /** The last day that was written, and the words of its text. */
  #lastDay = 0;
  #lastYear = FOUR_DIGITS[1970] ?? 0;
  #lastMonth = monthOf(1);
  #lastDayOfMonth = twoDigits(1);
  readonly #isJson: boolean;
  readonly #isSafe: boolean;
  /** For each byte, whether a text that contains it needs escapes or quotes. */
  readonly #needsEscape: Uint8Array;

  constructor(format: RowFormat) {
    this.#isJson = format === "json" || format === "ndjson";
    this.#isSafe = format === "csv_safe";
    this.#needsEscape = Uint8Array.from({length: 256}, (_, byte) =>
      Number(needsEscape(byte, this.#isJson) || (this.#isSafe && maySplit(byte))),
    );
  }

  /** Starts a new text in a buffer of at least this many bytes. The bytes returned before are no longer valid. */
  begin(sizeBytes: number): void {
    if (this.#bytes.length < sizeBytes + SLACK) this.#grow(sizeBytes + (sizeBytes >> 2) + SLACK);
    this.#spare = this.#bytes.length - sizeBytes - SLACK;
    this.#at = 0;
  }

  written(): Uint8Array {
    return this.#bytes.subarray(0, this.#at);
  }

  put({words, length}: Packed): void {
    const at = this.#at;
    const view = this.#view;
    for (let i = 0; i < words.length; i++) view.setInt32(at + i * WORD, words[i] ?? 0, true);
    this.#at = at + length;
  }

  /** Copies text that is encoded already. */
  text(text: Uint8Array, from: number, to: number): void {
    const bytes = this.#bytes;
    const at = this.#at;
    for (let i = from; i < to; i++) bytes[at + i - from] = text[i] ?? 0;
    this.#at = at + to - from;
  }

  null(): void {
    if (this.#isJson) this.put(NULL);
  }

  /** Writes a 64-bit integer, given as its low and high half. */
  integer(low: number, high: number): void {
    if (high === 0 && low >= 0) {
      this.#whole(low);
    } else if (isSafe(high)) {
      const value = high * TWO_32 + (low >>> 0);
      if (value < 0) this.#word(MINUS, 1);
      this.#large(Math.abs(value));
    } else {
      this.put(packed(String(wide(low, high))));
    }
  }

  /** Writes a date, given as days since 1970. */
  date(days: number): void {
    this.#quote();
    if (Math.abs(days) === INFINITE_DAYS) this.#infinity(days > 0);
    else this.#day(days);
    this.#quote();
  }

  /** Writes a timestamp, given as microseconds since 1970 in UTC in two halves. */
  timestamp(low: number, high: number): void {
    this.#quote();
    if (isSafe(high)) {
      const value = high * TWO_32 + (low >>> 0);
      const days = Math.floor(value / DAY_US);
      this.#moment(days, value - days * DAY_US);
    } else {
      const exact = wide(low, high);
      const rest = ((exact % WIDE_DAY_US) + WIDE_DAY_US) % WIDE_DAY_US;
      if (exact === INFINITE_US || exact === -INFINITE_US) this.#infinity(exact > 0n);
      else this.#moment(Number((exact - rest) / WIDE_DAY_US), Number(rest));
    }
    this.#quote();
  }

  /** Writes a UTF-8 text. The size given to `begin` includes its bytes and two quotes, but no escapes. */
  string(text: Uint8Array, from: number, to: number): void {
    const bytes = this.#bytes;
    const at = this.#at;
    const needsEscape = this.#needsEscape;
    const start = this.#isJson ? at + 1 : at;
    for (let i = from; i < to; i++) {
      const byte = text[i] ?? 0;
      if (needsEscape[byte] !== 0 || (this.#isSafe && i === from && mayBeginFormula(byte))) {
        this.#escaped(text.slice(from, to));
        return;
      }
      bytes[start + i - from] = byte;
    }
    const end = start + to - from;
    if (this.#isJson) {
      bytes[at] = QUOTE;
      bytes[end] = QUOTE;
      this.#at = end + 1;
    } else if (from === to) {
      this.put(EMPTY);
    } else {
      this.#at = end;
    }
  }

  #escaped(text: Uint8Array): void {
    const written = this.#isJson ? jsonText(text) : csvText(text, this.#isSafe);
    const more = written.length - text.length;
    if (more > this.#spare) {
      const before = this.#bytes.length;
      this.#grow(2 * before + more);
      this.#spare += this.#bytes.length - before;
    }
    this.#spare -= more;
    this.#bytes.set(written, this.#at);
    this.#at += written.length;
  }

  #grow(sizeBytes: number): void {
    const larger = new Uint8Array(sizeBytes);
    larger.set(this.#bytes.subarray(0, this.#at));
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }

  #quote(): void {
    if (this.#isJson) this.#word(QUOTE, 1);
  }

  /** Writes the first `length` bytes of a word. */
  #word(bytes: number, length: number): void {
    this.#view.setInt32(this.#at, bytes, true);
    this.#at += length;
  }

  #infinity(isPositive: boolean): void {
    if (!isPositive && this.#isSafe) this.#word(APOSTROPHE, 1);
    this.put(isPositive ? INFINITY : MINUS_INFINITY);
  }

  #moment(days: number, microseconds: number): void {
    this.#day(days);
    const seconds = (microseconds / 1e6) | 0;
    const minutes = (seconds / 60) | 0;
    const hours = (minutes / 60) | 0;
    const minute = twoDigits(minutes - hours * 60);
    const second = twoDigits(seconds - minutes * 60);
    this.#word(T | (twoDigits(hours) << 8) | (COLON << 24), 4);
    this.#word(minute | (COLON << 16) | (second << 24), 4);
    this.#word((second >> 8) | (Z << 8), 2);
    const fraction = microseconds - seconds * 1e6;
    if (fraction > 0) this.#fraction(fraction);
  }

  /** Writes the fraction of a second over the `Z` at the end, and then the `Z` again. */
  #fraction(microseconds: number): void {
    const high = (microseconds / 100) | 0;
    this.#at -= 1;
    this.#word(POINT, 1);
    this.#word(FOUR_DIGITS[high] ?? 0, 4);
    this.#word(twoDigits(microseconds - high * 100), 2);
    let end = this.#at;
    while (this.#bytes[end - 1] === ZERO) end--;
    this.#at = end;
    this.#word(Z, 1);
  }

  #day(days: number): void {
    if (days !== this.#lastDay) {
      const {year, month, day} = calendarOf(days);
      if (year <= 0 || year > 9999) {
        this.#farDay(year, month, day);
        return;
      }
      this.#lastDay = days;
      this.#lastYear = FOUR_DIGITS[year] ?? 0;
      this.#lastMonth = monthOf(month);
      this.#lastDayOfMonth = twoDigits(day);
    }
    this.#word(this.#lastYear, 4);
    this.#word(this.#lastMonth, 4);
    this.#word(this.#lastDayOfMonth, 2);
  }

  /**
   * Writes a date before year 1 or after year 9999. The apostrophe keeps a spreadsheet from taking the sign of a year
   * for the beginning of a formula.
   */
  #farDay(year: number, month: number, day: number): void {
    const displayYear = Math.abs(year);
    if (year < 0) this.#word(this.#isSafe ? APOSTROPHE | (MINUS << 8) : MINUS, this.#isSafe ? 2 : 1);
    if (displayYear < 10_000) this.#word(FOUR_DIGITS[displayYear] ?? 0, 4);
    else this.#whole(displayYear);
    this.#word(monthOf(month), 4);
    this.#word(twoDigits(day), 2);
  }

  #large(value: number): void {
    if (value >= 1e8) {
      const high = Math.floor(value / 1e8);
      this.#large(high);
      this.#eight(value - high * 1e8);
    } else {
      this.#whole(value | 0);
    }
  }

  /** Writes a non-negative integer of at most 31 bits. */
  #whole(value: number): void {
    if (value < 10_000) {
      const width = value < 100 ? (value < 10 ? 1 : 2) : value < 1000 ? 3 : 4;
      this.#word((FOUR_DIGITS[value] ?? 0) >> ((WORD - width) * 8), width);
    } else {
      const high = (value / 10_000) | 0;
      this.#whole(high);
      this.#word(FOUR_DIGITS[value - high * 10_000] ?? 0, 4);
    }
  }

  #eight(value: number): void {
    const high = (value / 10_000) | 0;
    this.#word(FOUR_DIGITS[high] ?? 0, 4);
    this.#word(FOUR_DIGITS[value - high * 10_000] ?? 0, 4);
  }
}

/** The most bytes of values with a bounded length, including quotes. */
export const MAX_BYTES = {
  integer: "-9223372036854775808".length,
  date: '"-5877641-06-25"'.length,
  timestamp: '"-290308-12-22T00:00:00.000000Z"'.length,
} as const;

/** Room for the last words, which may extend beyond the text. */
const SLACK = 8;
const NULL = packed("null");
const EMPTY = packed('""');
const INFINITY = packed("infinity");
const MINUS_INFINITY = packed("-infinity");
const code = (character: string) => character.charCodeAt(0);
const [QUOTE, APOSTROPHE, MINUS, POINT, COLON, ZERO, T, Z] = [
  code('"'),
  code("'"),
  code("-"),
  code("."),
  code(":"),
  code("0"),
  code("T"),
  code("Z"),
];
const INFINITE_DAYS = 2 ** 31 - 1;
const INFINITE_US = 2n ** 63n - 1n;
const DAY_US = 86_400e6;
const WIDE_DAY_US = 86_400_000_000n;
const TWO_32 = 2 ** 32;

/** The word `-05-` for month 5. */
function monthOf(month: number): number {
  return MINUS | (twoDigits(month) << 8) | (MINUS << 24);
}

/** Whether a number with this high half is exact as a double. */
function isSafe(high: number): boolean {
  return high >= -(2 ** 21) && high < 2 ** 21;
}

function wide(low: number, high: number): bigint {
  return (BigInt(high) << 32n) + BigInt(low >>> 0);
}
