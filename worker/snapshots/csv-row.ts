import {csvFault} from "./csv-fault.ts";
import {breaksIn} from "./csv-text.ts";

const QUOTE = 34;
const SPACE = 32;
const LF = 10;
const CR = 13;

/**
 * A reusable reader of rows, which holds the positions of the cells of the last row it read. Spaces before the quote
 * that opens a cell do not belong to the cell.
 */
export class CsvRow {
  delimiter = 44;
  /** Where each cell's content starts and ends, without the quotes around it. */
  starts = new Int32Array(64);
  ends = new Int32Array(64);
  cells = 0;
  hasQuotes = false;
  /** Whether spaces stand before the quote that opens some cell. */
  hasSpacedQuotes = false;
  /** Where the row ends, without its line break. */
  contentEnd = 0;
  /** The number of line breaks up to the next row, those within quotes included. */
  breaks = 0;

  /**
   * Finds the cells of the row that begins at `from`, and returns where the next row begins; `-1` where the row may
   * continue in later bytes. `line` is the line number of `from`.
   */
  read(data: Buffer, from: number, isLast: boolean, line: number): number {
    const length = data.length;
    const {delimiter} = this;
    let cells = 0;
    let at = from;
    let breaks = 0;
    this.hasQuotes = false;
    this.hasSpacedQuotes = false;
    for (;;) {
      if (cells >= this.starts.length) this.#grow();
      let byte = data[at];
      const quote = byte === SPACE ? afterSpaces(data, at) : at;
      if (data[quote] === QUOTE) {
        if (quote > at) this.hasSpacedQuotes = true;
        const start = quote + 1;
        at = start;
        at = closingQuote(data, at);
        if (at < 0) {
          if (!isLast) return -1;
          throw csvFault(line + breaks, "the quote that opens a cell here is never closed.");
        }
        this.hasQuotes = true;
        this.starts[cells] = start;
        this.ends[cells] = at;
        breaks += breaksIn(data, start, at);
        byte = data[++at];
        if (at < length && byte !== delimiter && byte !== LF && byte !== CR) {
          throw csvFault(
            line + breaks,
            "there is more text after the quote that closes a cell. A quote inside a cell is written twice.",
          );
        }
      } else {
        this.starts[cells] = at;
        while (at < length && byte !== delimiter && byte !== LF && byte !== CR) byte = data[++at];
        this.ends[cells] = at;
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
    this.cells = cells;
    this.contentEnd = at;
    this.breaks = breaks + 1;
    if (at >= length) return at;
    if (data[at] === LF) return at + 1;
    // Only the byte after a CR shows whether the line break is CR or CRLF.
    if (at + 1 >= length && !isLast) return -1;
    return data[at + 1] === LF ? at + 2 : at + 1;
  }

  /** Writes the row without its line break and without spaces before quotes. Returns the end of the written bytes. */
  write(data: Buffer, target: Buffer, from: number): number {
    let end = from;
    for (let c = 0; c < this.cells; c++) {
      if (c > 0) target[end++] = this.delimiter;
      const start = this.starts[c]!;
      const quotes = this.hasQuotes && data[start - 1] === QUOTE ? 1 : 0;
      end += data.copy(target, end, start - quotes, this.ends[c]! + quotes);
    }
    return end;
  }

  #grow(): void {
    const starts = new Int32Array(this.starts.length * 2);
    const ends = new Int32Array(starts.length);
    starts.set(this.starts);
    ends.set(this.ends);
    this.starts = starts;
    this.ends = ends;
  }
}

function afterSpaces(data: Buffer, from: number): number {
  let at = from;
  while (data[at] === SPACE) at++;
  return at;
}

function closingQuote(data: Buffer, from: number): number {
  let at = data.indexOf(QUOTE, from);
  while (at >= 0 && data[at + 1] === QUOTE) at = data.indexOf(QUOTE, at + 2);
  return at;
}
