import {Readable} from "node:stream";
import type {ResultColumn} from "../../shared/semantic/compile.ts";
import type {Batch} from "../warehouses/batch.ts";
import {headerCell, type WriteCell, writerOf} from "./xlsx-cells.ts";
import {
  contentTypes,
  RELATIONS,
  SHEET_END,
  SHEET_START,
  styles,
  workbook,
  workbookRelations,
} from "./xlsx-parts.ts";
import {zipStream} from "./zip.ts";

/**
 * A result as a workbook of one sheet (ECMA-376), streamed: its rows are in memory a batch at a time. Numbers stay
 * numbers as far as a spreadsheet holds their digits (15) and are text beyond, so that none is rounded; dates are
 * dates without a time, timestamps the civil time of the zone, everything else is text that no spreadsheet takes for
 * a number or a formula.
 */
export async function* xlsxStream(
  batches: AsyncIterable<Batch>,
  columns: readonly ResultColumn[],
  timezone: string,
): AsyncIterableIterator<{bytes: Uint8Array; rowCount: number}> {
  let rows = 0;
  const sheet = Readable.from(
    sheetText(batches, columns, timezone, count => {
      rows += count;
    }),
    {objectMode: false, highWaterMark: 64 * 1024},
  );
  // The small parts come first, because the sheet is as long as the result.
  const out = zipStream([
    ["[Content_Types].xml", contentTypes(1)],
    ["_rels/.rels", RELATIONS],
    ["xl/workbook.xml", workbook(["Result"])],
    ["xl/_rels/workbook.xml.rels", workbookRelations(1)],
    ["xl/styles.xml", styles([])],
    ["xl/worksheets/sheet1.xml", sheet],
  ]);
  let given = 0;
  try {
    for await (const bytes of out) {
      yield {bytes, rowCount: rows - given};
      given = rows;
    }
  } finally {
    sheet.destroy();
    out.destroy();
  }
}

async function* sheetText(
  batches: AsyncIterable<Batch>,
  columns: readonly ResultColumn[],
  timezone: string,
  counted: (rows: number) => void,
): AsyncIterableIterator<string> {
  yield `${SHEET_START}<row>${columns.map(({name}) => headerCell(name)).join("")}</row>`;
  for await (const batch of batches) {
    const writers = columns.map(({type}, c) => writerOf(type, batch.kinds[c] ?? "other", timezone));
    counted(batch.rowCount);
    yield rowsText(batch, writers);
  }
  yield SHEET_END;
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
