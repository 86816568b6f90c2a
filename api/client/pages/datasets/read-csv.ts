import type {CsvFormat} from "../../../../shared/core/csv/csv-format.ts";
import {type Delimiter, findDelimiter, findDelimiterLine} from "../../../../shared/core/csv/delimiter.ts";
import {type FoundType, typesOfRows} from "./types-of-rows.ts";

/** The number of bytes of a file that are read for its preview. */
const HEAD_BYTES = 64 * 1024;

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** The beginning of a CSV file. */
export interface CsvHead {
  heading: string[];
  /** The type of each column as detected from the first rows, with the person's choices for ambiguous formats. */
  typesWith(format: CsvFormat): FoundType[];
  /** The first rows. */
  rows: string[][];
}

/** Reads the beginning of a CSV file, without the last row if that is cut off. */
export async function readHead(file: Blob, maxRows: number): Promise<CsvHead> {
  const isWhole = file.size <= HEAD_BYTES;
  const head = file.slice(0, HEAD_BYTES);
  // The service finds the delimiter in the same way, so the preview has the columns that the dataset will have.
  const bytes = new Uint8Array(await head.arrayBuffer());
  const start = BYTE_ORDER_MARK.every((byte, at) => bytes[at] === byte) ? BYTE_ORDER_MARK.length : 0;
  const line = findDelimiterLine(bytes, start);
  const delimiter = line?.delimiter ?? findDelimiter(bytes);
  const text = new TextDecoder().decode(bytes.subarray(start + (line?.size ?? 0)));
  const all = rowsOf(text, delimiter);
  const [heading = [], ...rows] = isWhole ? all : all.slice(0, -1);
  return {
    heading,
    typesWith: format => typesOfRows(rows, heading.length, delimiter, format),
    rows: rows.slice(0, maxRows),
  };
}

/**
 * The rows of CSV, as RFC 4180 describes it, with its comma or another delimiter. Lines may end with CR alone, and
 * spaces may stand before the quote that opens a cell.
 */
export function rowsOf(text: string, delimiter: Delimiter = ","): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain = "", end = ""] of text.matchAll(CELLS[delimiter])) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === delimiter) continue;
    // An empty line is not a row.
    if (row.length > 1 || row[0] !== "") rows.push(row);
    row = [];
    if (end === "") break;
  }
  return rows;
}

const cells = (delimiter: Delimiter) =>
  new RegExp(`(?: *"((?:[^"]|"")*)"|([^"${delimiter}\\r\\n]*))([${delimiter}]|\\r\\n?|\\n|$)`, "g");

const CELLS: Readonly<Record<Delimiter, RegExp>> = {
  ",": cells(","),
  ";": cells(";"),
  "\t": cells("\t"),
  "|": cells("|"),
};
