import {MAX_ROWS} from "../../shared/content/sheets/a1.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import type {WorkbookColumns} from "../../shared/core/wire/run-request.ts";
import type {ResultColumn} from "../../shared/semantic/index.ts";
import type {VectorBatch} from "../warehouses/vectors.ts";
import {headerCell} from "./xlsx-cells.ts";
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
import {SheetRows} from "./xlsx-rows.ts";
import {widthsOf} from "./xlsx-widths.ts";
import {zipParts} from "./zip.ts";

/**
 * A result as a workbook of one sheet (ECMA-376), streamed with one batch of rows in memory at a time. Numbers of more
 * than 15 digits, which spreadsheets would round, are text; dates are dates, timestamps the civil time of the time
 * zone, and everything else is text that spreadsheets do not take for a number or a formula. Throws `invalid_request` at
 * the first row that no sheet has room for.
 */
export async function* xlsxStream(
  batches: AsyncIterable<SheetBatch>,
  columns: readonly ResultColumn[],
  timezone: string,
  looks: WorkbookColumns = columns.map(({name}) => ({label: name})),
): AsyncIterableIterator<{bytes: Uint8Array; rowCount: number}> {
  const formats = [...new Set(looks.flatMap(({format}) => format ?? []))];
  let rows = 0;
  const sheet = sheetParts(batches, {columns, looks, formats}, timezone, count => {
    rows += count;
  });
  // The small parts precede the sheet, whose length depends on the result.
  const parts = zipParts([
    ["[Content_Types].xml", contentTypes(1)],
    ["_rels/.rels", RELATIONS],
    ["xl/workbook.xml", workbook(["Result"])],
    ["xl/_rels/workbook.xml.rels", workbookRelations(1)],
    ["xl/styles.xml", styles(formats)],
    ["xl/worksheets/sheet1.xml", sheet],
  ]);
  let yieldedRows = 0;
  for await (const bytes of parts) {
    yield {bytes, rowCount: rows - yieldedRows};
    yieldedRows = rows;
  }
}

/** Rows as texts of the engine, or as vectors in its memory. */
type SheetBatch = Pick<VectorBatch, "rowCount" | "columns" | "kinds">;

async function* sheetParts(
  batches: AsyncIterable<SheetBatch>,
  {
    columns,
    looks,
    formats,
  }: {columns: readonly ResultColumn[]; looks: WorkbookColumns; formats: readonly string[]},
  timezone: string,
  onRows: (rows: number) => void,
): AsyncIterableIterator<Uint8Array> {
  const cellColumns = columns.map(({type}, c) => {
    const {format, isComputed} = looks[c] ?? {};
    const style = format === undefined ? 0 : FIRST_OWN_STYLE + formats.indexOf(format);
    return {type, style, isComputed: isComputed === true};
  });
  const rows = new SheetRows(cellColumns, timezone);
  const header = `<row>${looks.map(({label}) => headerCell(label)).join("")}</row>`;
  let isFirst = true;
  let rowCount = 1;
  for await (const batch of batches) {
    // A sheet declares its widths before its rows, so they are measured over the first batch only.
    if (isFirst) yield Buffer.from(`${sheetStart(widthsOf(batch, columns, looks))}${header}`);
    isFirst = false;
    rowCount += batch.rowCount;
    if (rowCount > MAX_ROWS) throw tooManyRows();
    onRows(batch.rowCount);
    yield rows.encode(batch);
  }
  yield Buffer.from(`${isFirst ? `${sheetStart([])}${header}` : ""}${SHEET_END}`);
}

function tooManyRows(): ServiceError {
  const most = (MAX_ROWS - 1).toLocaleString("en");
  return new ServiceError(
    "invalid_request",
    `The result has more than the ${most} rows that a sheet holds below its header. Add a limit, or ask for another format.`,
  );
}
