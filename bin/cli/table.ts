import stringWidth from "string-width";
import {cut, type Paint, plain} from "./printable-text.ts";

/** The result of a command as a table, which can be printed in each format. */
export interface Table {
  columns: readonly {name: string; isNumber?: boolean}[];
  rows: readonly (readonly unknown[])[];
}

const GAP = "  ";
const LEAST = 6;

/** Lines of aligned columns, numbers on the right. `width` cuts the widest columns until a line fits. */
export function tableLines({columns, rows}: Table, width: number, paint: Paint): string[] {
  const cells = rows.map(row => columns.map((_, c) => plain(cellText(row[c]))));
  const heads = columns.map(({name}) => plain(name));
  const widths = heads.map((head, c) =>
    cells.reduce((most, row) => Math.max(most, stringWidth(row[c] ?? "")), stringWidth(head)),
  );
  fit(widths, width);
  const line = (row: readonly string[], style?: "bold") => {
    const parts = columns.map(({isNumber = false}, c) => {
      const text = cut(row[c] ?? "", widths[c] ?? 0);
      const space = " ".repeat(Math.max(0, (widths[c] ?? 0) - stringWidth(text)));
      const painted = style ? paint(style, text) : text;
      return isNumber ? space + painted : painted + space;
    });
    return parts.join(GAP).trimEnd();
  };
  return [line(heads, "bold"), ...cells.map(row => line(row))];
}

function fit(widths: number[], width: number): void {
  let over = widths.reduce((sum, one) => sum + one, GAP.length * (widths.length - 1)) - width;
  while (over > 0) {
    const widest = Math.max(...widths);
    if (widest <= LEAST) return;
    const next = Math.max(LEAST, ...widths.filter(one => one < widest));
    const least = Math.max(next, widest - over);
    const at = widths.indexOf(widest);
    widths[at] = Math.max(LEAST, least);
    over -= widest - (widths[at] ?? 0);
  }
}

/** The text of a value, with all digits of a number; empty for null. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** The table as CSV (RFC 4180). */
export function csvText({columns, rows}: Table): string {
  const lines = [columns.map(({name}) => name), ...rows.map(row => columns.map((_, c) => cellText(row[c])))];
  return lines.map(line => `${line.map(csvCell).join(",")}\r\n`).join("");
}

function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
