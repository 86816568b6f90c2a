import {isUtf8} from "node:buffer";
import {ColumnProfile} from "./column-profile.ts";
import {type Delimiter, findDelimiter} from "./csv-delimiter.ts";
import {csvFault, csvRefusal} from "./csv-fault.ts";
import {headerNames} from "./csv-header.ts";

const QUOTE = 34;
const LF = 10;
const CR = 13;
const MOST_COLUMNS = 5000;
/** Longer ones are most likely made by a quote that is never closed. */
const MOST_ROW_BYTES = 16 * 1024 * 1024;
/** So much is seen before the delimiter is judged. */
const SAMPLE_BYTES = 64 * 1024;
const EMPTY = Buffer.alloc(0);

/**
 * Reads a CSV (RFC 4180, any of four delimiters, lines ended by LF, CRLF or CR) as it comes, finds the types of its
 * columns by all of its cells, and gives its rows back in one form: no header, no byte order mark, no blank lines,
 * each row ended by LF. Throws `invalid_request` with the line, counted as an editor does, for what it cannot read.
 */
export class CsvScanner {
  names: string[] = [];
  profiles: ColumnProfile[] = [];
  rowCount = 0;
  /** The longest row, in bytes. */
  longestRow = 0;
  /** Whether a cell holds a line break. */
  hasBreaksInside = false;
  delimiter: Delimiter = ",";

  #rest: Buffer = EMPTY;
  /** Bytes that are needed before the next row can be whole; grows, so that a long row is not read again and again. */
  #wanted = SAMPLE_BYTES;
  #checked = 0;
  /** Of the first byte of `#rest`. */
  #line = 1;
  #begun = false;
  /** Of the row that was read last. */
  #starts = new Int32Array(64);
  #ends = new Int32Array(64);
  #cells = 0;
  #quotedCells = false;
  #contentEnd = 0;
  #breaks = 0;

  /** `known` names the columns of a CSV of our own making: its header is passed over, its delimiter is a comma. */
  constructor(private readonly known?: readonly string[]) {}

  /** Takes some bytes, and gives those rows that are whole. */
  push(bytes: Uint8Array): Uint8Array {
    return this.#take(bytes, false);
  }

  /** The rows that are left, when no byte follows. */
  end(): Uint8Array {
    const rows = this.#take(EMPTY, true);
    if (this.names.length === 0) {
      throw csvRefusal("The CSV is empty: a first line with the names of its columns is needed.");
    }
    return rows;
  }

  #take(bytes: Uint8Array, isLast: boolean): Uint8Array {
    const data = this.#rest.length === 0 ? asBuffer(bytes) : Buffer.concat([this.#rest, bytes]);
    this.#rest = data;
    if (data.length < this.#wanted && !isLast) return EMPTY;
    let at = 0;
    if (!this.#begun) {
      at = this.#begin(data);
      this.#checked = at;
    }
    this.#checkBytes(data, isLast);
    return this.#scan(data, at, isLast);
  }

  #begin(data: Buffer): number {
    this.#begun = true;
    if ((data[0] === 0xff && data[1] === 0xfe) || (data[0] === 0xfe && data[1] === 0xff)) {
      throw csvFault(1, "the file is UTF-16. Save it as UTF-8.");
    }
    const at = data[0] === 0xef && data[1] === 0xbb && data[2] === 0xbf ? 3 : 0;
    if (!this.known) this.delimiter = findDelimiter(data.subarray(at, at + SAMPLE_BYTES));
    return at;
  }

  /** What is no text is found before it is taken for cells. */
  #checkBytes(data: Buffer, isLast: boolean): void {
    const end = isLast ? data.length : Math.max(data.lastIndexOf(LF), data.lastIndexOf(CR)) + 1;
    if (end <= this.#checked) return;
    const zero = data.indexOf(0, this.#checked);
    if (zero >= 0 && zero < end) {
      throw csvFault(
        this.#line + breaksIn(data, 0, zero),
        "there is a NUL byte (U+0000), which text cannot hold. If the file is UTF-16, save it as UTF-8.",
      );
    }
    if (!isUtf8(data.subarray(this.#checked, end))) {
      const line = this.#line + breaksIn(data, 0, firstNonUtf8(data, this.#checked, end));
      throw csvFault(line, "this is not UTF-8. Save the file as UTF-8.");
    }
    this.#checked = end;
  }

  #scan(data: Buffer, from: number, isLast: boolean): Uint8Array {
    const out = Buffer.allocUnsafe(data.length - from + 1);
    let written = 0;
    let at = from;
    let spanStart = from;
    const flush = (end: number) => {
      if (end > spanStart) {
        out.set(data.subarray(spanStart, end), written);
        written += end - spanStart;
      }
    };
    while (at < data.length) {
      const next = this.#readRow(data, at, isLast);
      if (next < 0) break;
      const keep = this.#takeRow(data, at);
      if (!keep || next - this.#contentEnd !== 1 || data[this.#contentEnd] !== LF) {
        flush(keep ? this.#contentEnd : at);
        if (keep) out[written++] = LF;
        spanStart = next;
      }
      this.#line += this.#breaks;
      at = next;
    }
    flush(at);
    this.#keep(data, at);
    return out.subarray(0, written);
  }

  #keep(data: Buffer, at: number): void {
    const left = data.length - at;
    if (left > MOST_ROW_BYTES) throw this.#tooLong();
    this.#rest = left === 0 ? EMPTY : Buffer.from(data.subarray(at));
    this.#checked = Math.max(0, this.#checked - at);
    this.#wanted = at > 0 ? 0 : Math.min(data.length * 2, MOST_ROW_BYTES + 1);
  }

  #tooLong(): Error {
    const megabytes = MOST_ROW_BYTES / 1024 / 1024;
    return csvFault(this.#line, `a row longer than ${megabytes} MB begins here. Is a quote never closed?`);
  }

  /**
   * Finds the cells of the row that begins at `from`, and says where the next one begins; `-1` where the row may go
   * on in bytes that have not come.
   */
  #readRow(data: Buffer, from: number, isLast: boolean): number {
    const length = data.length;
    const delimiter = this.delimiter.charCodeAt(0);
    let cells = 0;
    let at = from;
    let breaks = 0;
    this.#quotedCells = false;
    for (;;) {
      if (cells >= this.#starts.length) this.#grow();
      let byte = data[at];
      if (byte === QUOTE) {
        const start = ++at;
        at = this.#closingQuote(data, at);
        if (at < 0) {
          if (!isLast) return -1;
          throw csvFault(this.#line + breaks, "the quote that opens a cell here is never closed.");
        }
        this.#quotedCells = true;
        this.#starts[cells] = start;
        this.#ends[cells] = at;
        breaks += breaksIn(data, start, at);
        byte = data[++at];
        if (at < length && byte !== delimiter && byte !== LF && byte !== CR) {
          throw csvFault(
            this.#line + breaks,
            "behind the quote that closes a cell comes more text. A quote inside a cell is written twice.",
          );
        }
      } else {
        this.#starts[cells] = at;
        while (at < length && byte !== delimiter && byte !== LF && byte !== CR) byte = data[++at];
        this.#ends[cells] = at;
      }
      cells++;
      if (at >= length && !isLast) return -1;
      if (at < length && byte === delimiter) {
        at++;
        if (at >= length && !isLast) return -1;
        continue;
      }
      break;
    }
    this.#cells = cells;
    this.#contentEnd = at;
    if (breaks > 0) this.hasBreaksInside = true;
    this.#breaks = breaks + 1;
    if (at >= length) return at;
    if (data[at] === LF) return at + 1;
    // What follows a CR tells whether it ends the line alone.
    if (at + 1 >= length && !isLast) return -1;
    return data[at + 1] === LF ? at + 2 : at + 1;
  }

  #closingQuote(data: Buffer, from: number): number {
    let at = data.indexOf(QUOTE, from);
    while (at >= 0 && data[at + 1] === QUOTE) at = data.indexOf(QUOTE, at + 2);
    return at;
  }

  /** Whether the row just read is one of data. */
  #takeRow(data: Buffer, from: number): boolean {
    const isBlank = this.#contentEnd === from;
    if (this.names.length === 0) {
      if (!isBlank) this.#takeHeader(data);
      return false;
    }
    // With one column a blank line is an empty cell, otherwise nothing.
    if (isBlank && this.names.length > 1) return false;
    if (this.#cells !== this.names.length) {
      const has = this.#cells === 1 ? "is 1 cell" : `are ${this.#cells} cells`;
      throw csvFault(this.#line, `there ${has} where the header has ${this.names.length}.`);
    }
    const size = this.#contentEnd - from;
    if (size > this.longestRow) {
      if (size > MOST_ROW_BYTES) throw this.#tooLong();
      this.longestRow = size;
    }
    this.rowCount++;
    const {profiles} = this;
    for (let c = 0; c < profiles.length; c++) {
      const profile = profiles[c]!;
      if (profile.kind === "text") continue;
      const start = this.#starts[c]!;
      const end = this.#ends[c]!;
      const isEmpty = start === end;
      if (isEmpty && !this.#quotedCells) continue;
      profile.look(data, start, end, this.#quotedCells && data[start - 1] === QUOTE);
    }
    return true;
  }

  #takeHeader(data: Buffer): void {
    if (this.#cells > MOST_COLUMNS) {
      throw csvFault(
        this.#line,
        `there are ${this.#cells} columns. A snapshot holds ${MOST_COLUMNS} at most.`,
      );
    }
    const cells: string[] = [];
    for (let c = 0; c < this.#cells; c++) {
      cells.push(data.toString("utf8", this.#starts[c], this.#ends[c]).replaceAll('""', '"'));
    }
    this.names = this.known ? [...this.known] : headerNames(cells, this.#line);
    this.profiles = cells.map(() => new ColumnProfile(this.delimiter === ";"));
    this.hasBreaksInside = false;
  }

  #grow(): void {
    const starts = new Int32Array(this.#starts.length * 2);
    const ends = new Int32Array(starts.length);
    starts.set(this.#starts);
    ends.set(this.#ends);
    this.#starts = starts;
    this.#ends = ends;
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Line breaks as an editor sees them: LF, CRLF and CR are one each. */
function breaksIn(data: Buffer, from: number, to: number): number {
  let breaks = 0;
  for (let at = from; at < to; at++) {
    const byte = data[at]!;
    if (byte === LF || (byte === CR && data[at + 1] !== LF)) breaks++;
  }
  return breaks;
}

/** By halves: what is no UTF-8 begins in the part where the check first fails. */
function firstNonUtf8(data: Buffer, from: number, to: number): number {
  let good = from;
  let bad = to;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    // A character that the cut divides is whole again with what follows it.
    let cut = middle;
    while (cut > good && (data[cut]! & 0xc0) === 0x80) cut--;
    if (cut === good) break;
    if (isUtf8(data.subarray(from, cut))) good = cut;
    else bad = cut;
  }
  return good;
}
