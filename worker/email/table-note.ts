import type {Section} from "../../shared/deliveries/report.ts";

type Table = Extract<Section, {kind: "table"}>;

/**
 * What is to be said below a table, each in a sentence: how many of its rows are shown and where the others are, and its
 * own note.
 */
export function notesOfTable(table: Table, resourceUrl: string | undefined): string[] {
  const {rows, total, note} = table;
  const isWhole = rows.length >= total.rows && !total.truncated;
  const own = note === undefined ? [] : [note];
  if (isWhole) return rows.length === 0 ? ["No rows", ...own] : own;
  const all = `${total.truncated ? "more than " : ""}${counted(total.rows)}`;
  return [`${counted(rows.length)} of ${all} rows${whereAll(table, resourceUrl)}`, ...own];
}

function whereAll({attached, url}: Table, resourceUrl: string | undefined): string {
  if (attached !== undefined) return `: all are attached as ${attached}`;
  return url === undefined && resourceUrl === undefined ? "" : ": open it to see all";
}

function counted(count: number): string {
  return count.toLocaleString("en");
}
