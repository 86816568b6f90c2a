import type {Drawing, Size} from "../../core/wire/drawing.ts";
import {columnTexts} from "./vega/grid/column-texts.ts";
import {changeText, headlineOf, NEEDS_FIELD} from "./vega/numbers/headline.ts";
import {isSubtotal, readDrawing} from "./vega/read.ts";
import {cleanText} from "./vega/text.ts";

/** Placeholder size, because the figures do not depend on the size. */
const SIZE: Size = {width: 640, height: 400};
/** The most characters of a text in one cell. */
const MAX_CELL_LENGTH = 200;

export interface TableFigures {
  columns: {label: string; isNumber: boolean}[];
  rows: string[][];
  /** Indexes of the rows that are subtotals of the rows before them; absent if the query has no subtotals. */
  subtotals?: number[];
}

/** The first rows of a drawing's result, with the columns that a table shows and with numbers in full. */
export function tableOf(drawing: Drawing, maxRows: number): TableFigures {
  const {fields, rows} = readDrawing(drawing, SIZE);
  const shownRows = fields.length > 0 ? rows.slice(0, maxRows) : [];
  const texts = fields.map(field =>
    columnTexts(field, shownRows).map(field.kind === "number" ? String : clip),
  );
  return {
    columns: fields.map(({label, kind}) => ({label, isNumber: kind === "number"})),
    rows: shownRows.map((_, row) => texts.map(column => column[row] ?? "")),
    ...(drawing.subtotals === undefined
      ? {}
      : {subtotals: shownRows.flatMap((row, index) => (isSubtotal(row, drawing) ? [index] : []))}),
  };
}

function clip(text: string): string {
  return text.length > MAX_CELL_LENGTH ? `${text.slice(0, MAX_CELL_LENGTH - 1).toWellFormed()}…` : text;
}

export interface NumberFigures {
  value: string;
  /** The change from the previous period, for a number over time: `▲ 4.1% against Feb 2024`. */
  change?: string;
  /** The measure's name, the subtitle, further measures and the picture's notes. */
  note?: string;
}

/** The texts in the picture of a big number. */
export function bigNumberOf(drawing: Drawing): NumberFigures {
  const source = readDrawing(drawing, SIZE);
  if (source.rows.length === 0) return {value: "No data"};
  const headline = headlineOf(source);
  if (!headline) return {value: NEEDS_FIELD};
  const {text, name, change, others} = headline;
  const subtitle = cleanText(drawing.config.subtitle ?? "");
  const named = name === cleanText(drawing.title) ? "" : name;
  const note = [subtitle, named, ...others, ...source.notes].filter(part => part !== "").join(" · ");
  return {value: text, ...(change ? {change: changeText(change)} : {}), ...(note ? {note} : {})};
}
