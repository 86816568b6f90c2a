import type {Section} from "../../shared/core/wire/mail-report.ts";

type Table = Extract<Section, {kind: "table"}>;

/** Columns of equal width, with numbers aligned to the right. Cells are cut at `widest` characters. */
export function tableLines({columns, rows}: Pick<Table, "columns" | "rows">, widest: number): string[] {
  const oneLine = (text: string) => {
    const line = text.replaceAll(/\s+/g, " ");
    return line.length > widest ? `${line.slice(0, widest - 1).toWellFormed()}…` : line;
  };
  const all = [columns.map(({label}) => label), ...rows].map(cells => cells.map(oneLine));
  const widths = columns.map((_, i) => Math.max(...all.map(cells => Bun.stringWidth(cells[i] ?? ""))));
  return all.map(cells =>
    cells
      .map((text, i) => {
        const space = " ".repeat(Math.max(0, (widths[i] ?? 0) - Bun.stringWidth(text)));
        return columns[i]?.isNumber ? `${space}${text}` : `${text}${space}`;
      })
      .join("  ")
      .trimEnd(),
  );
}
