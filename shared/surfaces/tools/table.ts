/** Roughly the largest answer, in bytes: everything that an agent reads fills its context. */
export const MAX_BYTES = 20_000;

export type Row = Readonly<Record<string, unknown>>;

/** A value in a column of text: `null` is null, `""` the empty string, and tabs and line ends are removed. */
export function cell(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (value === "") return '""';
  if (value === "null") return '"null"';
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.replace(/[\t\n\r\\]/g, escaped);
}

function escaped(character: string): string {
  return {"\t": "\\t", "\n": "\\n", "\r": "\\r"}[character] ?? "\\\\";
}

/** How many of the rows fit into one answer, in text or JSON, whichever is longer. The first one is always included. */
export function fitting(rows: readonly unknown[], linesOf: (index: number) => string): number {
  let [asJson, asText] = [0, 0];
  for (const [index, row] of rows.entries()) {
    asJson += Buffer.byteLength(JSON.stringify(row)) + 1;
    asText += Buffer.byteLength(linesOf(index)) + 1;
    if (index > 0 && Math.max(asJson, asText) > MAX_BYTES) return index;
  }
  return rows.length;
}

/** Rows of objects under the names of their columns; empty columns are left out. */
export function tsv(rows: readonly Row[], columns: readonly string[]): string {
  const used = columns.filter(column => rows.some(row => row[column] !== undefined));
  const line = (row: Row) =>
    used.map(column => (row[column] === undefined ? "" : cell(row[column]))).join("\t");
  return [used.join("\t"), ...rows.map(line)].join("\n");
}
