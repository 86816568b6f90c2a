import type {Calls, DrawRequest} from "../../shared/calls.ts";
import {ServiceError} from "../../shared/errors.ts";
import type {Logger} from "../../shared/log.ts";
import {ThreadPool} from "../../shared/thread-pool.ts";
import type {Picture} from "./picture.ts";

const DRAWING_TIMEOUT_MS = 8000;
/** Of one side; of all, with the scale; of tiles; of rows in all tiles. What is within them fits the time limit. */
const MOST_SIDE = 40_000;
const MOST_PIXELS = 40_000_000;
const MOST_PIECES = 100;
const MOST_ROWS = 1_000_000;

const pool = new ThreadPool<DrawRequest, Picture>({
  threads: 1,
  timeoutMs: DRAWING_TIMEOUT_MS,
  script: new URL("./draw-thread.ts", import.meta.url),
  tooLong: `The picture took longer than ${DRAWING_TIMEOUT_MS / 1000} s. Draw fewer rows or tiles.`,
  mostWaiting: 200,
});

/**
 * Draws on a thread beside the event loop, so that no query waits for a picture. Throws `invalid_request` for a
 * picture that is too large or takes too long, and `worker_unavailable` when too many wait.
 */
export async function draw(
  log: Logger,
  request: DrawRequest,
  signal: AbortSignal,
): Promise<Calls["draw"]["answer"]> {
  requireDrawable(request);
  const {content, faults} = await pool.run(request, signal);
  for (const fault of faults) log.error({fault}, "a tile could not be drawn");
  return {content};
}

function requireDrawable({format, width, height, scale, pieces}: DrawRequest): void {
  const pixels = format === "png" ? width * height * scale ** 2 : width * height;
  const sides = [width, height, ...pieces.flatMap(piece => [piece.width, piece.height])];
  if (sides.some(side => !(side >= 1 && side <= MOST_SIDE)) || !(pixels <= MOST_PIXELS)) {
    const message = `A picture of ${width} × ${height} pixels at scale ${scale} is too large or has no size. Ask for a smaller one.`;
    throw new ServiceError("invalid_request", message);
  }
  const rows = pieces.reduce((sum, {drawing}) => sum + ("rows" in drawing ? drawing.rows.length : 0), 0);
  if (pieces.length > MOST_PIECES || rows > MOST_ROWS) {
    const message = `A picture of ${pieces.length} tiles with ${rows} rows is more than is drawn at once: at most ${MOST_PIECES} tiles and ${MOST_ROWS} rows.`;
    throw new ServiceError("invalid_request", message);
  }
}
