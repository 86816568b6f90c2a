import {type Model, quoteName} from "@ironcalc/wasm";
import {MOST_ROWS, nameOf} from "../../shared/sheets/a1.ts";

/** A cell of a tab, counted as the engine does: tabs from 0, rows and columns from 1. */
export interface Asked {
  tab: number;
  row: number;
  column: number;
}

/** One more than a number's own, so that a bit is to spare where the rounded text is just below a power of two. */
const MANTISSA_BITS = 53;
/** How much larger than the smallest number of a run its largest may be, as a power of two. */
const MOST_SPREAD = 60;

/** Cells below one another whose numbers are made integers by the same power of two. */
interface Run {
  cells: Asked[];
  /** Together they are the power: one alone could be more than a number holds. */
  powers: readonly [number, number];
}

/**
 * The numbers in these cells, every bit of them. The engine gives a number as text only, and rounded, but an integer
 * with all its digits: each is read once more, on the tab `scratch`, multiplied by a power of two that makes it one,
 * which loses nothing.
 */
export function readNumbers(model: Model, asked: readonly Asked[], scratch: number): Map<Asked, number> {
  const found = new Map<Asked, number>();
  const scaled: {at: Asked; exponent: number}[] = [];
  for (const at of asked) {
    const about = roughly(model, at);
    if (about === 0) found.set(at, 0);
    else scaled.push({at, exponent: Math.floor(Math.log2(Math.abs(about)))});
  }
  const names = model.getWorksheetsProperties().map(({name}) => quoteName(name));
  const runs = placed(runsOf(scaled));
  for (const {cells, powers, row, column} of runs) {
    const [first, last] = [cells[0]!, cells.at(-1)!];
    const range = `${names[first.tab]}!${nameOf(first)}:${nameOf(last)}`;
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
    height: Math.min(MOST_ROWS, scaled.length),
  };
  model.updateRangeStyle(area, "num_fmt", "0");
  for (const {cells, powers, row, column} of runs) {
    for (const [i, at] of cells.entries()) {
      const integer = Number(model.getFormattedCellValue(scratch, row + i, column));
      found.set(at, integer / 2 ** powers[0] / 2 ** powers[1]);
    }
  }
  return found;
}

/** One below the other on the scratch tab, as far as a column reaches. */
function placed(runs: readonly Run[]): (Run & {row: number; column: number})[] {
  let [row, column] = [1, 1];
  return runs.map(run => {
    if (row + run.cells.length - 1 > MOST_ROWS) [row, column] = [1, column + 1];
    const place = {...run, row, column};
    row += run.cells.length;
    return place;
  });
}

/** Runs as long as their cells follow one another and their numbers are of a like size. */
function runsOf(scaled: readonly {at: Asked; exponent: number}[]): Run[] {
  const sorted = scaled.toSorted(
    (a, b) => a.at.tab - b.at.tab || a.at.column - b.at.column || a.at.row - b.at.row,
  );
  const runs: Run[] = [];
  let cells: Asked[] = [];
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
    if (!follows || Math.max(most, exponent) - Math.min(least, exponent) > MOST_SPREAD) {
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

/** A few digits of it. A formula may have given its cell a form of its own, a date's for example. */
function roughly(model: Model, {tab, row, column}: Asked): number {
  const plain = Number(model.getFormattedCellValue(tab, row, column));
  if (!Number.isNaN(plain)) return plain;
  model.updateRangeStyle({sheet: tab, row, column, width: 1, height: 1}, "num_fmt", "general");
  return Number(model.getFormattedCellValue(tab, row, column));
}
