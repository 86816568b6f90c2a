import type {Section} from "../../shared/core/wire/mail-report.ts";

type Table = Extract<Section, {kind: "table"}>;

/** The sentences below a table: how many of its rows are shown, where the others are, and the table's own note. */
export function notesOfTable(table: Table, resourceUrl: string | undefined): string[] {
  const {rows, total, note} = table;
  const isWhole = rows.length >= total.rows && !total.truncated;
  const own = note === undefined ? [] : [note];
  if (isWhole) return rows.length === 0 ? ["No rows", ...own] : own;
  if (total.truncated) return [cutNote(table), ...own];
  return [`${counted(rows.length)} of ${counted(total.rows)} rows${whereAll(table, resourceUrl)}`, ...own];
}

/** The note of a table whose query has a limit that cut off rows. */
function cutNote({rows, total, attached, isAttachedCut = false}: Table): string {
  const rowCount = counted(rows.length);
  const first =
    rows.length < total.rows ? `${rowCount} of the first ${counted(total.rows)}` : `The first ${rowCount}`;
  if (attached === undefined) return `${first} rows: there are more`;
  if (!isAttachedCut) return `${first} rows: more are attached as ${attached}`;
  const same = rows.length < total.rows ? `has the first ${counted(total.rows)}` : "has the same";
  return `${first} rows: there are more, beyond the limit of the query. ${attached}, which is attached, ${same}`;
}

function whereAll({attached, url}: Table, resourceUrl: string | undefined): string {
  if (attached !== undefined) return `: all are attached as ${attached}`;
  return url === undefined && resourceUrl === undefined ? "" : ": open it to see all";
}

function counted(count: number): string {
  return count.toLocaleString("en");
}
