import {placeOf} from "../../shared/content/sheets/a1.ts";
import {formulaFault, wordsOf} from "../../shared/content/sheets/formula.ts";
import type {CalculatedCell, CalculatedTab} from "../../shared/ground/wire/workbook.ts";
import {escapedText} from "./xlsx-cells.ts";
import * as parts from "./xlsx-parts.ts";
import {zipped} from "./zip.ts";

/** Writes calculated tabs as an XLSX file, with formulas and their current values, number formats and types. */
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
    ...tabs.map((tab, t): [string, string] => [`xl/worksheets/sheet${t + 1}.xml`, sheetOf(tab, styleOf)]),
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

/**
 * Turns two kinds of formulas into text: those that spreadsheets cannot parse, which would make them reject the whole
 * file, and those that refer to something outside of the file, which may have been stored before they were refused.
 */
function readable(cell: CalculatedCell): CalculatedCell {
  const {formula, value} = cell;
  if (formula === undefined) return cell;
  const isRefused = typeof value === "object" && value.error === "#ERROR!";
  const isFormula = !isRefused && formula.length > 1 && isBalanced(formula);
  if (isFormula && formulaFault(formula) === undefined) return cell;
  return {cell: cell.cell, value: formula, ...(cell.format === undefined ? {} : {format: cell.format})};
}

/** Whether all parentheses are closed: the engine accepts formulas where they are not, but spreadsheets do not. */
function isBalanced(formula: string): boolean {
  let open = 0;
  for (const [found] of formula.matchAll(/"(?:[^"]|"")*"|'(?:[^']|'')*'|[()]/g)) {
    if (found === "(") open++;
    if (found === ")" && --open < 0) return false;
  }
  return open === 0;
}

const FILE_ERRORS = new Set(["#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A"]);

/** Maps the engine's errors to those of the file format. */
function errorOf(error: string): string {
  return FILE_ERRORS.has(error) ? error : "#VALUE!";
}

/** Functions newer than the file format, which get a prefix in files (ECMA-376 §18.17.2.2, and [MS-XLSX] §2.2.2). */
const PREFIXED = new Set(
  `
ACOT ACOTH ARABIC ARRAYTOTEXT BASE BETA.DIST BETA.INV BINOM.DIST BINOM.DIST.RANGE BINOM.INV BITAND
BITLSHIFT BITOR BITRSHIFT BITXOR BYCOL BYROW CEILING.MATH CEILING.PRECISE CHISQ.DIST CHISQ.DIST.RT
CHISQ.INV CHISQ.INV.RT CHISQ.TEST CHOOSECOLS CHOOSEROWS COMBINA CONCAT CONFIDENCE.NORM CONFIDENCE.T COT
COTH COVARIANCE.P COVARIANCE.S CSC CSCH DAYS DECIMAL DROP ERF.PRECISE ERFC.PRECISE EXPAND EXPON.DIST
F.DIST F.DIST.RT F.INV F.INV.RT F.TEST FILTER FLOOR.MATH FLOOR.PRECISE FORECAST.ETS FORECAST.ETS.CONFINT
FORECAST.ETS.SEASONALITY FORECAST.ETS.STAT FORECAST.LINEAR FORMULATEXT GAMMA GAMMA.DIST GAMMA.INV
GAMMALN.PRECISE GAUSS HSTACK HYPGEOM.DIST IFNA IFS IMCOSH IMCOT IMCSC IMCSCH IMSEC IMSECH IMSINH IMTAN
ISFORMULA ISO.CEILING ISOMITTED ISOWEEKNUM LAMBDA LET LOGNORM.DIST LOGNORM.INV MAKEARRAY MAP MAXIFS
MINIFS MODE.MULT MODE.SNGL MUNIT NEGBINOM.DIST NORM.DIST NORM.INV NORM.S.DIST NORM.S.INV NUMBERVALUE
PDURATION PERCENTILE.EXC PERCENTILE.INC PERCENTOF PERCENTRANK.EXC PERCENTRANK.INC PERMUTATIONA PHI
POISSON.DIST QUARTILE.EXC QUARTILE.INC RANDARRAY RANK.AVG RANK.EQ REDUCE REGEXEXTRACT REGEXREPLACE
REGEXTEST RRI SCAN SEC SECH SEQUENCE SHEET SHEETS SKEW.P SORT SORTBY STDEV.P STDEV.S SWITCH T.DIST
T.DIST.2T T.DIST.RT T.INV T.INV.2T T.TEST TAKE TEXTAFTER TEXTBEFORE TEXTJOIN TEXTSPLIT TOCOL TOROW
TRIMRANGE UNICHAR UNICODE UNIQUE VALUETOTEXT VAR.P VAR.S VSTACK WEIBULL.DIST WRAPCOLS WRAPROWS XLOOKUP
XMATCH XOR Z.TEST
`.match(/\S+/g),
);
const SORTED_IN = new Set(["FILTER", "SORT"]);

/** The formula in the file's syntax: newer functions, and the variables of LET and LAMBDA, get their prefixes. */
function fileFormula(formula: string): string {
  let written = "";
  let end = 0;
  for (const {text, start, kind} of wordsOf(formula)) {
    written += formula.slice(end, start) + (kind === "variable" ? `_xlpm.${text}` : fileFunction(text));
    end = start + text.length;
  }
  return written + formula.slice(end);
}

function fileFunction(name: string): string {
  const upper = name.toUpperCase();
  if (!PREFIXED.has(upper)) return name;
  return `_xlfn.${SORTED_IN.has(upper) ? "_xlws." : ""}${upper}`;
}
