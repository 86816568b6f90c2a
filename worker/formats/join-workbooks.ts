import {createReadStream, createWriteStream} from "node:fs";
import {pipeline} from "node:stream/promises";
import {strFromU8, strToU8, unzipSync} from "fflate";
import * as parts from "./xlsx-parts.ts";
import {type ZipEntry, zipStream} from "./zip.ts";

/** A workbook of one sheet, as `xlsxStream` makes it, that becomes a sheet of another one. */
export interface JoinedSheet {
  name: string;
  /** The file of the workbook, which is written over. */
  path: string;
  /** Its own number formats, in the order of its styles. */
  formats: readonly string[];
}

/** Writes one workbook with these sheets, in their order. One of them at a time is in memory. */
export async function joinWorkbooks(sheets: readonly JoinedSheet[], path: string): Promise<void> {
  const formats = [...new Set(sheets.flatMap(sheet => sheet.formats))];
  for (const sheet of sheets) {
    const places = sheet.formats.map(format => parts.FIRST_OWN_STYLE + formats.indexOf(format));
    const file = unzipSync(await Bun.file(sheet.path).bytes(), {filter: ({name}) => name === SHEET});
    const xml = file[SHEET];
    if (xml === undefined) throw new Error(`${sheet.name} is no workbook of one sheet`);
    await Bun.write(sheet.path, strToU8(withStyles(strFromU8(xml), places)));
  }
  const names = tabNames(sheets.map(({name}) => name));
  const out = zipStream([
    ["[Content_Types].xml", parts.contentTypes(sheets.length)],
    ["_rels/.rels", parts.RELATIONS],
    ["xl/workbook.xml", parts.workbook(names)],
    ["xl/_rels/workbook.xml.rels", parts.workbookRelations(sheets.length)],
    ["xl/styles.xml", parts.styles(formats)],
    ...sheets.map((sheet, i): ZipEntry => [`xl/worksheets/sheet${i + 1}.xml`, createReadStream(sheet.path)]),
  ]);
  await pipeline(out, createWriteStream(path));
}

const SHEET = "xl/worksheets/sheet1.xml";

/** The sheet with other indexes of its own styles. In a cell's text every `<` is escaped. */
function withStyles(xml: string, places: readonly number[]): string {
  return xml.replace(/<c s="(\d+)"/g, (whole, style: string) => {
    const place = places[Number(style) - parts.FIRST_OWN_STYLE];
    return place === undefined ? whole : `<c s="${place}"`;
  });
}

const MOST_CHARACTERS = 31;

/** Names that spreadsheets take for sheets: of 31 characters at most, without `[]:*?/\`, each another without regard to case. */
function tabNames(titles: readonly string[]): string[] {
  const taken = new Set<string>();
  return titles.map(title => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no name of a sheet may have them
    const plain = title.replace(/[[\]:*?/\\\s\u0000-\u001f]+/g, " ").replace(/^[ ']+|[ ']+$/g, "") || "Sheet";
    for (let n = 1; ; n++) {
      const end = n === 1 ? "" : ` (${n})`;
      const name = `${cut(plain, MOST_CHARACTERS - end.length)}${end}`;
      // A sheet of that name has what several people changed, in some spreadsheets.
      if (taken.has(name.toLowerCase()) || name.toLowerCase() === "history") continue;
      taken.add(name.toLowerCase());
      return name;
    }
  });
}

/** Counted as spreadsheets do, in UTF-16, and without half of a character at the end. */
function cut(text: string, length: number): string {
  return text
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, "")
    .replace(/[\s']+$/, "");
}
