import {columnTexts} from "../../../shared/content/charts/vega/grid/column-texts.ts";
import {
  type Field,
  isSubtotal,
  numberIn,
  readDrawing,
  textIn,
} from "../../../shared/content/charts/vega/read.ts";
import type {Drawing} from "../../../shared/core/wire/drawing.ts";
import {element} from "../document/dom.ts";
import {READER_LOCALE} from "./reader-locale.ts";

/** The maximum number of rows in the table behind a chart. */
const MAX_ROWS = 500;
/** The content of a table does not depend on the size, so any size can be used. */
const SIZE = {width: 640, height: 400};

type Row = readonly unknown[];

/**
 * The chart's rows as a table, for people who cannot see the picture, with values formatted as in the picture. A click
 * on a heading sorts by its column, another click reverses the order. `onPick` is called with the row of a clicked cell
 * and the cell's column. Arrow keys move from cell to cell, and Enter picks.
 */
export function dataTable(
  data: Omit<Drawing, "theme">,
  onPick?: (row: Row, column: number) => void,
): HTMLElement {
  const fields = fieldsOf(data);
  const body = element("tbody");
  const rest = element("p", {class: "more"});
  const show = (rows: readonly Row[]) => {
    const visibleRows = rows.slice(0, MAX_ROWS);
    const texts = fields.map(field => columnTexts(field, visibleRows));
    body.replaceChildren(
      ...visibleRows.map((row, r) => {
        const cells = fields.map((field, c) => element("td", alignment(field), texts[c]?.[r] ?? ""));
        for (const [c, cell] of cells.entries())
          if (onPick) cell.addEventListener("click", () => onPick(row, fields[c]?.index ?? 0));
        return element("tr", isSubtotal(row, data) ? {class: "subtotal"} : {}, ...cells);
      }),
    );
    if (onPick) moveByArrowKeys(body);
  };
  if (onPick) body.addEventListener("keydown", moveByArrows);
  show(data.rows);
  const left = data.rows.length - MAX_ROWS;
  if (left > 0) rest.textContent = `${left.toLocaleString()} more rows`;
  else if (data.truncated)
    rest.textContent = `Only the first ${data.rows.length.toLocaleString()} rows: the row limit leaves out the others.`;
  else if (data.rows.length === 0) rest.textContent = "No data";
  const head = element("tr", {}, ...headings(fields, data.rows, show));
  return element(
    "div",
    {class: "table", tabindex: "0", role: "region", "aria-label": `Data of ${data.title}`},
    element("table", {}, element("thead", {}, head), body),
    ...(rest.textContent ? [rest] : []),
  );
}

const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

/** Tab reaches the first cell only; arrow keys move from there to the others. */
function moveByArrowKeys(body: HTMLTableSectionElement): void {
  for (const cell of body.querySelectorAll("td")) cell.tabIndex = -1;
  const first = body.querySelector("td");
  if (first) first.tabIndex = 0;
}

function moveByArrows(event: KeyboardEvent): void {
  const cell = (event.target as Element).closest("td");
  const row = cell?.parentElement;
  if (!cell || !(row instanceof HTMLTableRowElement)) return;
  if (event.key === "Enter") cell.click();
  const step = STEPS[event.key];
  if (!step) return;
  event.preventDefault();
  const rows = (row.parentElement as HTMLTableSectionElement).rows;
  const next = rows[row.sectionRowIndex + step[0]]?.cells[cell.cellIndex + step[1]];
  if (!next) return;
  cell.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

/** The columns of the table: only the visible ones of a table chart, all columns of any other chart. */
function fieldsOf(data: Omit<Drawing, "theme">): Field[] {
  const {columns = []} = data.config;
  const isTableChart = data.type === "table";
  const tableColumns = isTableChart ? columns : columns.map(({hidden: _, ...column}) => column);
  const drawing = {...data, theme: "light" as const, config: {...data.config, columns: tableColumns}};
  return readDrawing(drawing, SIZE, {locale: READER_LOCALE}).fields;
}

function headings(
  fields: readonly Field[],
  rows: readonly Row[],
  show: (rows: readonly Row[]) => void,
): HTMLElement[] {
  const cells = fields.map(field => {
    const button = element("button", {type: "button", class: "sort"}, field.label);
    const cell = element("th", {scope: "col", ...alignment(field)}, button);
    button.addEventListener("click", () => {
      const isDescending = cell.getAttribute("aria-sort") === "ascending";
      for (const other of cells) other.removeAttribute("aria-sort");
      cell.setAttribute("aria-sort", isDescending ? "descending" : "ascending");
      show(sorted(rows, field, isDescending ? -1 : 1));
    });
    return cell;
  });
  return cells;
}

/** Sorts a text field by its text, any other by its number. Rows without a value are last in both directions. */
function sorted(rows: readonly Row[], field: Field, sign: 1 | -1): Row[] {
  const isText = field.kind === "text";
  const keyed = rows.map(row => ({
    row,
    key: isText ? (row[field.index] == null ? undefined : textIn(row, field)) : numberIn(row, field),
  }));
  const compare = (a: string | number, b: string | number) =>
    typeof a === "string" && typeof b === "string" ? a.localeCompare(b, "en") : Number(a) - Number(b);
  return keyed
    .sort(({key: a}, {key: b}) => {
      if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
      return sign * compare(a, b);
    })
    .map(({row}) => row);
}

function alignment({column}: Field): Record<string, string> {
  return column.type === "number" ? {class: "number"} : {};
}
