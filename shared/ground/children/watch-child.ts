import {writeSync} from "node:fs";
import {OUT_OF_MEMORY} from "./frames.ts";

/**
 * The watchdog thread beside a child's work. It ends the process, whatever its state, when the process uses too much
 * memory or its parent is gone.
 */

const EVERY_MS = 50;
const STDERR = 2;
const [, , parent, mostBytes] = process.argv.map(Number);

setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, "SIGKILL");
  if (process.memoryUsage.rss() <= Number(mostBytes)) return;
  writeSync(STDERR, OUT_OF_MEMORY);
  process.kill(process.pid, "SIGKILL");
}, EVERY_MS);
