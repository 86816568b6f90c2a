import type {DrawRequest} from "../shared/calls.ts";
import {COLUMNS} from "../shared/dashboards/check-layout.ts";
import type {TileChart} from "../shared/dashboards/tile-charts.ts";
import type {Asking} from "./answer-query.ts";
import {type Allowance, drawingFor, newAllowance} from "./draw.ts";
import {problemOf} from "./problem.ts";
import type {Web} from "./web.ts";

/** Tiles whose queries run at once. */
const AT_ONCE = 16;
/** What is left free around each tile, in pixels. */
const GAP = 8;
/** Rows of the grid that a picture has at least: as high as it takes to say that there are no tiles. */
const FEWEST_ROWS = 3;

type Piece = DrawRequest["pieces"][number];
type Box = Pick<Piece, "x" | "y" | "width" | "height">;

/** How high the grid of these tiles is at a width: its cells are squares. */
export function heightOf(tiles: readonly TileChart[], width: number): number {
  const rows = Math.max(FEWEST_ROWS, ...tiles.map(({y, h}) => y + h));
  return Math.ceil(rows * cellOf(width)) + GAP;
}

/** What is drawn in each tile: its chart, or why there is none. */
export async function piecesOf(
  web: Web,
  asking: Asking,
  tiles: readonly TileChart[],
  {width, theme}: Pick<DrawRequest, "width" | "theme">,
): Promise<Piece[]> {
  if (tiles.length === 0) {
    const message = "This dashboard has no tiles.";
    return [{x: 0, y: 0, width, height: heightOf(tiles, width), drawing: {title: "", message}}];
  }
  const allowance = newAllowance();
  const pieces: Piece[] = [];
  let next = 0;
  const work = async () => {
    for (let index = next++; index < tiles.length; index = next++) {
      const tile = tiles[index]!;
      pieces[index] = {
        ...boxOf(tile, width),
        drawing: await drawingOfTile(web, asking, tile, theme, allowance),
      };
    }
  };
  await Promise.all(Array.from({length: AT_ONCE}, work));
  return pieces;
}

async function drawingOfTile(
  web: Web,
  asking: Asking,
  {chart}: TileChart,
  theme: DrawRequest["theme"],
  allowance: Allowance,
): Promise<Piece["drawing"]> {
  if (!chart) return {title: "", message: "You cannot see this chart."};
  try {
    return (await drawingFor(web, asking, chart, theme, allowance)).drawing;
  } catch (error) {
    asking.request.signal.throwIfAborted();
    const {requestId, actor} = asking;
    const problem = problemOf(error, requestId, actor);
    if (problem.status >= 500) web.log.error({err: error, requestId}, "a tile of a picture failed");
    return {title: chart.name, message: problem.detail};
  }
}

function boxOf({x, y, w, h}: TileChart, width: number): Box {
  const cell = cellOf(width);
  // Edges are rounded, not sizes, so that equal gaps lie between tiles that meet.
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
