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

/** Rows of objects under the names of their columns; empty columns are left out. */
export function tsv(rows: readonly Row[], columns: readonly string[]): string {
  const used = columns.filter(column => rows.some(row => row[column] !== undefined));
  const line = (row: Row) =>
    used.map(column => (row[column] === undefined ? "" : cell(row[column]))).join("\t");
  return [used.join("\t"), ...rows.map(line)].join("\n");
}
