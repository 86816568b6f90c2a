import type {Calls, DrawRequest} from "../../shared/calls.ts";
import {DrawingPool} from "./pool.ts";

const DRAWING_TIMEOUT_MS = 5000;

const pool = new DrawingPool({
  threads: 1,
  timeoutMs: DRAWING_TIMEOUT_MS,
  script: new URL("./draw-thread.ts", import.meta.url),
});

/**
 * Draws on a thread beside the event loop, so that no query waits for a picture. Throws `invalid_request` for a
 * picture that is too large or takes too long, and `worker_unavailable` when too many wait.
 */
export async function draw(request: DrawRequest, signal: AbortSignal): Promise<Calls["draw"]["answer"]> {
  return {content: await pool.draw(request, signal)};
}
