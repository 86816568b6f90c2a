/** The size of a tab, as in common spreadsheets. */
export const MAX_ROWS = 1_048_576;
export const MAX_COLUMNS = 16_384;

/** A cell's position in a tab, counted from 1. */
export interface CellPosition {
  row: number;
  column: number;
}

/** A rectangle of cells, both corners included. */
export interface Area {
  from: CellPosition;
  to: CellPosition;
}

/** Parses a cell such as `B12`; `undefined` for a text that is not a cell of a tab. */
export function parseCell(name: string): CellPosition | undefined {
  const [, letters = "", digits = ""] = /^([A-Z]{1,3})([1-9]\d{0,6})$/.exec(name) ?? [];
  if (letters === "") return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  const row = Number(digits);
  return column <= MAX_COLUMNS && row <= MAX_ROWS ? {row, column} : undefined;
}

export function cellName({row, column}: CellPosition): string {
  let letters = "";
  for (let left = column; left > 0; left = Math.floor((left - 1) / 26)) {
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  }
  return `${letters}${row}`;
}

/** Parses a range such as `B2:C9`, or a single cell. The corners may be in any order. */
export function parseArea(name: string): Area | undefined {
  const [first = "", last = first, ...more] = name.split(":");
  const [a, b] = [parseCell(first), parseCell(last)];
  if (!a || !b || more.length > 0) return undefined;
  return {
    from: {row: Math.min(a.row, b.row), column: Math.min(a.column, b.column)},
    to: {row: Math.max(a.row, b.row), column: Math.max(a.column, b.column)},
  };
}

export function areaName({from, to}: Area): string {
  const first = cellName(from);
  const last = cellName(to);
  return first === last ? first : `${first}:${last}`;
}

export function contains({from, to}: Area, {row, column}: CellPosition): boolean {
  return row >= from.row && row <= to.row && column >= from.column && column <= to.column;
}

export function overlap(a: Area, b: Area): boolean {
  return (
    a.from.row <= b.to.row &&
    b.from.row <= a.to.row &&
    a.from.column <= b.to.column &&
    b.from.column <= a.to.column
  );
}
