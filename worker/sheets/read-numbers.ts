import {type Model, quoteName} from "@ironcalc/wasm";
import {nameOf} from "../../shared/sheets/a1.ts";

/** A cell of a tab, counted as the engine does: tabs from 0, rows and columns from 1. */
export interface Asked {
  tab: number;
  row: number;
  column: number;
}

/** One more than a number's own, so that a bit is to spare where the rounded text is just below a power of two. */
const MANTISSA_BITS = 53;
/** Of the scratch tab, column by column. */
const ROWS = 500_000;

interface Scaled {
  at: Asked;
  /** The number times two to the first and to the second of these is an integer: one alone could be too much. */
  powers: readonly [number, number];
  row: number;
  column: number;
}

/**
 * The numbers in these cells, every bit of them. The engine gives a number as text only, and rounded, but an integer
 * with all its digits: each is read once more, on the tab `scratch`, multiplied by the power of two that makes it
 * one, which loses nothing.
 */
export function readNumbers(model: Model, asked: readonly Asked[], scratch: number): Map<Asked, number> {
  const found = new Map<Asked, number>();
  const scaled: Scaled[] = [];
  for (const at of asked) {
    const about = roughly(model, at);
    if (about === 0) {
      found.set(at, 0);
      continue;
    }
    const power = MANTISSA_BITS - Math.floor(Math.log2(Math.abs(about)));
    const half = Math.trunc(power / 2);
    const [row, column] = [(scaled.length % ROWS) + 1, Math.floor(scaled.length / ROWS) + 1];
    scaled.push({at, powers: [half, power - half], row, column});
  }
  if (scaled.length === 0) return found;
  const names = model.getWorksheetsProperties().map(({name}) => quoteName(name));
  for (const {at, powers, row, column} of scaled) {
    const cell = `${names[at.tab]}!${nameOf(at)}`;
    model.setUserInput(scratch, row, column, `=${cell}*2^${powers[0]}*2^${powers[1]}`);
  }
  model.evaluate();
  const width = Math.ceil(scaled.length / ROWS);
  const height = Math.min(scaled.length, ROWS);
  model.updateRangeStyle({sheet: scratch, row: 1, column: 1, width, height}, "num_fmt", "0");
  for (const {at, powers, row, column} of scaled) {
    const integer = Number(model.getFormattedCellValue(scratch, row, column));
    found.set(at, integer / 2 ** powers[0] / 2 ** powers[1]);
  }
  return found;
}

/** A few digits of it. A formula may have given its cell a form of its own, a date's for example. */
function roughly(model: Model, {tab, row, column}: Asked): number {
  const plain = Number(model.getFormattedCellValue(tab, row, column));
  if (!Number.isNaN(plain)) return plain;
  model.updateRangeStyle({sheet: tab, row, column, width: 1, height: 1}, "num_fmt", "general");
  return Number(model.getFormattedCellValue(tab, row, column));
}
