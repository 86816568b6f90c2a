import {type ErrorDetail, invalidAt, ServiceError} from "../../core/errors.ts";

/** Columns of the grid. */
export const COLUMNS = 36;
/** The most rows that a tile may span. */
export const MAX_TILE_ROWS = 100;
export const MAX_TILES = 100;
/** The lowest row of a layout. It is further down than anybody scrolls, and within the database's integers. */
const LOWEST_ROW = 1_000_000;

/** The columns and rows of the grid that a tile covers, counted from its upper left corner. */
export interface Place {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** Throws `invalid_request` with a sentence for each tile that is outside the grid or overlaps another tile. */
export function checkLayout(tiles: readonly Place[]): void {
  if (tiles.length > MAX_TILES) {
    throw invalidAt(
      "/tiles",
      `A dashboard can have at most ${MAX_TILES} tiles, but this layout has ${tiles.length}.`,
    );
  }
  const errors: ErrorDetail[] = [];
  for (const [index, tile] of tiles.entries()) {
    const message = offGrid(tile) ?? overlap(tiles, index);
    if (message !== undefined) errors.push({path: `/tiles/${index}`, message});
  }
  const [first] = errors;
  if (!first) return;
  throw new ServiceError("invalid_request", `The layout is not valid: at ${first.path}, ${first.message}`, {
    errors,
  });
}

function offGrid({x, y, w, h}: Place): string | undefined {
  if (x < 0 || x >= COLUMNS) return `x is ${x}: the grid has ${COLUMNS} columns, 0 to ${COLUMNS - 1}.`;
  if (y < 0 || y > LOWEST_ROW) return `y is ${y}: rows go from 0 to ${LOWEST_ROW}.`;
  if (w < 1 || w > COLUMNS - x) {
    return `w is ${w}: a tile that begins at column ${x} of ${COLUMNS} is 1 to ${COLUMNS - x} wide.`;
  }
  if (h < 1 || h > MAX_TILE_ROWS) return `h is ${h}: a tile is 1 to ${MAX_TILE_ROWS} rows high.`;
  return undefined;
}

/** A sentence about a tile that overlaps an earlier tile; `undefined` if the tile overlaps none. */
function overlap(tiles: readonly Place[], index: number): string | undefined {
  const tile = tiles[index]!;
  const other = tiles.findIndex((one, i) => i < index && offGrid(one) === undefined && meet(one, tile));
  if (other < 0) return undefined;
  return `it overlaps tile ${other}: it covers ${areaOf(tile)}, and tile ${other} covers ${areaOf(tiles[other]!)}.`;
}

function meet(a: Place, b: Place): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

function areaOf({x, y, w, h}: Place): string {
  return `columns ${x} to ${x + w - 1} and rows ${y} to ${y + h - 1}`;
}
