import {forEachConcurrently} from "../../core/for-each-concurrently.ts";
import {itemProblem} from "../../core/problem.ts";
import type {DrawRequest} from "../../core/workers/calls.ts";
import type {QueryContext, QueryRunner} from "../../querying/queries/query-runner.ts";
import {type Allowance, drawingFor, newAllowance} from "../charts/draw.ts";
import {COLUMNS, type Place} from "./check-layout.ts";
import type {TileChart} from "./tile-charts.ts";

/** The most tiles whose queries run at once. */
const AT_ONCE = 16;
/** Space around each tile, in pixels. */
const GAP = 8;
/** The fewest grid rows of a picture, so that the message of an empty dashboard has enough room. */
const MIN_ROWS = 3;
export const NO_TILES = "This dashboard has no tiles.";

type Piece = DrawRequest["pieces"][number];
type Box = Pick<Piece, "x" | "y" | "width" | "height">;

/** The height of the grid in pixels. `width` is in pixels, too. The cells of the grid are squares. */
export function heightOf(tiles: readonly Place[], width: number): number {
  const rows = Math.max(MIN_ROWS, ...tiles.map(({y, h}) => y + h));
  return Math.ceil(rows * cellOf(width)) + GAP;
}

/** The picture of each tile: its chart, or the reason why there is none. */
export async function piecesOf(
  runner: QueryRunner,
  queryContext: QueryContext,
  tiles: readonly TileChart[],
  {width, theme}: Pick<DrawRequest, "width" | "theme">,
): Promise<Piece[]> {
  if (tiles.length === 0) {
    const drawing = {title: "", message: NO_TILES};
    return [{x: 0, y: 0, width, height: heightOf(tiles, width), drawing}];
  }
  const allowance = newAllowance();
  const pieces: Piece[] = [];
  await forEachConcurrently(tiles, AT_ONCE, async (tile, index) => {
    pieces[index] = {
      ...boxOf(tile, width),
      drawing: await drawingOfTile(runner, queryContext, tile, theme, allowance),
    };
  });
  return pieces;
}

async function drawingOfTile(
  runner: QueryRunner,
  queryContext: QueryContext,
  {chart}: TileChart,
  theme: DrawRequest["theme"],
  allowance: Allowance,
): Promise<Piece["drawing"]> {
  if (!chart) return {title: "", message: "You cannot see this chart."};
  try {
    return (await drawingFor(runner, queryContext, chart, theme, {allowance})).drawing;
  } catch (error) {
    queryContext.signal.throwIfAborted();
    return {
      title: chart.name,
      message: itemProblem(runner, queryContext, error, "a tile of a picture failed").detail,
    };
  }
}

/** The pixels that a tile covers. */
export function boxOf({x, y, w, h}: Place, width: number): Box {
  const cell = cellOf(width);
  // Edges are rounded instead of sizes, so that all gaps between adjacent tiles are equal.
  const edge = (cells: number) => Math.round(cells * cell);
  return {
    x: edge(x) + GAP,
    y: edge(y),
    width: Math.max(1, edge(x + w) - edge(x) - GAP),
    height: Math.max(1, edge(y + h) - edge(y) - GAP),
  };
}

function cellOf(width: number): number {
  return (width - GAP) / COLUMNS;
}
