/** How much of a file is read for its preview. */
const HEAD_BYTES = 64 * 1024;

/** The first rows of a CSV file, the first of them its heading. Of a row that is cut off nothing is read. */
export async function firstRows(file: Blob, most: number): Promise<string[][]> {
  const isWhole = file.size <= HEAD_BYTES;
  const text = await file.slice(0, HEAD_BYTES).text();
  const rows = rowsOf(text.replace(/^\uFEFF/, ""));
  return (isWhole ? rows : rows.slice(0, -1)).slice(0, most);
}

/** The rows of CSV with commas, as RFC 4180 describes it. */
export function rowsOf(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain = "", end = ""] of text.matchAll(CELL)) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ",") continue;
    // An empty line at the end is no row.
    if (row.length > 1 || row[0] !== "") rows.push(row);
    row = [];
    if (end === "") break;
  }
  return rows;
}

const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g;
