import {Model} from "@ironcalc/wasm";
import {
  areaName,
  type CellPosition,
  cellName,
  contains,
  parseArea,
  parseCell,
} from "../../shared/content/sheets/a1.ts";
import type {
  CalculatedCell,
  CalculatedTab,
  Value,
  Workbook,
  WorkbookTab,
} from "../../shared/core/wire/workbook.ts";
import {serialOfMs} from "../formats/day-serial.ts";
import {levelsOf, MAX_LEVELS} from "../formats/file-formula.ts";
import type {NumberFormat} from "./date-format.ts";
import {withEngine} from "./engine.ts";
import {engineFormula, isComparison} from "./engine-formula.ts";
import {numberFormat} from "./number-format.ts";
import {type CellAddress, readNumbers} from "./read-numbers.ts";

/** The engine's codes for the types of cells. */
const TYPE = {number: 1, text: 2, logical: 4, error: 16} as const;
/** A number as text: the warehouse's exact value, which may have more digits than a double. */
const DIGITS = /^-?\d+(\.\d+)?$/;
/**
 * Values of numeric columns that no cell can hold as a number. Sums would silently leave these values out if they were texts.
 */
const NOT_FINITE = new Set(["NaN", "Infinity", "-Infinity"]);
const NUMBER_ERROR = "#NUM!";
const DATE_FORMAT = "yyyy-mm-dd";
const TIMESTAMP_FORMAT = "yyyy-mm-dd hh:mm:ss";

/** The index of the engine's first tab, a scratch area. The sheet's own tabs follow, from 1. */
const SCRATCH = 0;

/**
 * Evaluates all formulas of a workbook. Errors of formulas are values; a formula that cannot be parsed is `#ERROR!`.
 * Throws `Refused` where the workbook exceeds the engine's limits.
 */
export function calculate(workbook: Workbook): Promise<CalculatedTab[]> {
  return withEngine(
    () => evaluated(workbook),
    () => deepestFormula(workbook),
  );
}

/** Names the formula with the most levels, if it has more than spreadsheets read. */
function deepestFormula({tabs}: Workbook): string | undefined {
  let levels = MAX_LEVELS;
  let deepest: string | undefined;
  for (const {name, cells} of tabs) {
    for (const [cell, content] of Object.entries(cells)) {
      const own = typeof content === "string" && content.startsWith("=") ? levelsOf(content) : 0;
      if (own <= levels) continue;
      levels = own;
      deepest = `The formula in cell ${cell} of the tab "${name}" has ${own} functions and brackets within one another.`;
    }
  }
  return deepest;
}

function evaluated({tabs}: Workbook): CalculatedTab[] {
  using model = new Model("Workbook", "en", "UTC", "en");
  model.pauseEvaluation();
  // Renaming a tab makes the engine parse all formulas again, so tabs get their names before their formulas.
  model.renameSheet(SCRATCH, unusedName(tabs));
  for (const [t, tab] of tabs.entries()) {
    model.newSheet();
    model.renameSheet(t + 1, tab.name);
  }
  const names = new Map(tabs.map(({name}) => [name.toLowerCase(), name]));
  const written = hasComparisons(tabs);
  const inputs = tabs.map((tab, t) =>
    fillTab(model, t + 1, tab, content => engineFormula(content, names, written)),
  );
  model.evaluate();
  const addresses = inputs.flatMap(({formulas, arrays}, t) =>
    formulas.flatMap(place => formulaCells(model, t + 1, place, arrays)),
  );
  const numbers = readNumbers(
    model,
    addresses.filter(({tab, row, column}) => model.getCellType(tab, row, column) === TYPE.number),
    SCRATCH,
  );
  return tabs.map((tab, t) => ({
    name: tab.name,
    cells: cellsOf(model, t + 1, tab, inputs[t]!, addresses, numbers),
  }));
}

function hasComparisons(tabs: readonly WorkbookTab[]): boolean {
  const isOne = (value: Value | null) => typeof value === "string" && isComparison(value);
  return tabs.some(
    ({cells, blocks}) =>
      Object.values(cells).some(isOne) ||
      blocks.some(({header, rows}) => header?.some(isOne) || rows.some(row => row.some(isOne))),
  );
}

function unusedName(tabs: readonly WorkbookTab[]): string {
  const used = new Set(tabs.map(({name}) => name.toLowerCase()));
  for (let n = 0; ; n++) if (!used.has(`scratch ${n}`)) return `scratch ${n}`;
}

interface TabInput {
  /** The values of cells without a formula, by cell. `digits` is the exact number where a double would round it. */
  values: Map<string, {value: Value; format?: string; digits?: string}>;
  formulas: CellPosition[];
  /** The range that a formula's array spills into, by the formula's cell, where it is more than one cell. */
  arrays: Map<string, string>;
}

function fillTab(model: Model, t: number, tab: WorkbookTab, written: (formula: string) => string): TabInput {
  const input: TabInput = {values: new Map(), formulas: [], arrays: new Map()};
  for (const [cell, content] of Object.entries(tab.cells)) {
    const place = parseCell(cell);
    if (!place) throw new Error(`${cell} is not a cell`);
    if (typeof content === "string" && content.startsWith("=")) {
      model.setUserInput(t, place.row, place.column, written(content));
      input.formulas.push(place);
    } else {
      setValue(model, t, place, content, input);
    }
  }
  for (const {anchor, header, columns, rows} of tab.blocks) {
    const first = {...anchor};
    if (header) {
      for (const [c, name] of header.entries())
        setValue(model, t, {row: first.row, column: first.column + c}, name, input);
      first.row++;
    }
    for (const [r, row] of rows.entries()) {
      for (const [c, value] of row.entries()) {
        if (value === null) continue;
        const place = {row: first.row + r, column: first.column + c};
        const {kind, format, isCounted} = columns[c]!;
        if (isCounted && typeof value === "string" && DIGITS.test(value)) {
          setValue(model, t, place, Number(value), input, format);
          input.values.set(cellName(place), {...input.values.get(cellName(place))!, digits: value});
          continue;
        }
        if (kind === "number" && typeof value === "string" && NOT_FINITE.has(value)) {
          model.setUserInput(t, place.row, place.column, NUMBER_ERROR);
          input.values.set(cellName(place), {value: {error: NUMBER_ERROR}});
          continue;
        }
        const serial = kind === "date" || kind === "timestamp" ? serialOf(String(value)) : undefined;
        if (serial === undefined) setValue(model, t, place, value, input, format);
        else setValue(model, t, place, serial, input, kind === "date" ? DATE_FORMAT : TIMESTAMP_FORMAT);
      }
    }
  }
  return input;
}

function setValue(
  model: Model,
  t: number,
  place: CellPosition,
  value: string | number | boolean,
  {values}: TabInput,
  format?: string,
): void {
  // A leading quote keeps text as text, even if it looks like a number or a formula.
  const input =
    typeof value === "string"
      ? `'${value}`
      : typeof value === "boolean"
        ? String(value).toUpperCase()
        : String(value);
  model.setUserInput(t, place.row, place.column, input);
  values.set(cellName(place), {value, ...(format === undefined ? {} : {format})});
}

/** The cell of a formula and those that its array spills into. Adds the array's range to `arrays`. */
function formulaCells(
  model: Model,
  tab: number,
  place: CellPosition,
  arrays: Map<string, string>,
): CellAddress[] {
  const structure = model.getCellArrayStructure(tab, place.row, place.column);
  const size =
    typeof structure === "object" && "DynamicAnchor" in structure ? structure.DynamicAnchor : undefined;
  if (!size) return [{tab, ...place}];
  const [width, height] = size;
  if (width * height > 1) {
    const to = {row: place.row + height - 1, column: place.column + width - 1};
    arrays.set(cellName(place), areaName({from: place, to}));
  }
  const addresses: CellAddress[] = [];
  for (let r = 0; r < height; r++) {
    for (let c = 0; c < width; c++) addresses.push({tab, row: place.row + r, column: place.column + c});
  }
  return addresses;
}

function cellsOf(
  model: Model,
  t: number,
  tab: WorkbookTab,
  {values, arrays}: TabInput,
  addresses: readonly CellAddress[],
  numbers: ReadonlyMap<CellAddress, Value>,
): CalculatedCell[] {
  const formats = Object.entries(tab.formats).flatMap(([range, format]) => {
    const area = parseArea(range);
    return area ? [{area, format}] : [];
  });
  // The last format that covers a cell wins. It takes precedence over the format of a query's column.
  const formatOf = (place: CellPosition, own?: string) =>
    formats.findLast(({area}) => contains(area, place))?.format ?? own;
  const formatters = new Map<string, NumberFormat>();
  const formatCell = (value: Value, format: string | undefined) => {
    if (typeof value !== "number" || format === undefined) return undefined;
    const formatter = formatters.get(format) ?? numberFormat(format);
    formatters.set(format, formatter);
    return formatter(value);
  };
  const cells: CalculatedCell[] = [];
  const add = (
    place: CellPosition,
    value: Value,
    formula: string | undefined,
    {own, digits}: {own?: string | undefined; digits?: string | undefined} = {},
  ) => {
    const format = formatOf(place, own);
    const text = format === undefined ? digits : formatCell(value, format);
    const spill = arrays.get(cellName(place));
    cells.push({
      cell: cellName(place),
      value,
      ...(formula === undefined ? {} : {formula}),
      ...(formula !== undefined && spill !== undefined ? {spill} : {}),
      ...(format === undefined ? {} : {format}),
      ...(text === undefined ? {} : {text}),
    });
  };
  for (const [cell, {value, format, digits}] of values) {
    add(parseCell(cell)!, value, undefined, {own: format, digits});
  }
  for (const at of addresses) {
    if (at.tab !== t) continue;
    const typed = tab.cells[cellName(at)];
    const value = numbers.get(at) ?? cellValue(model, at);
    add(at, value, typeof typed === "string" && typed.startsWith("=") ? typed : undefined);
  }
  return cells;
}

function cellValue(model: Model, {tab, row, column}: CellAddress): Value {
  const text = model.getFormattedCellValue(tab, row, column);
  const type = model.getCellType(tab, row, column);
  if (type === TYPE.error) return {error: text};
  if (type === TYPE.logical) return text === "TRUE";
  return text;
}

/**
 * The serial number by which spreadsheets represent a date or timestamp, with the time of day as its fraction. A
 * timestamp's offset is ignored. `undefined` for times that spreadsheets cannot represent.
 */
function serialOf(text: string): number | undefined {
  const [, day, time = "00:00:00"] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d(?:\.\d{1,3})?))?/.exec(text) ?? [];
  if (day === undefined) return undefined;
  return serialOfMs(Date.parse(`${day}T${time}Z`));
}
