import {type Delimiter, findDelimiter, findDelimiterLine} from "../../shared/core/csv/delimiter.ts";
import {ColumnProfile} from "../../shared/core/csv/infer-column-type.ts";
import {csvFault, csvRefusal} from "./csv-fault.ts";
import {headerNames} from "./csv-header.ts";
import {CsvRow} from "./csv-row.ts";
import {refuseNonText} from "./csv-text.ts";

const QUOTE = 34;
const LF = 10;
const CR = 13;
const MAX_COLUMNS = 5000;
/** A longer row is most likely caused by a quote that is never closed. */
const MAX_ROW_BYTES = 16 * 1024 * 1024;
/** The size of the sample from which the delimiter is detected. */
const SAMPLE_BYTES = 64 * 1024;
const EMPTY = Buffer.alloc(0);

/**
 * Reads a CSV (RFC 4180, any of four delimiters, lines ended by LF, CRLF or CR) in chunks and finds the types of its
 * columns from all cells. It returns the rows in a normalized form: no header, no byte order mark, no blank lines, no
 * spaces before the quote that opens a cell, each row ended by LF. Throws `invalid_request` with the line number, as an editor counts, for a CSV that it cannot read.
 *
 * DuckDB's `read_csv`, tried on the cases of csv.test.ts, cannot take its place. Where DuckDB finds the dialect itself,
 * it takes the row `3,4,5` behind `a,b` and `1,2` for the header and drops the rows above it, cuts `1,5;x` at the comma,
 * reads a quote that is never closed as text, and renames the second of two equal columns without an error. Where the
 * dialect and the columns are given, DuckDB counts rows instead of lines (200002 for line 400002), also in `rejects`,
 * keeps NUL characters, and reports text behind a closing quote as a quote that is not closed. Code around DuckDB that
 * finds the dialect and the columns, counts the lines and looks for NUL would read every byte, as this class does.
 */
export class CsvScanner {
  names: string[] = [];
  profiles: ColumnProfile[] = [];
  rowCount = 0;
  /** The size of the longest row, in bytes. */
  longestRow = 0;
  /** Whether some cell contains a line break. */
  hasBreaksInside = false;
  delimiter: Delimiter = ",";

  /** The chunks that are not scanned yet. They are concatenated only for scanning, not for every chunk that arrives. */
  #unscanned: Uint8Array[] = [];
  #unscannedBytes = 0;
  /**
   * How many bytes must be waiting before they are scanned. It doubles within a long row, so that the row is not
   * scanned again for every chunk.
   */
  #scanThreshold = SAMPLE_BYTES;
  /** How many of the waiting bytes are known to be text. */
  #checked = 0;
  /** The line number of the first byte of `#unscanned`. */
  #line = 1;
  #begun = false;
  readonly #row = new CsvRow();

  /** `knownNames` are the columns of a CSV that this service wrote: its header is skipped, its delimiter is a comma. */
  constructor(private readonly knownNames?: readonly string[]) {}

  /** Adds a chunk and returns the rows that are now complete. */
  push(bytes: Uint8Array): Uint8Array {
    return this.#take(bytes, false);
  }

  /** Returns the remaining rows after the last byte. */
  end(): Uint8Array {
    const rows = this.#take(EMPTY, true);
    if (this.names.length === 0) {
      throw csvRefusal("The CSV is empty. Its first line must have the names of the columns.");
    }
    return rows;
  }

  #take(bytes: Uint8Array, isLast: boolean): Uint8Array {
    if (bytes.length > 0) this.#unscanned.push(bytes);
    this.#unscannedBytes += bytes.length;
    if (this.#unscannedBytes < this.#scanThreshold && !isLast) return EMPTY;
    const [only = EMPTY, ...others] = this.#unscanned;
    const data = others.length === 0 ? asBuffer(only) : Buffer.concat(this.#unscanned);
    let at = 0;
    let linesPassed = 0;
    if (!this.#begun) {
      at = this.#begin(data);
      this.#checked = at;
      const line = this.knownNames ? undefined : findDelimiterLine(data, at);
      if (line) {
        this.delimiter = line.delimiter;
        at += line.size;
        linesPassed = 1;
      }
    }
    this.#checkText(data, isLast);
    this.#line += linesPassed;
    return this.#scan(data, at, isLast);
  }

  #begin(data: Buffer): number {
    this.#begun = true;
    if ((data[0] === 0xff && data[1] === 0xfe) || (data[0] === 0xfe && data[1] === 0xff)) {
      throw csvFault(1, "the file is UTF-16. Save it as UTF-8.");
    }
    const at = data[0] === 0xef && data[1] === 0xbb && data[2] === 0xbf ? 3 : 0;
    if (!this.knownNames) this.delimiter = findDelimiter(data.subarray(at, at + SAMPLE_BYTES));
    return at;
  }

  /** Refuses bytes that are not text before they are split into cells. */
  #checkText(data: Buffer, isLast: boolean): void {
    const end = isLast ? data.length : Math.max(data.lastIndexOf(LF), data.lastIndexOf(CR)) + 1;
    if (end <= this.#checked) return;
    refuseNonText(data, this.#checked, end, this.#line);
    this.#checked = end;
  }

  #scan(data: Buffer, from: number, isLast: boolean): Uint8Array {
    const out = Buffer.allocUnsafe(data.length - from + 1);
    let written = 0;
    let at = from;
    let spanStart = from;
    const row = this.#row;
    row.delimiter = this.delimiter.charCodeAt(0);
    const flush = (end: number) => {
      if (end > spanStart) {
        out.set(data.subarray(spanStart, end), written);
        written += end - spanStart;
      }
    };
    while (at < data.length) {
      const next = row.read(data, at, isLast, this.#line);
      if (next < 0) break;
      const keep = this.#takeRow(data, at);
      if (keep && row.hasSpacedQuotes) {
        flush(at);
        written = row.write(data, out, written);
        out[written++] = LF;
        spanStart = next;
      } else if (!keep || next - row.contentEnd !== 1 || data[row.contentEnd] !== LF) {
        flush(keep ? row.contentEnd : at);
        if (keep) out[written++] = LF;
        spanStart = next;
      }
      if (keep && row.breaks > 1) this.hasBreaksInside = true;
      this.#line += row.breaks;
      at = next;
    }
    flush(at);
    this.#keepUnscanned(data, at);
    return out.subarray(0, written);
  }

  #keepUnscanned(data: Buffer, at: number): void {
    const left = data.length - at;
    if (left > MAX_ROW_BYTES) throw this.#tooLong();
    this.#unscanned = left === 0 ? [] : [Buffer.from(data.subarray(at))];
    this.#unscannedBytes = left;
    this.#checked = Math.max(0, this.#checked - at);
    this.#scanThreshold = at > 0 ? 0 : Math.min(data.length * 2, MAX_ROW_BYTES + 1);
  }

  #tooLong(): Error {
    const megabytes = MAX_ROW_BYTES / 1024 / 1024;
    return csvFault(this.#line, `a row longer than ${megabytes} MB begins here. Is a quote never closed?`);
  }

  /** Adds the row just read to the header or the profiles. Returns whether it is a row of data. */
  #takeRow(data: Buffer, from: number): boolean {
    const isBlank = this.#row.contentEnd === from;
    if (this.names.length === 0) {
      if (!isBlank) this.#takeHeader(data);
      return false;
    }
    // A blank line is an empty cell where there is one column, and is skipped otherwise.
    if (isBlank && this.names.length > 1) return false;
    if (this.#row.cells !== this.names.length) {
      const has = this.#row.cells === 1 ? "is 1 cell" : `are ${this.#row.cells} cells`;
      throw csvFault(this.#line, `there ${has} where the header has ${this.names.length}.`);
    }
    const size = this.#row.contentEnd - from;
    if (size > this.longestRow) {
      if (size > MAX_ROW_BYTES) throw this.#tooLong();
      this.longestRow = size;
    }
    this.rowCount++;
    const {profiles} = this;
    const {starts, ends, hasQuotes} = this.#row;
    for (let c = 0; c < profiles.length; c++) {
      const profile = profiles[c]!;
      if (profile.kind === "text") continue;
      const start = starts[c]!;
      const end = ends[c]!;
      const isEmpty = start === end;
      if (isEmpty && !hasQuotes) continue;
      profile.addCell(data, start, end, hasQuotes && data[start - 1] === QUOTE);
    }
    return true;
  }

  #takeHeader(data: Buffer): void {
    if (this.#row.cells > MAX_COLUMNS) {
      throw csvFault(
        this.#line,
        `there are ${this.#row.cells} columns. A snapshot holds ${MAX_COLUMNS} at most.`,
      );
    }
    const cells: string[] = [];
    const {starts, ends} = this.#row;
    for (let c = 0; c < this.#row.cells; c++) {
      cells.push(data.toString("utf8", starts[c], ends[c]).replaceAll('""', '"'));
    }
    this.names = this.knownNames ? [...this.knownNames] : headerNames(cells, this.#line);
    this.profiles = cells.map(() => new ColumnProfile());
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
