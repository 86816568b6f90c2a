import {parseCell} from "../../shared/content/sheets/a1.ts";
import {formulaFault} from "../../shared/content/sheets/formula.ts";
import type {CalculatedCell, CalculatedTab} from "../../shared/core/wire/workbook.ts";
import {fileFormula} from "./file-formula.ts";
import {escapedText, shortenedText} from "./xlsx-cells.ts";
import * as parts from "./xlsx-parts.ts";
import {zipped} from "./zip.ts";

/** Writes calculated tabs as an XLSX file, with formulas and their current values, number formats and types. */
export async function workbookFile(tabs: readonly CalculatedTab[]): Promise<Buffer> {
  const formats = [...new Set(tabs.flatMap(tab => tab.cells.flatMap(({format}) => format ?? [])))];
  const names = new Set(tabs.map(({name}) => name.toLowerCase()));
  const places = new Map(formats.map((format, place) => [format, place]));
  const styleOf = (cell: CalculatedCell) =>
    cell.format === undefined
      ? typeof cell.value === "string" && cell.formula === undefined
        ? parts.STYLE.text
        : 0
      : parts.FIRST_OWN_STYLE + places.get(cell.format)!;
  return zipped([
    ["[Content_Types].xml", parts.contentTypes(tabs.length)],
    ["_rels/.rels", parts.RELATIONS],
    ["xl/workbook.xml", parts.workbook(tabs.map(({name}) => name))],
    ["xl/_rels/workbook.xml.rels", parts.workbookRelations(tabs.length)],
    ["xl/styles.xml", parts.styles(formats)],
    ...tabs.map((tab, t): [string, string] => [
      `xl/worksheets/sheet${t + 1}.xml`,
      sheetOf(tab, styleOf, names),
    ]),
  ]);
}

function sheetOf(
  {cells}: CalculatedTab,
  styleOf: (cell: CalculatedCell) => number,
  names: ReadonlySet<string>,
): string {
  const placed = cells.map(cell => ({cell, ...parseCell(cell.cell)!}));
  placed.sort((a, b) => a.row - b.row || a.column - b.column);
  const text: string[] = [parts.TAB_START];
  let row = 0;
  for (const {cell, row: at} of placed) {
    if (at !== row) text.push(row > 0 ? "</row>" : "", `<row r="${at}">`);
    row = at;
    text.push(cellOf(cell, styleOf(cell), names));
  }
  text.push(row > 0 ? "</row>" : "", parts.SHEET_END);
  return text.join("");
}

function cellOf(calculated: CalculatedCell, style: number, tabs: ReadonlySet<string>): string {
  const {cell, spill} = calculated;
  const formula = readable(calculated, tabs);
  const value =
    formula === undefined && calculated.formula !== undefined ? calculated.formula : calculated.value;
  const opening = `<c r="${cell}"${style > 0 ? ` s="${style}"` : ""}`;
  const kind = spill === undefined || formula === undefined ? "" : ` t="array" ref="${spill}"`;
  const written = formula === undefined ? "" : `<f${kind}>${escapedText(formula)}</f>`;
  if (typeof value === "number") return `${opening}>${written}<v>${value}</v></c>`;
  if (typeof value === "boolean") return `${opening} t="b">${written}<v>${value ? 1 : 0}</v></c>`;
  if (typeof value === "object") return `${opening} t="e">${written}<v>${errorOf(value.error)}</v></c>`;
  const text = escapedText(shortenedText(value));
  if (formula !== undefined) return `${opening} t="str">${written}<v>${text}</v></c>`;
  return `${opening} t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

/**
 * The formula for the file; `undefined` for what becomes text: formulas that spreadsheets cannot read, which would make
 * them reject the whole file, and those that refer to something outside of the file, which may have been stored before
 * they were refused.
 */
function readable({formula, value}: CalculatedCell, tabs: ReadonlySet<string>): string | undefined {
  if (formula === undefined || formula.length < 2 || formulaFault(formula) !== undefined) return undefined;
  const isRefused = typeof value === "object" && value.error === "#ERROR!";
  return isRefused ? undefined : fileFormula(formula.slice(1), tabs);
}

const FILE_ERRORS = new Set(["#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A"]);

/** Maps the engine's errors to those of the file format. */
function errorOf(error: string): string {
  return FILE_ERRORS.has(error) ? error : "#VALUE!";
}
