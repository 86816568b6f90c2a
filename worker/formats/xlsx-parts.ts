/** The parts of a workbook around the cells of its sheets (ECMA-376 part 1). */

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";

export function contentTypes(tabCount: number): string {
  const sheets = Array.from(
    {length: tabCount},
    (_, t) => `<Override PartName="/xl/worksheets/sheet${t + 1}.xml" ContentType="${TYPE}.worksheet+xml"/>`,
  );
  return (
    `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>` +
    `${sheets.join("")}<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`
  );
}

export const RELATIONS =
  `${HEAD}<Relationships xmlns="${RELATIONSHIPS}">` +
  `<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

export function workbook(names: readonly string[]): string {
  const sheets = names.map(
    (name, t) => `<sheet name="${attribute(name)}" sheetId="${t + 1}" r:id="rId${t + 1}"/>`,
  );
  // `fullCalcOnLoad` has volatile functions calculated again when the file is opened.
  return (
    `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.join("")}</sheets>` +
    '<calcPr fullCalcOnLoad="1"/></workbook>'
  );
}

export function workbookRelations(tabCount: number): string {
  const sheets = Array.from(
    {length: tabCount},
    (_, t) =>
      `<Relationship Id="rId${t + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${t + 1}.xml"/>`,
  );
  const id = `rId${tabCount + 1}`;
  return (
    `${HEAD}<Relationships xmlns="${RELATIONSHIPS}">${sheets.join("")}` +
    `<Relationship Id="${id}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`
  );
}

/** Indexes into the `cellXfs` of `styles`. */
export const STYLE = {header: 1, text: 2, date: 3, timestamp: 4} as const;
/** The index of the first number format that is passed to `styles`. */
export const FIRST_OWN_STYLE = 5;
const FIRST_FORMAT = 164;

export function styles(formats: readonly string[]): string {
  const codes = ["yyyy\\-mm\\-dd", "yyyy\\-mm\\-dd\\ hh:mm:ss", ...formats];
  const numFmts = codes.map(
    (code, i) => `<numFmt numFmtId="${FIRST_FORMAT + i}" formatCode="${attribute(code)}"/>`,
  );
  const own = codes.map(
    (_, i) =>
      `<xf numFmtId="${FIRST_FORMAT + i}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  );
  return (
    `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="${codes.length}">${numFmts.join("")}</numFmts>` +
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>' +
    '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
    '<fills count="3"><fill><patternFill patternType="none"/></fill>' +
    '<fill><patternFill patternType="gray125"/></fill>' +
    '<fill><patternFill patternType="solid"><fgColor rgb="FFE8EBF0"/></patternFill></fill></fills>' +
    '<borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border>' +
    '<border><left/><right/><top/><bottom style="thin"><color rgb="FF9AA3B2"/></bottom><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${own.length + 3}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
    '<xf numFmtId="0" fontId="1" fillId="2" borderId="1" xfId="0" applyFont="1" applyFill="1" applyBorder="1"/>' +
    '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
    `${own.join("")}</cellXfs></styleSheet>`
  );
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: characters that XML cannot contain, or normalizes to blanks
const UNWRITABLE = /[\u0000-\u001f\ufffe\uffff]/g;

function attribute(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll('"', "&quot;")
    .replace(UNWRITABLE, " ");
}

/** The start of a sheet whose first row is frozen. `widths` are in characters. */
export function sheetStart(widths: readonly number[]): string {
  const cols = widths.map(
    (width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`,
  );
  return (
    `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `${cols.length > 0 ? `<cols>${cols.join("")}</cols>` : ""}<sheetData>`
  );
}

export const TAB_START = `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>`;

export const SHEET_END = "</sheetData></worksheet>";
