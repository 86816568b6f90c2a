import {ChildPool} from "../../shared/core/children/child-pool.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import type {Logger} from "../../shared/core/log.ts";
import type {Calls, DrawRequest} from "../../shared/core/workers/calls.ts";
import type {Picture} from "./draw-picture.ts";
import type {FontFolders, PictureRequest} from "./font-folders.ts";

const DRAWING_TIMEOUT_MS = 8000;
/**
 * Limits of a picture: the length of a side, all pixels after scaling, tiles, and rows in all tiles. A picture within
 * these limits is drawn within the time limit.
 */
const MAX_SIDE = 40_000;
export const MAX_PIXELS = 40_000_000;
const MAX_PIECES = 100;
const MAX_ROWS = 1_000_000;

const MIB = 1024 * 1024;

export interface PictureChildren {
  run(orgId: string, request: DrawRequest, signal: AbortSignal): Promise<Picture>;
  stop(): void;
}

export function pictureChildren(fonts: FontFolders): PictureChildren {
  const children = new ChildPool<PictureRequest, Picture>({
    script: new URL("./draw-child.ts", import.meta.url),
    maxBytes: 1536 * MIB,
    maxAnswerBytes: 128 * MIB,
    timeoutMs: DRAWING_TIMEOUT_MS,
    timeoutMessage: `The picture took longer than ${DRAWING_TIMEOUT_MS / 1000} s. Draw fewer rows or tiles.`,
    memoryMessage: "The picture takes too much memory. Draw fewer rows or tiles, or a smaller picture.",
  });
  return {
    run: (orgId, request, signal) => children.run(orgId, {...request, fonts}, signal),
    stop: () => children.stop(),
  };
}

/**
 * Draws a picture in a child process, so that queries do not wait for it. Throws `invalid_request` for a picture that
 * is too large, takes too long or cannot be drawn, and `worker_unavailable` when too many pictures are waiting.
 */
export async function draw(
  {log, pictures}: {readonly log: Logger; readonly pictures: PictureChildren},
  {orgId, ...picture}: Calls["draw"]["request"],
  signal: AbortSignal,
): Promise<Calls["draw"]["answer"]> {
  requireDrawable(picture);
  const {content, faults} = await pictures.run(orgId, picture, signal).catch(error => {
    if (error instanceof ServiceError) throw error;
    log.error({err: error}, "a picture could not be drawn");
    throw new ServiceError(
      "invalid_request",
      "The picture could not be drawn. Request another size, or SVG.",
    );
  });
  for (const fault of faults) log.error({fault}, "a tile could not be drawn");
  return {content};
}

function requireDrawable({format, width, height, scale, pieces}: DrawRequest): void {
  const pixels = format === "png" ? width * height * scale ** 2 : width * height;
  const sides = [width, height, ...pieces.flatMap(piece => [piece.width, piece.height])];
  if (sides.some(side => !(side >= 1 && side <= MAX_SIDE)) || !(pixels <= MAX_PIXELS)) {
    const message = `A picture of ${width} × ${height} pixels at scale ${scale} is too large or has no size. Request a smaller picture.`;
    throw new ServiceError("invalid_request", message);
  }
  const rows = pieces.reduce((sum, {drawing}) => sum + ("rows" in drawing ? drawing.rows.length : 0), 0);
  if (pieces.length > MAX_PIECES || rows > MAX_ROWS) {
    const message = `A picture of ${pieces.length} tiles with ${rows} rows is too large. At most ${MAX_PIECES} tiles and ${MAX_ROWS} rows can be drawn.`;
    throw new ServiceError("invalid_request", message);
  }
}
