import type {Report, Section} from "../../shared/deliveries/report.ts";

const RULE = "-".repeat(40);
const WIDEST_COLUMN = 40;

/** The text version of the mail: the same numbers in the same order. */
export function textOf(report: Report): string {
  const {title, message, filters, asOf, sections, notes, reason, openUrl, unsubscribeUrl} = report;
  const parts = [
    [
      title,
      "=".repeat(Math.min(40, title.length)),
      asOf,
      ...filters.map(filter => `Filtered: ${filter}`),
    ].join("\n"),
    ...(message === undefined ? [] : [message]),
    ...sections.map(sectionOf),
    ...(notes.length > 0 ? [notes.join("\n")] : []),
    ...(openUrl === undefined ? [] : [`Open it in the browser: ${openUrl}`]),
    [RULE, reason, `Stop it: ${unsubscribeUrl}`].join("\n"),
  ];
  return `${parts.join("\n\n")}\n`;
}

function sectionOf(section: Section): string {
  const head = [section.title, "-".repeat(Math.min(40, section.title.length))];
  switch (section.kind) {
    case "heading":
      return head.join("\n");
    case "picture":
      return [...head, section.alt, ...(section.note === undefined ? [] : [section.note])].join("\n");
    case "number":
      return [...head, section.value, ...(section.change === undefined ? [] : [section.change])].join("\n");
    case "table":
      return [...head, ...rowsOf(section), ...(section.note === undefined ? [] : [section.note])].join("\n");
    case "failure":
      return [...head, section.reason].join("\n");
  }
}

/** Columns of equal width, with numbers aligned to the right. */
function rowsOf({columns, rows}: Extract<Section, {kind: "table"}>): string[] {
  const all = [columns.map(({label}) => label), ...rows].map(cells => cells.map(oneLine));
  const widths = columns.map((_, i) => Math.max(...all.map(cells => cells[i]?.length ?? 0)));
  return all.map(cells =>
    cells
      .map((text, i) => {
        const width = widths[i] ?? 0;
        return columns[i]?.isNumber ? text.padStart(width) : text.padEnd(width);
      })
      .join("  ")
      .trimEnd(),
  );
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > WIDEST_COLUMN ? `${line.slice(0, WIDEST_COLUMN - 1)}…` : line;
}
