import type {ReadRows, Source} from "../../parts/report/figures.ts";
import type {AgentRunDetail, Evidence} from "./data.ts";

const COUNTED = /\(rows are counted from (\d+)/;
const ESCAPED: Readonly<Record<string, string>> = {"\\t": "\t", "\\n": "\n", "\\r": "\r", "\\\\": "\\"};

/** A query of an agent's run, with its rows, as the source of figures. */
export function sourceIn(run: AgentRunDetail, queryRunId: string): Source | undefined {
  const evidence = run.evidence?.find(one => one.queryRunId === queryRunId);
  return evidence && {sql: evidence.sql, read: async () => rowsOf(run, evidence)};
}

/** The rows behind a figure, from the transcript; `undefined` where the tool's result has another form. */
function rowsOf(run: AgentRunDetail, {queryRunId, columns}: Evidence): ReadRows | undefined {
  const results = (run.transcript ?? []).flatMap(({toolCalls}) =>
    toolCalls.flatMap(({result}) => (result?.includes(queryRunId) ? [result] : [])),
  );
  for (const result of results) {
    const lines = result.split("\n");
    const head = lines.findIndex(line => isHead(line, columns));
    if (head < 0) continue;
    const rows: string[][] = [];
    for (const line of lines.slice(head + 1)) {
      const cells = line.split("\t").map(unescaped);
      if (cells[0] === "totals" && cells.length === columns.length + 1) rows.push(cells.slice(1));
      else if (cells.length === columns.length && !isNote(line, columns)) rows.push(cells);
      else break;
    }
    return {columns, rows, first: Number(COUNTED.exec(result)?.[1] ?? 1)};
  }
  return undefined;
}

/** Whether a line is the note below the rows, which looks like a row if the result has a single column. */
function isNote(line: string, columns: readonly string[]): boolean {
  return columns.length === 1 && /^\(\d+ rows?\b/.test(line);
}

function isHead(line: string, columns: readonly string[]): boolean {
  const cells = line.split("\t");
  return (
    cells.length === columns.length && cells.every((cell, i) => cell.replace(/:[^:]*$/, "") === columns[i])
  );
}

function unescaped(cell: string): string {
  return cell.replace(/\\[tnr\\]/g, pair => ESCAPED[pair] ?? pair);
}
