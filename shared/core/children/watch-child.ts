import {writeSync} from "node:fs";
import {OUT_OF_MEMORY} from "./frames.ts";
import {IDLE} from "./serving-state.ts";

/**
 * The watchdog thread beside a child's work. It ends the process, whatever its state, when the process uses too much
 * memory or its parent is gone. The watchdog sleeps while the child has no work: an idle child notices its parent's end.
 */

const EVERY_MS = 50;
const STDERR = 2;
const [, , parent, maxBytes] = process.argv.map(Number);
/** An integer that is never notified, so that waiting on it is a pause. */
const pause = new Int32Array(new SharedArrayBuffer(4));

addEventListener("message", ({data}: MessageEvent<SharedArrayBuffer>) => {
  const state = new Int32Array(data);
  for (;;) {
    Atomics.wait(state, 0, IDLE);
    check();
    Atomics.wait(pause, 0, 0, EVERY_MS);
  }
});

function check(): void {
  if (process.ppid !== parent) process.kill(process.pid, "SIGKILL");
  if (process.memoryUsage.rss() <= Number(maxBytes)) return;
  writeSync(STDERR, OUT_OF_MEMORY);
  process.kill(process.pid, "SIGKILL");
}
