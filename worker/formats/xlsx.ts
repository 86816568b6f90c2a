import {Readable} from "node:stream";
import type {ColumnLooks} from "../../shared/ground/wire/run-request.ts";
import type {ResultColumn} from "../../shared/semantic/index.ts";
import type {Batch} from "../warehouses/batch.ts";
import {headerCell, type WriteCell, writerOf} from "./xlsx-cells.ts";
import {
  contentTypes,
  FIRST_OWN_STYLE,
  RELATIONS,
  SHEET_END,
  sheetStart,
  styles,
  workbook,
  workbookRelations,
} from "./xlsx-parts.ts";
import {zipStream} from "./zip.ts";

/**
 * A result as a workbook of one sheet (ECMA-376), streamed with one batch of rows in memory at a time. Numbers of more
 * than 15 digits, which spreadsheets would round, are text; dates are dates, timestamps the civil time of the time
 * zone, and everything else is text that spreadsheets do not take for a number or a formula.
 */
export async function* xlsxStream(
  batches: AsyncIterable<Batch>,
  columns: readonly ResultColumn[],
  timezone: string,
  looks: ColumnLooks = columns.map(({name}) => ({label: name})),
): AsyncIterableIterator<{bytes: Uint8Array; rowCount: number}> {
  const formats = [...new Set(looks.flatMap(({format}) => format ?? []))];
  let rows = 0;
  const sheet = Readable.from(
    sheetText(batches, {columns, looks, formats}, timezone, count => {
      rows += count;
    }),
    {objectMode: false, highWaterMark: 64 * 1024},
  );
  // The small parts precede the sheet, whose length depends on the result.
  const out = zipStream([
    ["[Content_Types].xml", contentTypes(1)],
    ["_rels/.rels", RELATIONS],
    ["xl/workbook.xml", workbook(["Result"])],
    ["xl/_rels/workbook.xml.rels", workbookRelations(1)],
    ["xl/styles.xml", styles(formats)],
    ["xl/worksheets/sheet1.xml", sheet],
  ]);
  let yieldedRows = 0;
  try {
    for await (const bytes of out) {
      yield {bytes, rowCount: rows - yieldedRows};
      yieldedRows = rows;
    }
  } finally {
    sheet.destroy();
    out.destroy();
  }
}

async function* sheetText(
  batches: AsyncIterable<Batch>,
  {
    columns,
    looks,
    formats,
  }: {columns: readonly ResultColumn[]; looks: ColumnLooks; formats: readonly string[]},
  timezone: string,
  onRows: (rows: number) => void,
): AsyncIterableIterator<string> {
  const header = `<row>${looks.map(({label}) => headerCell(label)).join("")}</row>`;
  let isFirst = true;
  for await (const batch of batches) {
    // A sheet declares its widths before its rows, so they are measured over the first batch only.
    if (isFirst) yield `${sheetStart(widthsOf(batch, columns, looks))}${header}`;
    isFirst = false;
    const writers = columns.map(({type}, c) => {
      const {format, isComputed} = looks[c] ?? {};
      const style = format === undefined ? 0 : FIRST_OWN_STYLE + formats.indexOf(format);
      return writerOf(type, batch.kinds[c] ?? "other", timezone, {style, isComputed: isComputed === true});
    });
    onRows(batch.rowCount);
    yield rowsText(batch, writers);
  }
  yield `${isFirst ? `${sheetStart([])}${header}` : ""}${SHEET_END}`;
}

const MEASURED_ROWS = 200;
const [NARROWEST, WIDEST] = [8, 60];

/** The widths of columns in characters, from their labels and first values. */
function widthsOf(
  {columns: values, rowCount}: Batch,
  columns: readonly ResultColumn[],
  looks: ColumnLooks,
): number[] {
  return columns.map(({type}, c) => {
    const texts = (values[c] ?? []).slice(0, Math.min(rowCount, MEASURED_ROWS));
    // A number takes at most 18 characters, with separators: computed ones are shown with fewer digits than they have.
    const longest = Math.max(
      0,
      ...texts.map(text => Math.min(text?.length ?? 0, type === "number" ? 18 : WIDEST)),
    );
    return Math.min(WIDEST, Math.max(NARROWEST, looks[c]?.label.length ?? 0, longest) + 2);
  });
}

function rowsText({columns, rowCount}: Batch, writers: readonly WriteCell[]): string {
  const parts: string[] = [];
  for (let r = 0; r < rowCount; r++) {
    parts.push("<row>");
    for (let c = 0; c < writers.length; c++) {
      const value = columns[c]?.[r];
      parts.push(value === null || value === undefined ? "<c/>" : writers[c]!(value));
    }
    parts.push("</row>");
  }
  return parts.join("");
}
