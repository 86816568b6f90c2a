import {placeOf} from "../../shared/sheets/a1.ts";
import type {CalculatedCell, CalculatedTab} from "../../shared/sheets/workbook.ts";
import {escapedText} from "./xlsx-cells.ts";
import * as parts from "./xlsx-parts.ts";
import {zipped} from "./zip.ts";

/** A calculated sheet as an XLSX file: formulas with the values they have now, number formats, types. */
export async function workbookFile(tabs: readonly CalculatedTab[]): Promise<Buffer> {
  const formats = [...new Set(tabs.flatMap(tab => tab.cells.flatMap(({format}) => format ?? [])))];
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
    ...tabs.map((tab, t) => [`xl/worksheets/sheet${t + 1}.xml`, sheetOf(tab, styleOf)] as [string, string]),
  ]);
}

function sheetOf({cells}: CalculatedTab, styleOf: (cell: CalculatedCell) => number): string {
  const placed = cells.map(cell => ({cell, ...placeOf(cell.cell)!}));
  placed.sort((a, b) => a.row - b.row || a.column - b.column);
  const text: string[] = [parts.TAB_START];
  let row = 0;
  for (const {cell, row: at} of placed) {
    if (at !== row) text.push(row > 0 ? "</row>" : "", `<row r="${at}">`);
    row = at;
    text.push(cellOf(cell, styleOf(cell)));
  }
  text.push(row > 0 ? "</row>" : "", parts.SHEET_END);
  return text.join("");
}

function cellOf(calculated: CalculatedCell, style: number): string {
  const {cell, value, formula, spill} = readable(calculated);
  const opening = `<c r="${cell}"${style > 0 ? ` s="${style}"` : ""}`;
  const kind = spill === undefined ? "" : ` t="array" ref="${spill}"`;
  const written = formula === undefined ? "" : `<f${kind}>${escapedText(fileFormula(formula.slice(1)))}</f>`;
  if (typeof value === "number") return `${opening}>${written}<v>${value}</v></c>`;
  if (typeof value === "boolean") return `${opening} t="b">${written}<v>${value ? 1 : 0}</v></c>`;
  if (typeof value === "object") return `${opening} t="e">${written}<v>${errorOf(value.error)}</v></c>`;
  if (formula !== undefined) return `${opening} t="str">${written}<v>${escapedText(value)}</v></c>`;
  return `${opening} t="inlineStr"><is><t xml:space="preserve">${escapedText(value)}</t></is></c>`;
}

/** A formula that a spreadsheet cannot read would make the whole file a broken one to it: it is a text there. */
function readable(cell: CalculatedCell): CalculatedCell {
  const {formula, value} = cell;
  if (formula === undefined) return cell;
  const isRefused = typeof value === "object" && value.error === "#ERROR!";
  if (!isRefused && formula.length > 1 && isBalanced(formula)) return cell;
  return {cell: cell.cell, value: formula, ...(cell.format === undefined ? {} : {format: cell.format})};
}

/** The engine closes what a formula leaves open; spreadsheets do not. */
function isBalanced(formula: string): boolean {
  let open = 0;
  for (const [found] of formula.matchAll(/"(?:[^"]|"")*"|'(?:[^']|'')*'|[()]/g)) {
    if (found === "(") open++;
    if (found === ")" && --open < 0) return false;
  }
  return open === 0;
}

const FILE_ERRORS = new Set(["#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A"]);

/** The engine has errors of its own, which a file does not know. */
function errorOf(error: string): string {
  return FILE_ERRORS.has(error) ? error : "#VALUE!";
}

/** Functions newer than the file format: files name them with a prefix (ECMA-376 §18.17.2.2, and [MS-XLSX] §2.2.2). */
const PREFIXED = [
  "ARRAYTOTEXT BYCOL BYROW CHOOSECOLS CHOOSEROWS CONCAT DROP EXPAND FILTER HSTACK IFNA IFS ISOMITTED LAMBDA LET",
  "MAKEARRAY MAP MAXIFS MINIFS RANDARRAY REDUCE SCAN SEQUENCE SORT SORTBY SWITCH TAKE TEXTAFTER TEXTBEFORE TEXTJOIN",
  "TEXTSPLIT TOCOL TOROW UNIQUE VALUETOTEXT VSTACK WRAPCOLS WRAPROWS XLOOKUP XMATCH XOR STDEV.S STDEV.P VAR.S VAR.P",
  "PERCENTILE.INC PERCENTILE.EXC QUARTILE.INC QUARTILE.EXC RANK.EQ RANK.AVG MODE.SNGL DAYS ISFORMULA NUMBERVALUE",
]
  .join(" ")
  .split(" ");
const SORTED_IN = new Set(["FILTER", "SORT", "SORTBY"]);
const CALL = new RegExp(
  `"(?:[^"]|"")*"|'(?:[^']|'')*'|(?<![\\w.])(${PREFIXED.map(name => name.replace(".", "\\.")).join("|")})(?=\\s*\\()`,
  "gi",
);

function fileFormula(formula: string): string {
  return formula.replace(CALL, (found: string, name: string | undefined) => {
    if (name === undefined) return found;
    const upper = name.toUpperCase();
    return `_xlfn.${SORTED_IN.has(upper) && upper !== "SORTBY" ? "_xlws." : ""}${upper}`;
  });
}
