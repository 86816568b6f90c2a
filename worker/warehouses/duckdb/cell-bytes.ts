import type {RowFormat} from "../warehouse.ts";

/** Writes values as text into bytes, at most as many as were announced. */
export class CellWriter {
  bytes: Uint8Array<ArrayBuffer>;
  at = 0;
  /** Room for more than what was announced. */
  #spare = 0;
  readonly #isJson: boolean;
  readonly #isSafe: boolean;

  constructor(format: RowFormat, sizeBytes: number) {
    this.bytes = new Uint8Array(sizeBytes);
    this.#isJson = format === "json" || format === "ndjson";
    this.#isSafe = format === "csv_safe";
  }

  /** Most are so short that a loop is faster than a call. */
  put(text: Uint8Array, from = 0, to = text.length): void {
    const {bytes, at} = this;
    for (let i = from; i < to; i++) bytes[at + i - from] = text[i] ?? 0;
    this.at = at + to - from;
  }

  null(): void {
    if (this.#isJson) this.put(NULL);
  }

  /** A whole number of 64 bits, of which these are the low and the high half. */
  integer(low: number, high: number): void {
    const value = high * 2 ** 32 + (low >>> 0);
    if (Number.isSafeInteger(value)) {
      if (value < 0) this.bytes[this.at++] = MINUS;
      this.#whole(Math.abs(value));
    } else {
      this.put(ascii(String(wide(low, high))));
    }
  }

  /** Days since 1970. */
  date(days: number): void {
    this.#quote();
    if (Math.abs(days) === INFINITE_DAYS) this.put(days > 0 ? INFINITY : MINUS_INFINITY);
    else this.#day(days);
    this.#quote();
  }

  /** Microseconds since 1970 in UTC, in two halves. */
  timestamp(low: number, high: number): void {
    this.#quote();
    const value = high * 2 ** 32 + (low >>> 0);
    if (Number.isSafeInteger(value)) {
      const days = Math.floor(value / DAY_US);
      this.#moment(days, value - days * DAY_US);
    } else {
      const exact = wide(low, high);
      const rest = ((exact % WIDE_DAY_US) + WIDE_DAY_US) % WIDE_DAY_US;
      if (exact === INFINITE_US || exact === -INFINITE_US) this.put(exact > 0n ? INFINITY : MINUS_INFINITY);
      else this.#moment(Number((exact - rest) / WIDE_DAY_US), Number(rest));
    }
    this.#quote();
  }

  /** UTF-8 text, of which as many bytes were announced as it has, and two for quotes. */
  string(text: Uint8Array, from: number, to: number): void {
    const {bytes, at} = this;
    const start = this.#isJson ? at + 1 : at;
    for (let i = from; i < to; i++) {
      const byte = text[i] ?? 0;
      if (this.#isSpecial(byte) || (this.#isSafe && i === from && isFormula(byte))) {
        this.#special(text.slice(from, to));
        return;
      }
      bytes[start + i - from] = byte;
    }
    this.at = start + to - from;
    if (this.#isJson) {
      bytes[at] = QUOTE;
      bytes[this.at++] = QUOTE;
    } else if (from === to) {
      this.put(EMPTY);
    }
  }

  #isSpecial(byte: number): boolean {
    if (byte === QUOTE) return true;
    return this.#isJson ? byte < SPACE || byte === BACKSLASH : byte === COMMA || byte === CR || byte === LF;
  }

  #special(text: Uint8Array): void {
    const value = Buffer.from(text).toString();
    const written = Buffer.from(this.#isJson ? jsonText(value) : csvText(value, this.#isSafe));
    const more = written.length - text.length;
    if (more > this.#spare) {
      const larger = new Uint8Array(2 * this.bytes.length + more);
      larger.set(this.bytes.subarray(0, this.at));
      this.#spare += larger.length - this.bytes.length;
      this.bytes = larger;
    }
    this.#spare -= more;
    this.bytes.set(written, this.at);
    this.at += written.length;
  }

  #quote(): void {
    if (this.#isJson) this.bytes[this.at++] = QUOTE;
  }

  #moment(days: number, microseconds: number): void {
    this.#day(days);
    const seconds = Math.floor(microseconds / 1e6);
    const minutes = Math.floor(seconds / 60);
    this.bytes[this.at++] = T;
    this.#padded(Math.floor(minutes / 60), 2);
    this.bytes[this.at++] = COLON;
    this.#padded(minutes % 60, 2);
    this.bytes[this.at++] = COLON;
    this.#padded(seconds % 60, 2);
    const fraction = microseconds - seconds * 1e6;
    if (fraction > 0) {
      this.bytes[this.at++] = POINT;
      this.#padded(fraction, 6);
      while (this.bytes[this.at - 1] === ZERO) this.at--;
    }
    this.bytes[this.at++] = Z;
  }

  /** The proleptic Gregorian date, by years that begin in March. A year before the first is one before Christ. */
  #day(days: number): void {
    const shifted = days + 719_468;
    const era = Math.floor(shifted / 146_097);
    const ofEra = shifted - era * 146_097;
    const leaps = Math.floor(ofEra / 1460) - Math.floor(ofEra / 36_524) + Math.floor(ofEra / 146_096);
    const yearOfEra = Math.floor((ofEra - leaps) / 365);
    const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
    const marchMonth = Math.floor((5 * ofYear + 2) / 153);
    const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
    const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
    const shown = year > 0 ? year : 1 - year;
    if (shown < 10_000) this.#padded(shown, 4);
    else this.#whole(shown);
    this.bytes[this.at++] = MINUS;
    this.#padded(month, 2);
    this.bytes[this.at++] = MINUS;
    this.#padded(ofYear - Math.floor((153 * marchMonth + 2) / 5) + 1, 2);
    if (year <= 0) this.put(BEFORE_CHRIST);
  }

  #whole(value: number): void {
    if (value >= 1e9) {
      const high = Math.floor(value / 1e9);
      this.#whole(high);
      this.#padded(value - high * 1e9, 9);
      return;
    }
    let width = 1;
    for (let power = 10; power <= value; power *= 10) width++;
    this.#padded(value, width);
  }

  #padded(value: number, width: number): void {
    const {bytes, at} = this;
    let rest = value | 0;
    for (let i = at + width - 1; i >= at; i--) {
      const next = (rest / 10) | 0;
      bytes[i] = ZERO + rest - next * 10;
      rest = next;
    }
    this.at = at + width;
  }
}

/** The most bytes of values whose length is bounded, with quotes. */
export const MOST_BYTES = {
  integer: "-9223372036854775808".length,
  date: '"5877642-06-25 (BC)"'.length,
  timestamp: '"290309-12-22 (BC)T00:00:00.000000Z"'.length,
} as const;

const ascii = (text: string) => new TextEncoder().encode(text);
const code = (character: string) => character.charCodeAt(0);
const NULL = ascii("null");
const EMPTY = ascii('""');
const INFINITY = ascii("infinity");
const MINUS_INFINITY = ascii("-infinity");
const BEFORE_CHRIST = ascii(" (BC)");
const [QUOTE, BACKSLASH, COMMA, CR, LF, SPACE] = [code('"'), code("\\"), code(","), 13, 10, 32];
const [MINUS, POINT, COLON, ZERO, T, Z] = [code("-"), code("."), code(":"), code("0"), code("T"), code("Z")];
const INFINITE_DAYS = 2 ** 31 - 1;
const INFINITE_US = 2n ** 63n - 1n;
const DAY_US = 86_400e6;
const WIDE_DAY_US = 86_400_000_000n;

function wide(low: number, high: number): bigint {
  return (BigInt(high) << 32n) + BigInt(low >>> 0);
}

/** As the engine escapes: characters without a name by their hexadecimal number in capitals. */
function jsonText(value: string): string {
  return JSON.stringify(value).replaceAll(/\\(?:u([0-9a-f]{4})|.)/g, (escaped: string, hex?: string) =>
    hex === undefined ? escaped : `\\u${hex.toUpperCase()}`,
  );
}

/** The same rule as in `safeCsvQuote`. */
function isFormula(byte: number): boolean {
  return "=+-@\t\r\n".includes(String.fromCharCode(byte));
}

function csvText(value: string, isSafe: boolean): string {
  const text = isSafe && /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
