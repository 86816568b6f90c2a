import {PassThrough, Readable} from "node:stream";
import ZipStream from "zip-stream";
import type {ResultColumn} from "../../shared/semantic/compile.ts";
import {type Batch, isNumber} from "../warehouses/batch.ts";
import {headerCell, type WriteCell, writerOf} from "./xlsx-cells.ts";
import {
  CONTENT_TYPES,
  RELATIONS,
  SHEET_END,
  SHEET_START,
  STYLES,
  WORKBOOK,
  WORKBOOK_RELATIONS,
} from "./xlsx-parts.ts";

/** Rows of a sheet, its header among them (https://support.microsoft.com/office: "Excel specifications and limits"). */
export const SHEET_ROWS = 1_048_576;
/** Time is spent on writing cells, not on the last percent of a smaller file. */
const COMPRESSION_LEVEL = 1;

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
  const zip = new ZipStream({level: COMPRESSION_LEVEL});
  let rows = 0;
  const sheet = Readable.from(
    sheetText(batches, columns, timezone, count => {
      rows += count;
    }),
    {objectMode: false, highWaterMark: 64 * 1024},
  );
  const out = new PassThrough({highWaterMark: 256 * 1024});
  const filled = fill(zip, sheet).catch(error => out.destroy(error));
  zip.on("error", error => out.destroy(error));
  sheet.on("error", error => out.destroy(error));
  zip.pipe(out);
  let given = 0;
  try {
    for await (const bytes of out) {
      yield {bytes, rowCount: rows - given};
      given = rows;
    }
    await filled;
  } finally {
    sheet.destroy();
    zip.destroy();
  }
}

/** The small parts first, the sheet last: it is as long as the result. */
async function fill(zip: ZipStream, sheet: Readable): Promise<void> {
  const parts: [string, string | Readable][] = [
    ["[Content_Types].xml", CONTENT_TYPES],
    ["_rels/.rels", RELATIONS],
    ["xl/workbook.xml", WORKBOOK],
    ["xl/_rels/workbook.xml.rels", WORKBOOK_RELATIONS],
    ["xl/styles.xml", STYLES],
    ["xl/worksheets/sheet1.xml", sheet],
  ];
  for (const [name, content] of parts) {
    await new Promise<void>((resolve, reject) => {
      zip.entry(content, {name}, error => (error ? reject(error) : resolve()));
    });
  }
  zip.finish();
}

async function* sheetText(
  batches: AsyncIterable<Batch>,
  columns: readonly ResultColumn[],
  timezone: string,
  counted: (rows: number) => void,
): AsyncIterableIterator<string> {
  yield `${SHEET_START}<row>${columns.map(({name}) => headerCell(name)).join("")}</row>`;
  for await (const batch of batches) {
    const writers = columns.map(({type}, c) => writerOf(type, isNumber(batch.kinds[c] ?? "other"), timezone));
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
