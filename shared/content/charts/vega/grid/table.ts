import type {VegaLiteSpec} from "../../../../core/wire/drawing.ts";
import {formatNumber, NO_VALUE} from "../format.ts";
import {bodyOf, canvasSpec, isSmall} from "../frame.ts";
import {messageSpec} from "../message.ts";
import {type Field, isSubtotal, type Source} from "../read.ts";
import {type Box, boxLayer, type Label, textLayers} from "../shapes.ts";
import {fitText, measureText} from "../text.ts";
import {columnTexts} from "./column-texts.ts";

const PADDING = 10;
const MAX_TEXT_WIDTH = 280;
const NARROWEST = 56;

interface Column {
  field: Field;
  texts: string[];
  /** The preferred width of the column, padding included. */
  preferred: number;
  width: number;
  right: boolean;
}

/** A table of as many rows and columns as fit. The table says how many rows and columns are left out. */
export function tableSpec(source: Source): VegaLiteSpec {
  const {fields, rows, size, theme} = source;
  if (fields.length === 0) return messageSpec(source, "No columns are shown.");
  const small = isSmall(size);
  const fontSize = small ? 11 : 12;
  const rowHeight = small ? 21 : 25;
  const ample = bodyOf(source, true);
  const width = ample.right - ample.left;
  const room0 = Math.floor((ample.bottom - ample.top) / rowHeight) - 1;
  const count = Math.max(1, Math.min(rows.length, room0));
  const columns = fitColumns(
    fields.map(field => columnOf(field, rows.slice(0, count), fontSize)),
    width,
  );
  if (rows.length > count) source.notes.push(`${formatNumber(rows.length - count, source.plain)} more below`);
  const hidden = fields.length - columns.length;
  if (hidden > 0) source.notes.push(`${hidden} more ${hidden === 1 ? "column" : "columns"}`);
  const {left, top} = bodyOf(source);
  const full = columns.reduce((sum, column) => sum + column.width, 0);
  const boxes: Box[] = [{x: left, y: top, width: full, height: rowHeight, colour: theme.shade}];
  const labels: Label[] = [];
  for (const [row, values] of rows.slice(0, count).entries())
    if (isSubtotal(values, source.drawing))
      boxes.push({
        x: left,
        y: top + (row + 1) * rowHeight,
        width: full,
        height: rowHeight,
        colour: theme.shade,
      });
  let x = left;
  for (const {field, texts, width: wide, right} of columns) {
    const at = right ? x + wide - PADDING : x + PADDING;
    const align = right ? "right" : "left";
    const title = fitText(field.label, wide - 2 * PADDING, fontSize, true);
    labels.push({
      x: at,
      y: top + rowHeight / 2,
      text: title,
      size: fontSize,
      colour: theme.title,
      align,
      bold: true,
    });
    const inner = wide - 2 * PADDING;
    texts.forEach((full, row) => {
      const bold = isSubtotal(rows[row] ?? [], source.drawing);
      const y = top + (row + 1.5) * rowHeight;
      const colour = full === NO_VALUE ? theme.muted : theme.text;
      // A number must not lose digits, so its font is made smaller instead of cutting the number.
      const size = right ? Math.min(fontSize, smallest(full, inner, fontSize)) : fontSize;
      labels.push({x: at, y, text: fitText(full, inner + 0.5, size, bold), size, colour, align, bold});
    });
    x += wide;
  }
  for (let row = 1; row <= count; row++) {
    boxes.push({x: left, y: top + (row + 1) * rowHeight - 1, width: full, height: 1, colour: theme.grid});
  }
  const origin = {x: 0, y: 0};
  return canvasSpec(source, [...boxLayer(boxes, origin), ...textLayers(labels, origin)]);
}

function smallest(text: string, width: number, fontSize: number): number {
  const needed = measureText(text, fontSize);
  return needed <= width ? fontSize : Math.max(5, Math.floor((fontSize * width * 10) / needed) / 10);
}

function columnOf(field: Field, rows: readonly (readonly unknown[])[], fontSize: number): Column {
  const numeric = field.kind === "number";
  const texts = columnTexts(field, rows);
  const content = Math.max(0, ...texts.map(text => measureText(text, fontSize)));
  const title = measureText(field.label, fontSize, true);
  const preferred = Math.max(
    NARROWEST,
    (numeric ? content : Math.min(content, MAX_TEXT_WIDTH)) + 2 * PADDING,
    Math.min(title, 160) + 2 * PADDING,
  );
  return {field, texts, preferred: Math.ceil(preferred + 1), width: 0, right: numeric};
}

/** Narrows columns of text in favour of columns of numbers, because all digits must be visible. */
function fitColumns(columns: readonly Column[], width: number): Column[] {
  const visibleColumns: Column[] = [];
  let used = 0;
  for (const column of columns) {
    const least = column.right ? column.preferred : Math.min(column.preferred, 110);
    if (visibleColumns.length > 0 && used + least > width) break;
    visibleColumns.push({...column, width: Math.min(least, width)});
    used += least;
  }
  let spare = width - visibleColumns.reduce((sum, column) => sum + column.width, 0);
  for (const column of visibleColumns) {
    const more = Math.min(Math.max(0, spare), column.preferred - column.width);
    column.width += Math.max(0, more);
    spare -= Math.max(0, more);
  }
  // A few narrow columns are spaced out, but only so far that a row is still easy to follow.
  const each = Math.min(200, Math.max(0, spare) / visibleColumns.length);
  return visibleColumns.map(column => ({...column, width: Math.floor(column.width + each)}));
}
