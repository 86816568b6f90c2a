import {textOf} from "./bytes.ts";

const QUOTE = 34;
const SPACE = 32;
const LF = 10;
const CR = 13;
const CANDIDATES = [",", ";", "\t", "|"] as const;
const ROWS = 50;

export type Delimiter = (typeof CANDIDATES)[number];

/** The first line `sep=;`, with which Excel is told the delimiter. `size` includes its line break. */
export function findDelimiterLine(
  bytes: Uint8Array,
  from: number,
): {delimiter: Delimiter; size: number} | undefined {
  const [line, mark] = /^sep=([,;\t|])\r?\n/i.exec(textOf(bytes, from, from + 8)) ?? [];
  const delimiter = CANDIDATES.find(one => one === mark);
  return line === undefined || delimiter === undefined ? undefined : {delimiter, size: line.length};
}

/**
 * Finds the delimiter from the header and the first rows: the candidate that splits the largest number of rows into as
 * many cells as the header; among equal candidates, the one that makes the most cells. A header that no candidate
 * splits is one column.
 */
export function findDelimiter(bytes: Uint8Array): Delimiter {
  let best: {delimiter: Delimiter; share: number; columns: number} | undefined;
  for (const delimiter of CANDIDATES) {
    const [columns = 1, ...rows] = countCells(bytes, delimiter.charCodeAt(0));
    if (columns < 2) continue;
    const share = rows.length === 0 ? 1 : rows.filter(cells => cells === columns).length / rows.length;
    if (!best || share > best.share || (share === best.share && columns > best.columns)) {
      best = {delimiter, share, columns};
    }
  }
  return best?.delimiter ?? ",";
}

/**
 * How many cells each of the first rows has. The last row may be cut off, so it counts only where it is the only one.
 */
function countCells(bytes: Uint8Array, delimiter: number): number[] {
  const counts: number[] = [];
  let cells = 1;
  let inQuotes = false;
  let isStart = true;
  let rowStart = 0;
  let at = 0;
  for (; at < bytes.length && counts.length < ROWS; at++) {
    const byte = bytes[at]!;
    if (inQuotes) {
      if (byte === QUOTE) inQuotes = false;
      continue;
    }
    // A doubled quote closes the string and opens it again at once.
    if (byte === QUOTE && (isStart || bytes[at - 1] === QUOTE)) inQuotes = true;
    // A cell may have spaces before its first quote.
    isStart = byte === delimiter || (isStart && byte === SPACE);
    if (byte === delimiter) cells++;
    else if (byte === LF || byte === CR) {
      if (at > rowStart) counts.push(cells);
      cells = 1;
      isStart = true;
      rowStart = at + 1;
    }
  }
  if (counts.length === 0) counts.push(cells);
  return counts;
}
