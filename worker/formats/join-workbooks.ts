import {createReadStream, createWriteStream} from "node:fs";
import {pipeline} from "node:stream/promises";
import {strFromU8, strToU8, unzipSync} from "fflate";
import {firstCharacters} from "./xlsx-cells.ts";
import * as parts from "./xlsx-parts.ts";
import {type ZipEntry, zipParts} from "./zip.ts";

/** A workbook of one sheet, as `xlsxStream` makes it, that becomes a sheet of the joined workbook. */
export interface JoinedSheet {
  name: string;
  /** The file of the workbook, which is overwritten. */
  path: string;
  /** The workbook's own number formats, in the order of its styles. */
  formats: readonly string[];
}

/** Writes one workbook with these sheets, in this order. Only one sheet at a time is in memory. */
export async function joinWorkbooks(sheets: readonly JoinedSheet[], path: string): Promise<void> {
  const formats = [...new Set(sheets.flatMap(sheet => sheet.formats))];
  for (const sheet of sheets) {
    const places = sheet.formats.map(format => parts.FIRST_OWN_STYLE + formats.indexOf(format));
    const file = unzipSync(await Bun.file(sheet.path).bytes(), {filter: ({name}) => name === SHEET});
    const xml = file[SHEET];
    if (xml === undefined) throw new Error(`${sheet.name} is not a workbook of one sheet`);
    await Bun.write(sheet.path, strToU8(withStyles(strFromU8(xml), places)));
  }
  const names = tabNames(sheets.map(({name}) => name));
  const out = zipParts([
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

/** Replaces the indexes of the sheet's own styles. The text of cells cannot match, because its `<` are escaped. */
function withStyles(xml: string, places: readonly number[]): string {
  return xml.replace(/<c s="(\d+)"/g, (whole, style: string) => {
    const place = places[Number(style) - parts.FIRST_OWN_STYLE];
    return place === undefined ? whole : `<c s="${place}"`;
  });
}

const MAX_CHARACTERS = 31;

/** Valid names for sheets: at most 31 characters, without `[]:*?/\`, and unique without regard to case. */
function tabNames(titles: readonly string[]): string[] {
  const taken = new Set<string>();
  return titles.map(title => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: names of sheets must not have control characters
    const plain = title.replace(/[[\]:*?/\\\s\u0000-\u001f]+/g, " ").replace(/^[ ']+|[ ']+$/g, "") || "Sheet";
    for (let n = 1; ; n++) {
      const end = n === 1 ? "" : ` (${n})`;
      const name = `${truncate(plain, MAX_CHARACTERS - end.length)}${end}`;
      // Some spreadsheets reserve the name "History" for tracked changes.
      if (taken.has(name.toLowerCase()) || name.toLowerCase() === "history") continue;
      taken.add(name.toLowerCase());
      return name;
    }
  });
}

function truncate(text: string, length: number): string {
  return firstCharacters(text, length).replace(/[\s']+$/, "");
}
