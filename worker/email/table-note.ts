import type {Section} from "../../shared/deliveries/report.ts";

type Table = Extract<Section, {kind: "table"}>;

/**
 * What is to be said below a table, each in a sentence: how many of its rows are shown and where the others are, and its
 * own note.
 */
export function notesOfTable({rows, total, attached, url, note}: Table): string[] {
  const isWhole = rows.length >= total.rows && !total.truncated;
  const own = note === undefined ? [] : [note];
  if (isWhole) return rows.length === 0 ? ["No rows", ...own] : own;
  const all = `${total.truncated ? "more than " : ""}${counted(total.rows)}`;
  const where =
    attached === undefined
      ? url === undefined
        ? ""
        : ": open it to see all"
      : `: all are attached as ${attached}`;
  return [`${counted(rows.length)} of ${all} rows${where}`, ...own];
}

function counted(count: number): string {
  return count.toLocaleString("en");
}
