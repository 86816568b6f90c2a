import {type Model, quoteName} from "@ironcalc/wasm";
import {cellName, MAX_ROWS} from "../../shared/content/sheets/a1.ts";
import type {Value} from "../../shared/core/wire/workbook.ts";

/** The address of a cell as the engine counts: tabs from 0, rows and columns from 1. */
export interface CellAddress {
  tab: number;
  row: number;
  column: number;
}

/** One more than the 52 fraction bits of a double, in case rounding put the text just below a power of two. */
const MANTISSA_BITS = 53;
/** The largest difference between the exponents of a run's largest and smallest number. */
const MAX_SPREAD = 60;

/** Consecutive cells of a column whose numbers all become integers when multiplied by the same power of two. */
interface Run {
  cells: CellAddress[];
  /** The power as two factors, because it could be too large for one double. */
  powers: readonly [number, number];
}

/**
 * Reads the numbers in these cells exactly. The engine returns numbers only as rounded text, but integers with all
 * their digits. So each number is read again on the tab `scratch`, multiplied by a power of two that makes it an
 * integer, which is exact. A number too large for a double, which the engine allows within an array, becomes `#NUM!`.
 */
export function readNumbers(
  model: Model,
  addresses: readonly CellAddress[],
  scratch: number,
): Map<CellAddress, Value> {
  const found = new Map<CellAddress, Value>();
  const scaled: {at: CellAddress; exponent: number}[] = [];
  for (const at of addresses) {
    const approximation = approximateValue(model, at);
    if (approximation === 0) found.set(at, 0);
    else scaled.push({at, exponent: Math.floor(Math.log2(Math.abs(approximation)))});
  }
  const names = model.getWorksheetsProperties().map(({name}) => quoteName(name));
  const runs = placeRuns(runsOf(scaled));
  for (const {cells, powers, row, column} of runs) {
    const [first, last] = [cells[0]!, cells.at(-1)!];
    const range = `${names[first.tab]}!${cellName(first)}:${cellName(last)}`;
    const formula = `=${range}*2^${powers[0]}*2^${powers[1]}`;
    model.setUserArrayFormula(scratch, row, column, 1, cells.length, formula);
  }
  if (runs.length === 0) return found;
  model.evaluate();
  const last = runs.at(-1)!;
  const area = {
    sheet: scratch,
    row: 1,
    column: 1,
    width: last.column,
    height: Math.min(MAX_ROWS, scaled.length),
  };
  model.updateRangeStyle(area, "num_fmt", "0");
  for (const {cells, powers, row, column} of runs) {
    for (const [i, at] of cells.entries()) {
      const integer = Number(model.getFormattedCellValue(scratch, row + i, column));
      const number = integer / 2 ** powers[0] / 2 ** powers[1];
      found.set(at, Number.isFinite(number) ? number : {error: "#NUM!"});
    }
  }
  return found;
}

/** Places the runs below one another on the scratch tab, column by column. */
function placeRuns(runs: readonly Run[]): (Run & {row: number; column: number})[] {
  let [row, column] = [1, 1];
  return runs.map(run => {
    if (row + run.cells.length - 1 > MAX_ROWS) [row, column] = [1, column + 1];
    const place = {...run, row, column};
    row += run.cells.length;
    return place;
  });
}

/** Splits the cells into runs: consecutive cells whose numbers are of similar size. */
function runsOf(scaled: readonly {at: CellAddress; exponent: number}[]): Run[] {
  const sorted = scaled.toSorted(
    (a, b) => a.at.tab - b.at.tab || a.at.column - b.at.column || a.at.row - b.at.row,
  );
  const runs: Run[] = [];
  let cells: CellAddress[] = [];
  let [least, most] = [0, 0];
  const close = () => {
    if (cells.length === 0) return;
    const power = MANTISSA_BITS - least;
    const half = Math.trunc(power / 2);
    runs.push({cells, powers: [half, power - half]});
    cells = [];
  };
  for (const {at, exponent} of sorted) {
    const before = cells.at(-1);
    const follows = before?.tab === at.tab && before.column === at.column && before.row === at.row - 1;
    if (!follows || Math.max(most, exponent) - Math.min(least, exponent) > MAX_SPREAD) {
      close();
      [least, most] = [exponent, exponent];
    }
    least = Math.min(least, exponent);
    most = Math.max(most, exponent);
    cells.push(at);
  }
  close();
  return runs;
}

/**
 * The number, rounded to its first digits. A formula may have set a format for its cell, such as that of a date, which
 * is reset to read the number. In scientific notation the engine garbles exponents of three digits: they read as 0 or
 * Infinity.
 */
function approximateValue(model: Model, {tab, row, column}: CellAddress): number {
  const text = model.getFormattedCellValue(tab, row, column);
  const plain = Number(text);
  if (text === "0" || (Number.isFinite(plain) && plain !== 0)) return plain;
  model.updateRangeStyle({sheet: tab, row, column, width: 1, height: 1}, "num_fmt", "general");
  const general = Number(model.getFormattedCellValue(tab, row, column));
  // The engine cannot write the smallest numbers that a double holds: their text is `infE-324`.
  return Number.isFinite(general) ? general : Number.MIN_VALUE;
}
