import {readdir, readFile} from "node:fs/promises";
import type {Logger} from "../log.ts";

const EVERY_MS = 500;
/** The share of the process's file descriptors above which idle connections are closed. */
const FULL = 0.7;
const LOG_EVERY_MS = 60_000;

/**
 * Keeps file descriptors free for new connections: a process without a free descriptor accepts no connection. Because it
 * reads /proc, it has no effect outside Linux.
 */
export function watchDescriptors(closeIdle: () => number, log: Logger): NodeJS.Timeout {
  let limit: Promise<number> | undefined;
  let reportedAt = Number.NEGATIVE_INFINITY;
  const look = async () => {
    limit ??= maxOpenFiles();
    const most = await limit;
    if (most === Number.POSITIVE_INFINITY) return;
    // Reading the folder takes a descriptor, too. If none is left, the read fails, and all count as in use.
    const open = await readdir("/proc/self/fd").then(
      ({length}) => length,
      () => most,
    );
    if (open < most * FULL) return;
    const closed = closeIdle();
    if (performance.now() - reportedAt < LOG_EVERY_MS) return;
    reportedAt = performance.now();
    log.warn({open, most, closed}, "idle connections were closed, because few file descriptors are left");
  };
  const timer = setInterval(() => {
    look().catch(error => log.warn({err: error}, "the open descriptors could not be counted"));
  }, EVERY_MS);
  timer.unref();
  return timer;
}

async function maxOpenFiles(): Promise<number> {
  const limits = await readFile("/proc/self/limits", "utf8").catch(() => "");
  return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
}
