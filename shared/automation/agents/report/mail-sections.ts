import type {Section} from "../../../core/wire/mail-report.ts";
import type {CheckedFigure} from "../../deliveries/checked-figure.ts";
import {type Block, printMarkdown, readTree} from "./report-tree.ts";
import {inlineText} from "./text-of-inlines.ts";

/**
 * A checked report as sections of a mail, one section for each heading of the second level. The title is left out,
 * because the mail or the resource that contains the sections has a title.
 */
export function mailSections(markdown: string, base: string): Section[] {
  const parts: {title?: string; blocks: Block[]}[] = [{blocks: []}];
  for (const block of readTree(markdown, base)) {
    if (block.type !== "heading" || block.depth > 2) parts.at(-1)?.blocks.push(block);
    else if (block.depth === 2) parts.push({title: inlineText(block.children), blocks: []});
  }
  return parts
    .filter(({title, blocks}) => title !== undefined || blocks.length > 0)
    .map(({title, blocks}) => ({
      kind: "text",
      ...(title === undefined ? {} : {title}),
      markdown: printMarkdown(blocks),
      base,
    }));
}

/**
 * The last section of a report's mail, with the sources of its verified figures. Empty if there are no verified
 * figures.
 */
export function sourceSection(figures: readonly CheckedFigure[]): Section[] {
  const rows = figures.flatMap(({text, queryRunId, row, column, of, status}) => {
    if (status !== "verified" || queryRunId === undefined || row === undefined || column === undefined)
      return [];
    const cell = `${column}, row ${row}`;
    const cells = of ? `${of.as} of ${cell} and ${of.column}, row ${of.row}` : cell;
    const runs = of && of.queryRunId !== queryRunId ? `${queryRunId}, ${of.queryRunId}` : queryRunId;
    return [[text, cells, runs]];
  });
  const distinct = [...new Map(rows.map(row => [row.join("\n"), row])).values()];
  if (distinct.length === 0) return [];
  const columns = ["Figure", "From", "Run of the query"].map(label => ({label, isNumber: false}));
  const total = {rows: distinct.length, truncated: false};
  return [{kind: "table", title: "Where the figures come from", columns, rows: distinct, total}];
}
