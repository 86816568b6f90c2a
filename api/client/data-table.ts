import type {Drawing} from "../../shared/charts/vega/drawing.ts";
import {element} from "./dom.ts";
import {shownValue} from "./values.ts";

/** The most rows that the table behind a chart shows. */
const MOST_ROWS = 500;

/**
 * The chart's rows as a table, for people who cannot see the picture. `onPick` is called with the row of a clicked cell
 * and the cell's column.
 */
export function dataTable(
  {title, columns, rows, truncated}: Omit<Drawing, "theme">,
  onPick?: (row: readonly unknown[], column: number) => void,
): HTMLElement {
  const head = element(
    "tr",
    {},
    ...columns.map(({label, type}) => element("th", {scope: "col", ...alignment(type)}, label)),
  );
  const body = rows
    .slice(0, MOST_ROWS)
    .map(row =>
      element(
        "tr",
        {},
        ...columns.map((column, c) => element("td", alignment(column.type), shownValue(row[c], column))),
      ),
    );
  if (onPick) {
    for (const [r, line] of body.entries()) {
      for (const [c, cell] of [...line.cells].entries())
        cell.addEventListener("click", () => onPick(rows[r] ?? [], c));
    }
  }
  const left = rows.length - body.length;
  const more =
    left > 0 ? `${left.toLocaleString("en")} more rows` : truncated ? "A limit cut off further rows." : "";
  return element(
    "div",
    {class: "table", tabindex: "0", role: "region", "aria-label": `Data of ${title}`},
    element("table", {}, element("thead", {}, head), element("tbody", {}, ...body)),
    ...(more ? [element("p", {class: "more"}, more)] : []),
  );
}

function alignment(type: string): Record<string, string> {
  return type === "number" ? {class: "number"} : {};
}
